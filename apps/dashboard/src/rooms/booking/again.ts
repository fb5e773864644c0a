/** What a new appointment takes over from one that is over. */
import type { Appointment } from './use-appointment.ts'

type Over = Pick<Appointment, 'service_ids' | 'professional_id'>

type Service = {
  readonly id: number
  readonly is_active: boolean
  readonly booking_mode: 'SCHEDULED' | 'QUEUE'
}

type Professional = {
  readonly id: number
  readonly is_active: boolean
  readonly service_ids: readonly number[]
}

/** Services that can still be booked, and the professional if still there and performing all of them. */
export function againOf(
  over: Over,
  services: readonly Service[],
  professionals: readonly Professional[],
): { readonly serviceIds: readonly number[]; readonly professionalId?: number } {
  const serviceIds = over.service_ids.filter((id) =>
    services.some((one) => one.id === id && one.is_active && one.booking_mode === 'SCHEDULED'),
  )
  const same = professionals.find(
    (one) =>
      one.id === over.professional_id &&
      one.is_active &&
      serviceIds.every((id) => one.service_ids.includes(id)),
  )
  return { serviceIds, ...(same !== undefined && { professionalId: same.id }) }
}
