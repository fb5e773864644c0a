/** Undoes a move, as long as the time before is still free. */
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { MOVE_TEXTS } from './move-texts.ts'
import { readAppointmentsAgain } from './use-appointment.ts'

type Place = { readonly start: string; readonly professional_id: number }

export function useMoveBack(): (appointmentId: number, to: Place, notify: boolean) => void {
  const t = useTexts(MOVE_TEXTS)
  const tell = useTell()
  const { mutate } = useMutation(
    api.appointments.reschedule.mutationOptions({
      onSuccess: (appointment) => tell.done(t.movedBack(appointment.client.name)),
      onError: tell.refused,
      onSettled: readAppointmentsAgain,
    }),
  )
  return (appointmentId, to, notify) =>
    mutate({ appointment_id: appointmentId, ...to, notify_client: notify })
}
