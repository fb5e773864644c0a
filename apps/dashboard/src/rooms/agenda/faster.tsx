/** Who was faster: says what another person did with an appointment a moment ago. */
import { Alert } from '@mantine/core'
import { IconUsers } from '../../icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../access/use-may.ts'
import { api } from '../../api/client.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Appointment } from './cells.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly id: number
  /** The appointment by now; null: it is cancelled, deleted, or outside of what is shown. */
  readonly present: Appointment | null
  /** Where it is now, in words. */
  readonly said: string
  /** Whether it is another appointment, which now has the wanted time. */
  readonly hasTheTime?: boolean
}

export function Faster({ id, present, said, hasTheTime = false }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const asked = useQuery(
    api.audit.list.queryOptions(
      { record: 'appointment', record_id: String(id), limit: 1 },
      { staleTime: 0, enabled: useMay()('audit.list') },
    ),
  )
  if (asked.isLoading) return null
  const last = asked.data?.data[0]
  const who = last?.actor.name ?? t.move.someone
  const when = last === undefined ? '' : written.time(last.created_at)
  const text = (): string => {
    if (hasTheTime && present !== null) {
      return t.move.takenBy(who, present.client_name, said, when)
    }
    if (last?.action === 'appointment.deleted') return t.move.gone
    if (last?.action === 'appointment.cancelled') return t.move.cancelledBy(who, when)
    if (last?.action === 'appointment.rescheduled') return t.move.movedBy(who, said, when)
    const status = present === null ? '—' : t.statuses[present.status]
    return t.move.changedBy(who, when, status)
  }
  return (
    <Alert role="alert" color="orange" icon={<IconUsers aria-hidden />} title={t.move.fasterTitle}>
      {text()}
    </Alert>
  )
}
