import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Row } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { ACTION_TEXTS, RECORD_TEXTS } from '../../words/actions.ts'
import { useTexts } from '../../words/language.tsx'
import { ChangesTable } from './changes-table.tsx'
import { actionIn, recordIn, type Entry } from './kinds.ts'
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
  const what = entry.record_id === null ? recordName : `${recordName} ${entry.record_id}`
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
        {record === 'client' && entry.record_id !== null ? (
          <ClientLink id={entry.record_id}>{what}</ClientLink>
        ) : (
          <Text size="sm">{what}</Text>
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

function ClientLink({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/clients/$clientId" params={{ clientId: id }} {...props} />}
    >
      {children}
    </Anchor>
  )
}
