/** Sets the online room of one appointment. */
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import type { CardDialogProps } from './card-actions.tsx'
import { DIALOG_TEXTS } from './dialog-texts.ts'
import { readAppointmentsAgain } from './use-appointment.ts'

export function RoomDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const tell = useTell()
  const { id, status, meeting_url: room } = appointment
  const [typed, setTyped] = useState(room ?? '')
  const set = useMutation(
    api.appointments.setMeetingUrl.mutationOptions({
      onSuccess() {
        tell.done(t.roomSet)
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  const trimmed = typed.trim()
  return (
    <ConfirmDialog
      title={t.roomTitle}
      confirmLabel={t.roomButton}
      isBusy={set.isPending}
      error={set.error}
      onConfirm={() =>
        set.mutate({ appointment_id: id, meeting_url: trimmed === '' ? null : trimmed })
      }
      onClose={onClose}
    >
      <TextInput
        inputMode="url"
        label={t.room}
        description={status === 'CONFIRMED' ? t.roomTold : t.roomLater}
        placeholder="https://"
        maxLength={500}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
