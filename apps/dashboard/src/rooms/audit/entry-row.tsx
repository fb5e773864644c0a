import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Row } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { ACTION_TEXTS, RECORD_TEXTS } from '../../words/actions.ts'
import { useTexts } from '../../words/language.tsx'
import { ChangesTable } from './changes-table.tsx'
import { actionIn, recordIn, type Entry } from './kinds.ts'
import { roomOf } from './room-of.ts'
import { AUDIT_TEXTS } from './texts.ts'

type Props = { readonly entry: Entry; readonly onActor: () => void }

export function EntryRow({ entry, onActor }: Props) {
  const t = useTexts(AUDIT_TEXTS)
  const actions = useTexts(ACTION_TEXTS)
  const records = useTexts(RECORD_TEXTS)
  const written = useWritten()
  const action = actionIn(entry.action)
  const record = recordIn(entry.record)
  const { actor, changes } = entry
  const recordName = record === undefined ? entry.record : records[record]
  const named = entry.record_name ?? entry.record_id
  const what = named === null ? recordName : `${recordName}: ${named}`
  const room = record === undefined ? null : roomOf(record, entry)
  const moment = written.moment(entry.created_at)
  const who = actor.name ?? t.actors[actor.type]
  return (
    <Row
      side={
        <Text size="sm" c="dimmed" component="time" dateTime={entry.created_at}>
          {moment}
        </Text>
      }
    >
      <Group gap="xs">
        <Text fw={600}>{action === undefined ? entry.action : actions[action]}</Text>
        {room === null ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {what}
          </Text>
        ) : (
          <Anchor
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link {...room} {...props} />}
          >
            {what}
          </Anchor>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <Anchor component="button" size="sm" onClick={onActor} aria-label={t.onlyBy(who)}>
          {who}
        </Anchor>{' '}
        ({t.actors[actor.type]}) · {t.sources[entry.source]}
      </Text>
      {changes !== null && Object.keys(changes).length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {t.changes(Object.keys(changes).length)}
          </Text>
          <ChangesTable changes={changes} label={t.changesOf(what, moment)} />
        </details>
      )}
    </Row>
  )
}
