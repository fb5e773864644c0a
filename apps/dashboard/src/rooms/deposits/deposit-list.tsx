import { Anchor, Box, Group, Text } from '@mantine/core'
import { IconCoin } from '../../icons/icons.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ClientSelect } from '../../parts/client-select.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { DateFilters, Filters } from '../../parts/filters.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { PageButton } from '../../parts/page-button.tsx'
import { Row, Rows } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { DepositBadge } from './badges.tsx'
import { DEPOSIT_STATUSES, type Deposit } from './kinds.ts'
import type { depositsSearch } from './search.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

export type Search = ReturnType<typeof depositsSearch>

export type ListProps = {
  readonly search: Search
  readonly onChange: (search: Search) => void
  readonly onOpen: (depositId: number) => void
}

export function DepositList({ search, onChange, onOpen }: ListProps) {
  const t = useTexts(DEPOSIT_TEXTS)
  const { status, client, from, to } = search
  const deposits = useInfiniteQuery(
    api.deposits.listNewest.infiniteQueryOptions(
      { status: status === undefined ? undefined : [status], client_id: client, from, to },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  const isFiltered = [status, client, from, to].some((value) => value !== undefined)
  const clear = isFiltered ? () => onChange({}) : undefined
  const change = (next: Search) => onChange({ ...search, ...next })
  return (
    <>
      <Filters label={t.filters} search={{ status, client, from, to }} onClear={() => onChange({})}>
        <FilterSelect
          label={t.status}
          values={DEPOSIT_STATUSES}
          words={t.statuses}
          value={status}
          onChange={(next) => change({ status: next })}
        />
        <ClientFilter clientId={client} onChange={(next) => change({ client: next })} />
        <DateFilters dates={search} onChange={change} />
      </Filters>
      <LongList
        query={deposits}
        empty={
          <Empty icon={IconCoin} title={t.none} text={t.aboutNone} onClear={clear}>
            <PageButton to="/">{t.toAgenda}</PageButton>
          </Empty>
        }
      >
        {(rows) => (
          <Rows label={t.title}>
            {rows.map((deposit) => (
              <DepositRow key={deposit.id} deposit={deposit} onOpen={() => onOpen(deposit.id)} />
            ))}
          </Rows>
        )}
      </LongList>
    </>
  )
}

type ClientFilterProps = {
  readonly clientId: number | undefined
  readonly onChange: (clientId: number | undefined) => void
}

function ClientFilter({ clientId, onChange }: ClientFilterProps) {
  const known = useQuery(
    api.clients.get.queryOptions({ client_id: clientId ?? 0 }, { enabled: clientId !== undefined }),
  )
  return (
    <Box w={{ base: '100%', xs: 260 }}>
      <ClientSelect
        value={
          clientId === undefined
            ? null
            : { kind: 'known', id: clientId, name: known.data?.name ?? `#${clientId}` }
        }
        onChange={(choice) => onChange(choice?.kind === 'known' ? choice.id : undefined)}
      />
    </Box>
  )
}

function DepositRow({
  deposit,
  onOpen,
}: {
  readonly deposit: Deposit
  readonly onOpen: () => void
}) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const { appointment, client } = deposit
  const what =
    appointment === null
      ? t.forQueue
      : t.forAppointment(
          appointment.services.map(({ name }) => name).join(', '),
          written.moment(appointment.start),
        )
  return (
    <Row
      side={
        <>
          <Text fw={600}>{written.money(deposit.amount)}</Text>
          <DepositBadge status={deposit.status} />
        </>
      }
    >
      <Group gap="xs">
        <Anchor
          component="button"
          fw={600}
          ta="start"
          onClick={onOpen}
          aria-label={t.openOf(client.name, written.money(deposit.amount))}
        >
          {client.name}
        </Anchor>
        {deposit.method === 'MANUAL' && (
          <Text size="sm" c="dimmed">
            {t.manual}
          </Text>
        )}
      </Group>
      <Text size="sm">{what}</Text>
      <Text size="sm" c="dimmed">
        {deposit.status === 'PENDING'
          ? t.expiresAt(written.moment(deposit.expires_at))
          : deposit.paid_at !== null
            ? t.paidAt(written.moment(deposit.paid_at))
            : t.createdAt(written.moment(deposit.created_at))}
      </Text>
    </Row>
  )
}
