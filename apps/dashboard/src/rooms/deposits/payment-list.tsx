import { Anchor, Switch, Text } from '@mantine/core'
import { IconCashOff } from '../../icons/more.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { Filters } from '../../parts/filters.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { Row, Rows } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { PaymentBadge, RefundBadge } from './badges.tsx'
import type { ListProps } from './deposit-list.tsx'
import { OUTCOMES, type Payment } from './kinds.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

/** Every payment that was seen: those that came late, twice or too small too, and refunds that a bank rejected. */
export function PaymentList({ search, onChange, onOpen }: ListProps) {
  const t = useTexts(DEPOSIT_TEXTS)
  const { outcome, rejected } = search
  const payments = useInfiniteQuery(
    api.deposits.listPayments.infiniteQueryOptions(
      {
        outcome: outcome === undefined ? undefined : [outcome],
        rejected: rejected === undefined ? undefined : true,
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  )
  return (
    <>
      <Filters
        label={t.paymentFilters}
        search={{ outcome, rejected }}
        onClear={() => onChange({ view: 'payments' })}
      >
        <FilterSelect
          label={t.outcome}
          values={OUTCOMES}
          words={t.outcomes}
          value={outcome}
          onChange={(next) => onChange({ ...search, outcome: next })}
        />
        <Switch
          label={t.onlyRejected}
          checked={rejected !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...search, rejected: checked ? 'yes' : undefined })
          }
          mb={8}
        />
      </Filters>
      <LongList
        query={payments}
        empty={<Empty icon={IconCashOff} title={t.noPayment} text={t.aboutNoPayment} />}
      >
        {(rows) => (
          <Rows label={t.views.payments}>
            {rows.map((payment) => (
              <PaymentRow
                key={payment.id}
                payment={payment}
                onOpen={() => onOpen(payment.deposit_id)}
              />
            ))}
          </Rows>
        )}
      </LongList>
    </>
  )
}

function PaymentRow({
  payment,
  onOpen,
}: {
  readonly payment: Payment
  readonly onOpen: () => void
}) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const last = payment.refunds.at(-1)
  return (
    <Row
      side={
        <>
          <PaymentBadge outcome={payment.outcome} />
          {last !== undefined && <RefundBadge status={last.status} />}
        </>
      }
    >
      <Anchor component="button" fw={600} ta="start" onClick={onOpen}>
        {t.paymentOf(written.money(payment.amount), payment.deposit_id)}
      </Anchor>
      <Text size="sm" c="dimmed">
        {t.paidAt(written.moment(payment.paid_at))} {payment.end_to_end_id}
      </Text>
    </Row>
  )
}
