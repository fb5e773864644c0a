/** Asks the client of an appointment for a deposit. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { DeadlineField, useDeadline } from '../deposits/deadline-field.tsx'
import type { CardDialogProps } from './card-actions.tsx'
import { DIALOG_TEXTS } from './dialog-texts.ts'
import { readAppointmentsAgain, usualDepositOf } from './use-appointment.ts'

export function ChargeDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const [amount, setAmount] = useState(usualDepositOf(appointment))
  const deadline = useDeadline(appointment.start)
  const { expiresAt } = deadline
  const charge = useMutation(
    api.deposits.charge.mutationOptions({
      onSuccess(deposit) {
        tell.done(t.charged(written.money(deposit.amount)))
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  return (
    <ConfirmDialog
      title={t.chargeTitle}
      confirmLabel={t.chargeButton}
      isBusy={charge.isPending}
      isDisabled={
        amount === null || Number(amount) === 0 || expiresAt === null || deadline.isTooLate
      }
      error={charge.error}
      onConfirm={() =>
        amount !== null &&
        expiresAt !== null &&
        charge.mutate({
          appointment_id: appointment.id,
          amount,
          ...(expiresAt !== undefined && { expires_at: expiresAt }),
        })
      }
      onClose={onClose}
    >
      <Text size="sm">{t.chargeAbout}</Text>
      <MoneyInput
        label={t.amount}
        value={amount ?? ''}
        onChange={(typed) => setAmount(typed === '' ? null : typed)}
        required
      />
      <DeadlineField {...deadline} />
    </ConfirmDialog>
  )
}
