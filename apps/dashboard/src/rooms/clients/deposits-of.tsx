import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { LongList } from '../../parts/long-list.tsx'
import { useWritten, type Written } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Client } from './client.ts'
import styles from './clients.module.css'
import { CLIENTS_TEXTS } from './texts.ts'

type Deposit = inferRouterOutputs<AppRouter>['deposits']['listNewest']['data'][number]

const PAGE = 50
const COLORS = { PENDING: 'yellow', PAID: 'teal', EXPIRED: 'gray', REFUNDED: 'blue' } as const

export function DepositsOf({ client }: { readonly client: Client }) {
  const t = useTexts(CLIENTS_TEXTS)
  const written = useWritten()
  const asked = useInfiniteQuery(
    api.deposits.listNewest.infiniteQueryOptions(
      { client_id: client.id, limit: PAGE },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  return (
    <LongList query={asked} empty={<Text size="sm">{t.noDeposits}</Text>}>
      {(deposits) => (
        <ul className={styles['list']} aria-label={t.tabs.deposits}>
          {deposits.map((deposit) => (
            <Paper component="li" withBorder p="sm" key={deposit.id}>
              <Group justify="space-between" gap="xs">
                <Stack gap={0}>
                  <Text size="sm" fw={600}>
                    {written.money(deposit.amount)}
                  </Text>
                  <Text size="sm">
                    {deposit.queue_entry_id === null
                      ? t.depositFor.appointment
                      : t.depositFor.queue}
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
      )}
    </LongList>
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
