/** The payments of one deposit, and what went back. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '../../access/use-may.ts'
import { api, cache } from '../../api/client.ts'
import { Row, Rows } from '../../parts/rows.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { PaymentBadge, RefundBadge } from './badges.tsx'
import type { DepositPayments, Refund } from './kinds.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

export function PaymentsOf({ payments }: { readonly payments: DepositPayments }) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const ofPayments = payments.payments.flatMap(({ refunds }) => refunds)
  const refunds = [
    ...new Map([...payments.refunds, ...ofPayments].map((refund) => [refund.id, refund])).values(),
  ]
  const retried = new Set(refunds.map(({ retry_of: of }) => of))
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t.views.payments}
      </Title>
      {payments.payments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {payments.deposit.paid_at === null ? t.notPaidYet : t.paidByHand}
        </Text>
      ) : (
        <Rows label={t.views.payments}>
          {payments.payments.map((payment) => (
            <Row key={payment.id} side={<PaymentBadge outcome={payment.outcome} />}>
              <Text fw={600}>{written.money(payment.amount)}</Text>
              <Text size="sm" c="dimmed">
                {t.paidAt(written.moment(payment.paid_at))}
              </Text>
              <Text size="sm">{t.aboutOutcomes[payment.outcome]}</Text>
              <Text size="xs" c="dimmed">
                {payment.end_to_end_id}
              </Text>
            </Row>
          ))}
        </Rows>
      )}
      {refunds.length > 0 && (
        <>
          <Title order={3} size="h5">
            {t.refunds}
          </Title>
          <Rows label={t.refunds}>
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} isRetried={retried.has(refund.id)} />
            ))}
          </Rows>
        </>
      )}
    </Stack>
  )
}

type RefundProps = { readonly refund: Refund; readonly isRetried: boolean }

function RefundRow({ refund, isRetried }: RefundProps) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const may = useMay()
  const money = written.money(refund.amount)
  const retry = useMutation(
    api.deposits.retryRefund.mutationOptions({
      onSuccess: () => tell.done(t.refundAsked(money)),
      onError: tell.refused,
      onSettled: () => void cache.invalidateQueries(api.deposits.pathFilter()),
    }),
  )
  return (
    <Row
      side={
        <Group gap="xs">
          <RefundBadge status={refund.status} />
          {refund.status === 'REJECTED' && !isRetried && may('deposits.retryRefund') && (
            <Button
              size="sm"
              variant="default"
              loading={retry.isPending}
              onClick={() => retry.mutate({ refund_id: refund.id })}
              aria-label={t.retryOf(money)}
            >
              {t.retry}
            </Button>
          )}
        </Group>
      }
    >
      <Text fw={600}>{money}</Text>
      <Text size="sm" c="dimmed">
        {refund.settled_at !== null
          ? t.settledAt(written.moment(refund.settled_at))
          : t.askedAt(written.moment(refund.asked_at))}
      </Text>
      {refund.rejection !== null && <Text size="sm">{t.rejection(refund.rejection)}</Text>}
    </Row>
  )
}
