import { Prisma, findRow, requireRow, tables } from '@scheduling/database'
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
  const organization = await requireRow(service.db, tables.organization, { id: organizationId })
  const first = await findRow(
    service.db,
    tables.service,
    { organizationId, isActive: true, bookingMode: 'SCHEDULED' },
    { orderBy: Prisma.sql`r.id` },
  )
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
