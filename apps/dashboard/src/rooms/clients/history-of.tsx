/** The changes of a record, with their authors. */
import { Group, Paper, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { LongList } from '../../parts/long-list.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { CLIENTS_TEXTS } from './texts.ts'

type Entry = inferRouterOutputs<AppRouter>['audit']['list']['data'][number]

const PAGE = 50

export function HistoryOf({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const asked = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      { record: 'client', record_id: String(client.id), limit: PAGE },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  return (
    <LongList query={asked} empty={<Text size="sm">{t.noHistory}</Text>}>
      {(entries) => (
        <ul className={styles['list']} aria-label={t.tabs.history}>
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </LongList>
  )
}

function HistoryEntry({ entry }: { readonly entry: Entry }) {
  const t = useTexts(CLIENTS_TEXTS)
  const words = useTexts(EVERYWHERE)
  const written = useWritten()
  const who =
    entry.actor.type === 'client'
      ? t.byClient
      : entry.actor.type === 'system'
        ? t.bySystem
        : (entry.actor.name ?? entry.actor.id ?? t.bySystem)
  const valueOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.none
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t.history[entry.action] ?? entry.action}
        </Text>
        <Text size="xs" c="dimmed" className={styles['any']}>
          {written.moment(entry.created_at)} · {who}
        </Text>
      </Group>
      {Object.entries(entry.changes ?? {}).map(([field, { from, to }]) => (
        <Text size="sm" key={field} className={styles['any']}>
          {t.changed(t.fields[field] ?? field, valueOf(from), valueOf(to))}
        </Text>
      ))}
    </Paper>
  )
}
