/** Takes back the end of an appointment, as long as its time is still free. */
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { UNDO_TEXTS } from './undo-texts.ts'
import { readAppointmentsAgain } from './use-appointment.ts'

/** @returns for the button of a note: `notify` as it was chosen when the appointment ended */
export function useUndo(): (appointmentId: number, notify: boolean) => { run(): void } {
  const t = useTexts(UNDO_TEXTS)
  const tell = useTell()
  const { mutate } = useMutation(
    api.appointments.undo.mutationOptions({
      onSuccess: ({ client }) => tell.done(t.undone(client.name)),
      onError: tell.refused,
      onSettled: readAppointmentsAgain,
    }),
  )
  return (appointmentId, notify) => ({
    run: () => mutate({ appointment_id: appointmentId, notify_client: notify }),
  })
}
