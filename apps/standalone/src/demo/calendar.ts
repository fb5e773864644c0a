/** Clients and appointments of the demo, made through the very procedures that callers use. */
import { addDays, localDateOf } from '@scheduling/availability'
import type { Service } from '@scheduling/core'
import type { Organization } from '@scheduling/database'
import { fillBlockedTimes } from './blocked-times.ts'
import { callersAt } from './callers.ts'
import { fillDeposits } from './deposits.ts'
import { person } from './people.ts'
import { fillQueue } from './queue-line.ts'
import { fillWebhooks } from './webhooks.ts'

const CLIENTS = 40
/** Of them, those who walk into the queue and have no appointment. */
const WALK_INS = 12
const DAYS_BACK = 10
const DAY_MS = 86_400_000

type Callers = ReturnType<typeof callersAt>

/** What the clinic has gathered; of a start that was interrupted, only what is missing. */
export async function fillCalendar(service: Service, organization: Organization): Promise<void> {
  const { db } = service
  const where = { organizationId: organization.id }
  const today = callersAt(service, organization)
  for (let n = await db.client.count({ where }); n < CLIENTS; n += 1) {
    await today.clients.create(person(n))
  }
  const clients = await db.client.findMany({ where, orderBy: { id: 'asc' }, take: CLIENTS })
  const clientIds = clients.map(({ id }) => id)
  if ((await db.blockedTime.count({ where })) === 0) await fillBlockedTimes(service, organization)
  if ((await db.webhook.count({ where })) === 0) await fillWebhooks(service, organization)
  if ((await db.appointment.count({ where })) === 0) {
    await fillAppointments(service, organization, clientIds.slice(0, -WALK_INS))
  }
  if ((await db.queueEntry.count({ where })) === 0) {
    await fillQueue(service, organization, clientIds.slice(-WALK_INS))
  }
}

async function fillAppointments(
  service: Service,
  organization: Organization,
  clientIds: readonly number[],
): Promise<void> {
  const today = callersAt(service, organization)
  const services = await service.db.service.findMany({
    where: { organizationId: organization.id, isActive: true, bookingMode: 'SCHEDULED' },
    orderBy: { id: 'asc' },
  })
  const [consultation, , teleconsultation, group, aesthetic, followUp] = services
  if (consultation === undefined || teleconsultation === undefined || group === undefined) return
  if (aesthetic === undefined || followUp === undefined) return

  const nextClient = cycle(clientIds)
  const past = callersAt(service, organization, DAYS_BACK * DAY_MS)
  const localToday = localDateOf(service.now(), organization.timeZone)
  const pastDay = addDays(localToday, -DAYS_BACK + 2)
  for (const [index, id] of (
    await bookSpread(past, [consultation.id], pastDay, 6, nextClient)
  ).entries()) {
    if (index === 5) {
      await today.appointments.noShow({ appointment_id: id })
      continue
    }
    await today.appointments.confirm({ appointment_id: id })
    await today.appointments.complete({ appointment_id: id })
  }
  const tomorrow = addDays(localToday, 1)
  const ahead = [
    ...(await bookSpread(today, [consultation.id], tomorrow, 8, nextClient)),
    ...(await bookSpread(today, [teleconsultation.id], tomorrow, 4, nextClient)),
    ...(await bookSpread(today, [group.id], tomorrow, 3, nextClient)),
  ]
  for (const [index, id] of ahead.entries()) {
    if (index % 2 === 0) await today.appointments.confirm({ appointment_id: id })
  }
  const [first, moved] = ahead
  const cancelled = ahead.at(-1)
  if (first === undefined || moved === undefined || cancelled === undefined) return
  await today.appointments.cancel({
    appointment_id: cancelled,
    reason: 'Cliente pediu para remarcar depois.',
  })
  await today.appointments.update({
    appointment_id: first,
    notes: 'Prefere ser atendida no térreo.',
    metadata: { crm_deal: 'D-2041', origem: 'indicacao' },
  })
  await move(today, moved, consultation.id, addDays(tomorrow, 7))
  await squeezeIn(today, first, nextClient())
  await bookSpread(today, [consultation.id, followUp.id], addDays(tomorrow, 7), 2, nextClient)
  const deposits = await bookSpread(today, [aesthetic.id], addDays(tomorrow, 2), 5, nextClient, 9)
  await fillDeposits(service, organization, deposits)
}

/** To the last free start of the week from `from`. */
async function move(callers: Callers, id: number, serviceId: number, from: string): Promise<void> {
  const slots = await callers.availability.slots({
    service_ids: [serviceId],
    from,
    to: addDays(from, 6),
  })
  const slot = slots.data.at(-1)
  if (slot === undefined) return
  const { start, professional_id } = slot
  await callers.appointments.reschedule({ appointment_id: id, start, professional_id })
}

/** Beside an appointment that is there: the clinic allows overbooking. */
async function squeezeIn(callers: Callers, beside: number, clientId: number): Promise<void> {
  const { service_ids, start, professional_id } = await callers.appointments.get({
    appointment_id: beside,
  })
  await callers.appointments.create({
    service_ids,
    start,
    professional_id,
    client_id: clientId,
    notes: 'Encaixe.',
    allow_overbook: true,
  })
}

/** Books `count` free starts, every `stride`-th one that is listed, in the week from `from`. */
async function bookSpread(
  callers: Callers,
  serviceIds: readonly number[],
  from: string,
  count: number,
  nextClient: () => number,
  stride = 5,
): Promise<number[]> {
  const slots = await callers.availability.slots({
    service_ids: [...serviceIds],
    from,
    to: addDays(from, 6),
  })
  const booked: number[] = []
  for (let index = 1; index < slots.data.length && booked.length < count; index += stride) {
    const slot = slots.data[index]
    if (slot === undefined) break
    const appointment = await callers.appointments.create({
      service_ids: [...serviceIds],
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
