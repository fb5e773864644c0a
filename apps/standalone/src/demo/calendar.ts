/** Clients and appointments of the demo, made through the very procedures that callers use. */
import { addDays, localDateOf } from '@scheduling/availability'
import type { Service } from '@scheduling/core'
import type { Organization } from '@scheduling/database'
import { callersAt } from './callers.ts'
import { person } from './people.ts'

const CLIENTS = 40
const DAYS_BACK = 10
const DAY_MS = 86_400_000

type Callers = ReturnType<typeof callersAt>

export async function fillCalendar(service: Service, organization: Organization): Promise<void> {
  const now = service.now()
  const today = callersAt(service, organization, now)
  const clientIds: number[] = []
  for (let n = 0; n < CLIENTS; n += 1) clientIds.push((await today.clients.create(person(n))).id)
  const services = await service.db.service.findMany({
    where: { organizationId: organization.id, isActive: true, bookingMode: 'SCHEDULED' },
    orderBy: { id: 'asc' },
  })
  const [consultation, , teleconsultation, group] = services
  if (consultation === undefined || teleconsultation === undefined || group === undefined) return

  const nextClient = cycle(clientIds)
  const past = callersAt(service, organization, now - DAYS_BACK * DAY_MS)
  const pastDay = addDays(localDateOf(now, organization.timeZone), -DAYS_BACK + 2)
  for (const [index, id] of (
    await bookSpread(past, consultation.id, pastDay, 6, nextClient)
  ).entries()) {
    if (index === 5) {
      await today.appointments.noShow({ appointment_id: id })
      continue
    }
    await today.appointments.confirm({ appointment_id: id })
    await today.appointments.complete({ appointment_id: id })
  }
  const tomorrow = addDays(localDateOf(now, organization.timeZone), 1)
  const ahead = [
    ...(await bookSpread(today, consultation.id, tomorrow, 8, nextClient)),
    ...(await bookSpread(today, teleconsultation.id, tomorrow, 4, nextClient)),
    ...(await bookSpread(today, group.id, tomorrow, 3, nextClient)),
  ]
  for (const [index, id] of ahead.entries()) {
    if (index % 2 === 0) await today.appointments.confirm({ appointment_id: id })
  }
  const cancelled = ahead.at(-1)
  if (cancelled !== undefined) {
    await today.appointments.cancel({
      appointment_id: cancelled,
      reason: 'Cliente pediu para remarcar depois.',
    })
  }
}

/** Books `count` free starts, every fifth one that is listed, in the week from `from`. */
async function bookSpread(
  callers: Callers,
  serviceId: number,
  from: string,
  count: number,
  nextClient: () => number,
): Promise<number[]> {
  const slots = await callers.availability.slots({
    service_ids: [serviceId],
    from,
    to: addDays(from, 6),
  })
  const booked: number[] = []
  for (let index = 1; index < slots.data.length && booked.length < count; index += 5) {
    const slot = slots.data[index]
    if (slot === undefined) break
    const appointment = await callers.appointments.create({
      service_ids: [serviceId],
      start: slot.start,
      professional_id: slot.professional_id,
      client_id: nextClient(),
    })
    booked.push(appointment.id)
  }
  return booked
}

function cycle(values: readonly number[]): () => number {
  let index = -1
  return () => {
    index = (index + 1) % values.length
    return values[index] ?? 0
  }
}
