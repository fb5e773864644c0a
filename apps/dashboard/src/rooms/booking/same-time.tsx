/** Warns that the client has another appointment at the same time, with any professional. The booking stays possible. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Note } from '../../parts/note.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { NEW_TEXTS } from './new-texts.ts'
import { LONGEST_MS } from './taken-by.tsx'
import { useAppointment } from './use-appointment.ts'

type Props = {
  readonly clientId: number
  /** An instant. */
  readonly start: string
  readonly minutes: number
  /** The appointment that is moved. */
  readonly exceptId?: number
}

const MINUTE_MS = 60_000

export function SameTime({ clientId, start, minutes, exceptId }: Props) {
  const t = useTexts(NEW_TEXTS)
  const written = useWritten()
  const at = Date.parse(start)
  const until = at + minutes * MINUTE_MS
  const around = useQuery(
    api.appointments.list.queryOptions({
      client_id: clientId,
      from: new Date(at - LONGEST_MS).toISOString(),
      to: new Date(until).toISOString(),
      status: ['PENDING', 'CONFIRMED', 'COMPLETED'],
    }),
  )
  const other = around.data?.data.find((one) => one.id !== exceptId && Date.parse(one.end) > at)
  if (other === undefined) return null
  const hours = `${written.time(other.start)}–${written.time(other.end)}`
  return (
    <Note color="yellow" isNews>
      {t.sameTime(hours, other.professional.name)}
    </Note>
  )
}

type MoveProps = { readonly appointmentId: number; readonly start: string }

/** For an appointment that would be moved. */
export function SameTimeAfterMove({ appointmentId, start }: MoveProps) {
  const { data } = useAppointment(appointmentId)
  if (data === undefined) return null
  return (
    <SameTime
      clientId={data.client.id}
      start={start}
      minutes={data.duration_minutes}
      exceptId={appointmentId}
    />
  )
}
