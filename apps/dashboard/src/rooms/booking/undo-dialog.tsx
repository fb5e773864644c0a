/** Takes back the end of an appointment some time later, and says who is told. */
import { Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { NotifyPreview } from '../../parts/notify-preview.tsx'
import { useTell } from '../../parts/tell.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { CardDialogProps } from './card-actions.tsx'
import { UNDO_TEXTS } from './undo-texts.ts'
import { readAppointmentsAgain } from './use-appointment.ts'

export function UndoDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(UNDO_TEXTS)
  const { undo: label } = useTexts(EVERYWHERE)
  const tell = useTell()
  const { id, client, status } = appointment
  const [isNotified, setIsNotified] = useState(true)
  const undo = useMutation(
    api.appointments.undo.mutationOptions({
      onSuccess() {
        tell.done(t.undone(client.name))
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  const isCompleted = status === 'COMPLETED'
  return (
    <ConfirmDialog
      title={t.title(client.name)}
      confirmLabel={label}
      isBusy={undo.isPending}
      error={undo.error}
      onConfirm={() => undo.mutate({ appointment_id: id, notify_client: isNotified })}
      onClose={onClose}
    >
      <Text size="sm">{isCompleted ? t.aboutCompleted : t.about}</Text>
      {status === 'CANCELLED_CLIENT' && <Text size="sm">{t.alwaysTold}</Text>}
      {!isCompleted && status !== 'CANCELLED_CLIENT' && (
        <Checkbox
          label={t.notify}
          checked={isNotified}
          onChange={(event) => setIsNotified(event.currentTarget.checked)}
        />
      )}
      {!isCompleted && (isNotified || status === 'CANCELLED_CLIENT') && (
        <NotifyPreview change={{ appointment_id: id, change: 'undo' }} />
      )}
    </ConfirmDialog>
  )
}
