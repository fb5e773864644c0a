/** What a block is called: by those who hear the page, and in a dialog about it. */
import type { Appointment, Block } from './cells.ts'
import type { AgendaTexts } from './texts.ts'

type Naming = {
  readonly t: AgendaTexts
  /** Weekday and date, as people say it. */
  readonly day: string
  readonly professional: string
}

/** Weekday, date, time, client, service, professional, status, and what is special about it. */
export function blockName(block: Block, naming: Naming): string {
  const { t, day, professional } = naming
  const [first] = block.appointments
  const times = t.until(block.starts, block.ends)
  const services = first.service_names.join(' + ')
  if (block.session !== null) {
    const { taken, capacity } = block.session
    return [day, times, t.group, services, t.with(professional), t.seats(taken, capacity)].join(
      ', ',
    )
  }
  return [
    day,
    times,
    first.client_name,
    services,
    t.with(professional),
    t.statuses[first.status],
    ...marksOf(first, t),
  ].join(', ')
}

/** Whether the client is there, and the visit has begun; null once it is over. */
export function presenceOf({
  status,
  arrived_at: arrived,
  started_at: started,
}: Appointment): 'arrived' | 'started' | null {
  if (status !== 'PENDING' && status !== 'CONFIRMED') return null
  if (started !== null) return 'started'
  return arrived === null ? null : 'arrived'
}

export function isCancelled({ status }: Pick<Appointment, 'status'>): boolean {
  return status === 'CANCELLED_CLIENT' || status === 'CANCELLED_PROFESSIONAL'
}

/** What is special about an appointment, in words. */
export function marksOf(appointment: Appointment, t: AgendaTexts): readonly string[] {
  const { is_overbook, type, deposit_status } = appointment
  const mark = presenceOf(appointment)
  return [
    ...(mark === null ? [] : [t.presence[mark]]),
    ...(is_overbook ? [t.overbooked] : []),
    ...(type === 'TELEMEDICINE' ? [t.remote] : []),
    ...(deposit_status === 'PENDING' || deposit_status === 'PAID'
      ? [t.deposit[deposit_status]]
      : []),
  ]
}
