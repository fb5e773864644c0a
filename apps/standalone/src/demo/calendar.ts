/** Clients and appointments of the demo, made through the very procedures that callers use. */
import { addDays, localDateOf } from '@scheduling/availability'
import type { Service } from '@scheduling/core'
import {
  countRows,
  findRows,
  Prisma,
  prismaOf,
  tables,
  type Organization,
} from '@scheduling/database'
import { fillBlockedTimes } from './blocked-times.ts'
import { callersAt } from './callers.ts'
import { fillDeposits } from './deposits.ts'
import { person } from './people.ts'
import { fillWaitlist } from './waitlist.ts'
import { fillQueue } from './queue-line.ts'
import { fillWebhooks } from './webhooks.ts'

const CLIENTS = 40
/** Of them, those who walk into the queue and have no appointment. */
const WALK_INS = 12
const DAYS_BACK = 10
const DAY_MS = 86_400_000
/** Between two appointments of one professional, whatever their services are. */
const LONGEST_BUFFERS_MS = 20 * 60_000

type Callers = ReturnType<typeof callersAt>
type Days = { readonly from: string; readonly to: string }
type NextClient = (date: string) => number
type Booked = { readonly id: number; readonly end: string }

/** What the clinic has gathered; of a start that was interrupted, only what is missing. */
export async function fillCalendar(service: Service, organization: Organization): Promise<void> {
  const { db } = service
  const where = { organizationId: organization.id }
  const today = callersAt(service, organization)
  for (let n = await countRows(db, tables.client, where); n < CLIENTS; n += 1) {
    await today.clients.create(person(n))
  }
  const clients = await findRows(db, tables.client, where, {
    orderBy: Prisma.sql`r.id`,
    limit: CLIENTS,
  })
  const clientIds = clients.map(({ id }) => id)
  if ((await countRows(db, tables.blockedTime, where)) === 0)
    await fillBlockedTimes(service, organization)
  if ((await countRows(db, tables.webhook, where)) === 0) await fillWebhooks(service, organization)
  if ((await countRows(db, tables.appointment, where)) === 0) {
    await fillAppointments(service, organization, clientIds.slice(0, -WALK_INS))
  }
  if ((await countRows(db, tables.waitlistWish, where)) === 0) {
    await fillWaitlist(service, organization, clientIds)
  }
  if ((await countRows(db, tables.queueEntry, where)) === 0) {
    await fillQueue(service, organization, clientIds.slice(-WALK_INS))
  }
}

async function fillAppointments(
  service: Service,
  organization: Organization,
  clientIds: readonly number[],
): Promise<void> {
  const today = callersAt(service, organization)
  const services = await findRows(
    service.db,
    tables.service,
    { organizationId: organization.id, isActive: true, bookingMode: 'SCHEDULED' },
    { orderBy: Prisma.sql`r.id` },
  )
  const [consultation, evaluation, teleconsultation, group, aesthetic, followUp, therapy] =
    services.map(({ id }) => id)
  if (consultation === undefined || evaluation === undefined || therapy === undefined) return
  if (teleconsultation === undefined || group === undefined || aesthetic === undefined) return
  if (followUp === undefined) return

  const nextClient = cycle(clientIds)
  const past = callersAt(service, organization, DAYS_BACK * DAY_MS)
  const localToday = localDateOf(service.now(), organization.timeZone)
  const weekBack = daysFrom(addDays(localToday, -DAYS_BACK + 2), 7)
  const before = await bookSpread(past, [consultation], weekBack, 6, nextClient)
  for (const [index, { id, end }] of before.entries()) {
    await past.appointments.confirm({ appointment_id: id })
    const then = callersAt(service, organization, service.now() - Date.parse(end))
    const step = index === 5 ? then.appointments.noShow : then.appointments.complete
    await step({ appointment_id: id })
  }
  const week = daysFrom(addDays(localToday, 1), 7)
  const weekAfter = daysFrom(addDays(localToday, 8), 7)
  const ahead = [
    ...(await bookSpread(today, [consultation], week, 8, nextClient)),
    ...(await bookSpread(today, [teleconsultation], week, 4, nextClient)),
    ...(await bookSpread(today, [group], week, 3, nextClient)),
  ].map(({ id }) => id)
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
  await move(today, moved, consultation, weekAfter)
  await squeezeIn(today, first, nextClient)
  await holdOne(past, consultation, weekAfter)
  await bookSpread(today, [consultation, followUp], weekAfter, 2, nextClient)
  const fromSecondDay = daysFrom(addDays(localToday, 3), 7)
  const charged = await bookSpread(today, [aesthetic], fromSecondDay, 5, nextClient)
  await fillDeposits(
    service,
    organization,
    charged.map(({ id }) => id),
  )
  for (const serviceId of [evaluation, therapy]) {
    await bookSpread(today, [serviceId], week, 5, nextClient)
  }
  for (const serviceId of [consultation, evaluation, teleconsultation, therapy]) {
    await bookSpread(today, [serviceId], weekAfter, 3, nextClient)
    await fillToday(service, organization, serviceId, nextClient)
  }
  // The database writes when a row is made; these were confirmed by a clock that is behind.
  await prismaOf(service.db).$executeRaw`
    UPDATE appointment SET created_at = confirmed_at
    WHERE organization_id = ${organization.id} AND confirmed_at < created_at`
}

/** What was booked long ago for today: what is over by now is complete. On a Sunday, nothing. */
async function fillToday(
  service: Service,
  organization: Organization,
  serviceId: number,
  nextClient: NextClient,
): Promise<void> {
  const past = callersAt(service, organization, DAYS_BACK * DAY_MS)
  const today = daysFrom(localDateOf(service.now(), organization.timeZone), 1)
  for (const { id, end } of await bookSpread(past, [serviceId], today, 3, nextClient)) {
    await past.appointments.confirm({ appointment_id: id })
    const ago = service.now() - Date.parse(end)
    if (ago < 0) continue
    await callersAt(service, organization, ago).appointments.complete({ appointment_id: id })
  }
}

/** Time that someone held on another site, and did not book. */
async function holdOne(callers: Callers, serviceId: number, days: Days): Promise<void> {
  const slots = await callers.availability.slots({ service_ids: [serviceId], ...days })
  const slot = slots.data.at(-1)
  if (slot === undefined) return
  const { start, professional_id } = slot
  await callers.holds.create({ service_ids: [serviceId], start, professional_id })
}

/** To the last free start of these days. */
async function move(callers: Callers, id: number, serviceId: number, days: Days): Promise<void> {
  const slots = await callers.availability.slots({ service_ids: [serviceId], ...days })
  const slot = slots.data.at(-1)
  if (slot === undefined) return
  const { start, professional_id } = slot
  await callers.appointments.reschedule({ appointment_id: id, start, professional_id })
}

/** Beside an appointment that is there: the clinic allows overbooking. */
async function squeezeIn(callers: Callers, beside: number, nextClient: NextClient): Promise<void> {
  const { service_ids, start, professional_id } = await callers.appointments.get({
    appointment_id: beside,
  })
  await callers.appointments.create({
    service_ids,
    start,
    professional_id,
    client_id: nextClient(start.slice(0, 10)),
    notes: 'Encaixe.',
    allow_overbook: true,
  })
}

/** Books `count` free starts, evenly over these days; fewer where they stand too close. */
async function bookSpread(
  callers: Callers,
  serviceIds: readonly number[],
  days: Days,
  count: number,
  nextClient: NextClient,
): Promise<Booked[]> {
  const { data } = await callers.availability.slots({ service_ids: [...serviceIds], ...days })
  const booked: Booked[] = []
  const busyUntil = new Map<number, number>()
  for (let number = 0; number < count; number += 1) {
    const slot = data[Math.floor(((number + 0.5) * data.length) / count)]
    if (slot === undefined) break
    const { start, professional_id } = slot
    if (Date.parse(start) < (busyUntil.get(professional_id) ?? 0)) continue
    const client_id = nextClient(start.slice(0, 10))
    const { id, end } = await callers.appointments.create({
      service_ids: [...serviceIds],
      start,
      professional_id,
      client_id,
    })
    busyUntil.set(professional_id, Date.parse(end) + LONGEST_BUFFERS_MS)
    booked.push({ id, end })
  }
  return booked
}

function daysFrom(from: string, count: number): Days {
  return { from, to: addDays(from, count - 1) }
}

/** One after the other, and each once on a date. */
function cycle(values: readonly number[]): NextClient {
  let index = -1
  const taken = new Set<string>()
  return (date) => {
    do index = (index + 1) % values.length
    while (taken.has(`${index} ${date}`))
    taken.add(`${index} ${date}`)
    return values[index] ?? 0
  }
}
