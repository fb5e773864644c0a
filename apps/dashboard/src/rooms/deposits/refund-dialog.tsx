/** Gives money back, all of it or a part. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { amountOf, centsLeft, centsOf, type Deposit } from './kinds.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

type Props = {
  readonly deposit: Deposit
  /** The team has the money, not the bank. */
  readonly isByHand: boolean
  readonly onClose: () => void
}

export function RefundDialog({ deposit, isByHand, onClose }: Props) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const tell = useTell()
  // As it was when the dialog opened: of two people who refund at once, the second is told.
  const [already] = useState(deposit.refunded_amount)
  const [left] = useState(centsLeft(deposit))
  const [amount, setAmount] = useState(amountOf(left))
  const refund = useMutation(
    api.deposits.refund.mutationOptions({
      onSuccess: ({ refund: made }) => {
        const money = written.money(made.amount)
        tell.done(made.status === 'SETTLED' ? t.refundedNow(money) : t.refundAsked(money))
        onClose()
      },
      onSettled: () => void cache.invalidateQueries(api.deposits.pathFilter()),
    }),
  )
  const cents = centsOf(amount === '' ? '0' : amount)
  const isWrong = cents <= 0 || cents > left
  return (
    <ConfirmDialog
      title={t.refund}
      confirmLabel={t.refundAmount(written.money(amountOf(cents)))}
      isDanger
      isBusy={refund.isPending}
      isDisabled={isWrong}
      error={refund.error}
      words={{ action_not_allowed: t.refundedMeanwhile }}
      onConfirm={() => refund.mutate({ deposit_id: deposit.id, amount, already_refunded: already })}
      onClose={onClose}
    >
      <Text size="sm">{isByHand ? t.aboutRefundByHand : t.aboutRefund(deposit.client.name)}</Text>
      <MoneyInput
        label={t.amount}
        description={t.atMost(written.money(amountOf(left)))}
        value={amount}
        onChange={setAmount}
        error={isWrong ? t.wrongAmount : null}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
