/** Ends that are asked about: a completion before its time, a no-show, a deletion. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTell } from '../../parts/tell.tsx'
import { now } from '../../time/clock.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { CardDialogProps } from './card-actions.tsx'
import { CARD_TEXTS } from './card-texts.ts'
import { DIALOG_TEXTS } from './dialog-texts.ts'
import { readAppointmentsAgain } from './use-appointment.ts'
import { useUndo } from './use-undo.ts'

export function CompleteDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const { complete: label, completed } = useTexts(CARD_TEXTS)
  const undo = useUndo()
  const written = useWritten()
  const tell = useTell()
  const complete = useMutation(
    api.appointments.complete.mutationOptions({
      onSuccess() {
        tell.done(completed(appointment.client.name), undo(appointment.id, false))
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  return (
    <ConfirmDialog
      title={t.completeTitle}
      confirmLabel={label}
      isBusy={complete.isPending}
      error={complete.error}
      onConfirm={() => complete.mutate({ appointment_id: appointment.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.completeAbout(written.moment(appointment.start))}</Text>
    </ConfirmDialog>
  )
}

export function NoShowDialog({ appointment, onClose }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const undo = useUndo()
  const { id, client, start } = appointment
  const noShow = useMutation(
    api.appointments.noShow.mutationOptions({
      onSuccess() {
        tell.done(t.noShowDone(client.name), undo(id, true))
        onClose()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  return (
    <ConfirmDialog
      title={t.noShowTitle(client.name)}
      confirmLabel={t.noShowButton}
      isDanger
      isBusy={noShow.isPending}
      error={noShow.error}
      onConfirm={() => noShow.mutate({ appointment_id: id })}
      onClose={onClose}
    >
      {Date.parse(start) > now() && (
        <Text size="sm" fw={600}>
          {t.noShowEarly(written.moment(start))}
        </Text>
      )}
      <Text size="sm">{t.noShowAbout}</Text>
    </ConfirmDialog>
  )
}

export function DeleteDialog({ appointment, onClose, onGone }: CardDialogProps) {
  const t = useTexts(DIALOG_TEXTS)
  const tell = useTell()
  const { id, client } = appointment
  const remove = useMutation(
    api.appointments.delete.mutationOptions({
      onSuccess() {
        tell.done(t.deleted(client.name))
        onGone()
      },
      onSettled: readAppointmentsAgain,
    }),
  )
  return (
    <ConfirmDialog
      title={t.deleteTitle(client.name)}
      confirmLabel={t.deleteButton}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ appointment_id: id })}
      onClose={onClose}
    >
      <Text size="sm">{t.deleteAbout}</Text>
    </ConfirmDialog>
  )
}
