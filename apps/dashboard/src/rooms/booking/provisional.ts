/** An appointment that was sent and is not answered yet, as the agenda shows it. */
import { formatInstant, localDateOf } from '@scheduling/availability'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'

type Agenda = inferRouterOutputs<AppRouter>['appointments']['agenda']
type Entry = Agenda['appointments'][number]
type Outputs = inferRouterOutputs<AppRouter>
type Service = Pick<
  Outputs['services']['list']['data'][number],
  'id' | 'name' | 'duration_minutes' | 'service_type' | 'color'
>

export type Provisional = {
  readonly professional: { readonly id: number; readonly name: string }
  readonly clientName: string
  /** At least one, in the order in which they are performed. */
  readonly services: readonly Service[]
  /** An instant. */
  readonly start: string
  readonly isOverbook: boolean
}

/** No appointment of the service has it. */
export const PROVISIONAL_ID = -1

const MINUTE_MS = 60_000

/** The agenda with it; the same agenda where it shows other days. */
export function withProvisional(agenda: Agenda, booked: Provisional, zone: string): Agenda {
  const startMs = Date.parse(booked.start)
  const date = localDateOf(startMs, zone)
  if (date < agenda.from || date > agenda.to) return agenda
  const minutes = booked.services.reduce((sum, service) => sum + service.duration_minutes, 0)
  const start = formatInstant(startMs, zone)
  const end = formatInstant(startMs + minutes * MINUTE_MS, zone)
  const isKnown = agenda.professionals.some(({ id }) => id === booked.professional.id)
  return {
    ...agenda,
    professionals: isKnown ? agenda.professionals : [...agenda.professionals, booked.professional],
    appointments: [
      ...agenda.appointments,
      {
        id: PROVISIONAL_ID,
        professional_id: booked.professional.id,
        client_name: booked.clientName,
        service_names: booked.services.map(({ name }) => name),
        service_ids: booked.services.map(({ id }) => id),
        color: booked.services[0]?.color ?? null,
        status: 'PENDING',
        type: booked.services[0]?.service_type ?? 'IN_PERSON',
        start,
        end,
        busy: { from: start, to: end },
        is_overbook: booked.isOverbook,
        arrived_at: null,
        started_at: null,
        deposit_status: null,
        session: null,
      },
    ],
    appointments_total: agenda.appointments_total + 1,
  }
}

/** The agenda with the id that it was given, so that its block opens at once. */
export function withBooked(agenda: Agenda, { id, status }: Pick<Entry, 'id' | 'status'>): Agenda {
  const appointments = agenda.appointments.map((one) =>
    one.id === PROVISIONAL_ID ? { ...one, id, status } : one,
  )
  return { ...agenda, appointments }
}
