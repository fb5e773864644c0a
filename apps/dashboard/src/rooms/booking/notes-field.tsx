/** The notes of a booking, changed where they are read. */
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { NotesEditor } from '../../parts/notes-editor.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useTexts } from '../../words/language.tsx'
import { NOTES_TEXTS } from '../../words/notes.ts'
import { obstacleOf } from './actions.ts'
import { readAppointmentsAgain, type Appointment } from './use-appointment.ts'

type Props = { readonly appointment: Appointment; onRefused(error: unknown): void }

export function NotesField({ appointment, onRefused }: Props) {
  const t = useTexts(NOTES_TEXTS)
  const tell = useTell()
  const update = useMutation(
    api.appointments.update.mutationOptions({
      onMutate: () => ({ before: appointment.notes }),
      onSuccess(_answer, _input, { before }) {
        onRefused(null)
        tell.done(t.saved, {
          run: () => update.mutate({ appointment_id: appointment.id, notes: before }),
        })
      },
      onError: onRefused,
      onSettled: readAppointmentsAgain,
    }),
  )
  return (
    <NotesEditor
      kind="booking"
      order={4}
      kept={appointment.notes ?? ''}
      isFixed={obstacleOf('notes', appointment, false) !== null}
      isPending={update.isPending}
      onSave={(notes) => update.mutateAsync({ appointment_id: appointment.id, notes })}
    />
  )
}
