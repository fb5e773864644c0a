/** Records money that the team has in another way. */
import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useZone } from '../../session/me.tsx'
import { instantAt, wallClockOf } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { readAppointmentsAgain } from '../booking/use-appointment.ts'
import type { Deposit } from './kinds.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

type Props = {
  readonly deposit: Pick<Deposit, 'id' | 'status' | 'amount' | 'expires_at'>
  readonly onClose: () => void
}

export function ConfirmByHand({ deposit, onClose }: Props) {
  const t = useTexts(DEPOSIT_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const zone = useZone()
  const isLate = deposit.status === 'EXPIRED'
  const due = wallClockOf(deposit.expires_at, zone).slice(0, 16).replace(' ', 'T')
  // What was paid too late must have been paid before it was due.
  const [paid, setPaid] = useState(isLate ? due : '')
  const confirm = useMutation(
    api.deposits.confirmByHand.mutationOptions({
      onSuccess: () => {
        tell.done(t.confirmed(written.money(deposit.amount)))
        onClose()
      },
      // The appointment is confirmed with it.
      onSettled: readAppointmentsAgain,
    }),
  )
  const paidAt = paid === '' ? undefined : instantAt(`${paid.replace('T', ' ')}:00`, zone)
  return (
    <ConfirmDialog
      title={t.confirmByHand}
      confirmLabel={t.confirmAmount(written.money(deposit.amount))}
      isBusy={confirm.isPending}
      isDisabled={paidAt === null || (isLate && paidAt === undefined)}
      error={confirm.error}
      words={{ action_not_allowed: isLate ? t.cannotComeBack : t.paidAlready }}
      onConfirm={() =>
        confirm.mutate({
          deposit_id: deposit.id,
          ...(typeof paidAt === 'string' && { paid_at: paidAt }),
        })
      }
      onClose={onClose}
    >
      <Text size="sm">{isLate ? t.aboutConfirmLate : t.aboutConfirm}</Text>
      <TextInput
        type="datetime-local"
        label={isLate ? t.paidWhen : t.paidWhenOptional}
        description={
          isLate ? t.aboutPaidWhenLate(written.moment(deposit.expires_at)) : t.aboutPaidWhen
        }
        value={paid}
        max={due}
        required={isLate}
        onChange={(event) => setPaid(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
