/** What can be done with a deposit, by its status. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../access/use-may.ts'
import { useTexts } from '../../words/language.tsx'
import { ConfirmByHand } from './confirm-by-hand.tsx'
import { centsLeft, type Deposit, type DepositPayments } from './kinds.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { DEPOSIT_TEXTS } from './texts.ts'

type Props = { readonly deposit: Deposit; readonly payments: DepositPayments }

export function DepositActions({ deposit, payments }: Props) {
  const t = useTexts(DEPOSIT_TEXTS)
  const [open, setOpen] = useState<'confirm' | 'refund' | null>(null)
  const canConfirm = deposit.status === 'PENDING' || deposit.status === 'EXPIRED'
  const may = useMay()
  const canRefund = may('deposits.refund') && deposit.status === 'PAID' && centsLeft(deposit) > 0
  const isUnderWay = payments.refunds.some(({ status }) => status === 'ASKED')
  const close = () => setOpen(null)
  return (
    <>
      <Group>
        {canConfirm && (
          <Button variant="default" onClick={() => setOpen('confirm')}>
            {t.confirmByHand}
          </Button>
        )}
        {canRefund && (
          <Button variant="default" disabled={isUnderWay} onClick={() => setOpen('refund')}>
            {isUnderWay ? t.refundUnderWay : t.refund}
          </Button>
        )}
      </Group>
      {open === 'confirm' && <ConfirmByHand deposit={deposit} onClose={close} />}
      {open === 'refund' && (
        <RefundDialog
          deposit={deposit}
          isByHand={payments.payments.every(({ outcome }) => outcome !== 'ACCEPTED')}
          onClose={close}
        />
      )}
    </>
  )
}
