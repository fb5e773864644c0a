import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { useWritten, type Written } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { CLIENTS_TEXTS } from './texts.ts'

type Deposit = inferRouterOutputs<AppRouter>['deposits']['listNewest']['data'][number]

const PAGE = 50
const COLORS = { PENDING: 'yellow', PAID: 'teal', EXPIRED: 'gray', REFUNDED: 'blue' } as const

export function DepositsOf({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const { more, loading } = useTexts(EVERYWHERE)
  const written = useWritten()
  const asked = useInfiniteQuery(
    api.deposits.listNewest.infiniteQueryOptions(
      { client_id: client.id, limit: PAGE },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  const deposits = asked.data?.pages.flatMap((page) => page.data)
  if (deposits === undefined) {
    return asked.error === null ? (
      <Skeleton h={64} role="status" aria-label={loading} />
    ) : (
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
    )
  }
  if (deposits.length === 0) return <Text size="sm">{t.noDeposits}</Text>
  return (
    <>
      <ul className={styles['list']} aria-label={t.tabs.deposits}>
        {deposits.map((deposit) => (
          <Paper component="li" withBorder p="sm" key={deposit.id}>
            <Group justify="space-between" gap="xs">
              <Stack gap={0}>
                <Text size="sm" fw={600}>
                  {written.money(deposit.amount)}
                </Text>
                <Text size="sm">
                  {deposit.queue_entry_id === null ? t.depositFor.appointment : t.depositFor.queue}
                  {' · '}
                  {stateOf(deposit, t, written)}
                </Text>
              </Stack>
              <Badge
                color={COLORS[deposit.status]}
                variant="light"
                c="var(--mantine-color-text)"
                tt="none"
              >
                {t.depositStatus[deposit.status]}
              </Badge>
            </Group>
          </Paper>
        ))}
      </ul>
      {asked.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={asked.isFetchingNextPage}
          onClick={() => void asked.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  )
}

function stateOf(deposit: Deposit, t: (typeof CLIENTS_TEXTS)['pt'], written: Written): string {
  const parts: string[] = []
  if (deposit.paid_at !== null) parts.push(t.paid(written.moment(deposit.paid_at)))
  else if (deposit.expired_at !== null) parts.push(t.expired(written.moment(deposit.expired_at)))
  else parts.push(t.expires(written.moment(deposit.expires_at)))
  if (Number(deposit.refunded_amount) > 0) {
    parts.push(t.refunded(written.money(deposit.refunded_amount)))
  }
  return parts.join(' · ')
}
