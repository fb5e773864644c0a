import { addDays, localDateOf } from '@scheduling/availability'
import type { Service } from '@scheduling/core'
import { callersAt } from './callers.ts'

export type SampleSlot = {
  readonly serviceId: number
  readonly date: string
  readonly start: string
}

/** A free start of the first service in the coming week, for the calls that the start prints. */
export async function sampleSlot(
  service: Service,
  organizationId: number,
): Promise<SampleSlot | null> {
  const organization = await service.db.organization.findUniqueOrThrow({
    where: { id: organizationId },
  })
  const first = await service.db.service.findFirst({
    where: { organizationId, isActive: true, bookingMode: 'SCHEDULED' },
    orderBy: { id: 'asc' },
  })
  if (first === null) return null
  const from = addDays(localDateOf(service.now(), organization.timeZone), 1)
  const slots = await callersAt(service, organization).availability.slots({
    service_ids: [first.id],
    from,
    to: addDays(from, 6),
  })
  const slot = slots.data[0]
  return slot === undefined
    ? null
    : { serviceId: first.id, date: slot.start.slice(0, 10), start: slot.start }
}
