/** What the user has to know about these days: holidays, and what is not shown because there is too much of it. */
import { Alert } from '@mantine/core'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Agenda, Schedule } from './cells.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = { readonly agenda: Agenda; readonly schedule: Schedule }

export function Notices({ agenda, schedule }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const shown = agenda.appointments.length
  const isCut =
    schedule.blocked_times.length < schedule.blocked_times_total ||
    schedule.busy_times.length < schedule.busy_times_total
  const texts = [
    ...schedule.holidays.map(({ date, name }) => t.holiday(written.dayOf(date, 'shortDay'), name)),
    ...(shown < agenda.appointments_total
      ? [t.tooMany(written.count(shown), written.count(agenda.appointments_total))]
      : []),
    ...(isCut ? [t.tooManyBlocked] : []),
  ]
  return texts.map((text) => (
    <Alert key={text} color="orange" mb="sm" py="xs">
      {text}
    </Alert>
  ))
}
