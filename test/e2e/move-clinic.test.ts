/**
 * A whole clinic moves to another organization over REST, with one key that reads and one that writes. Its past
 * appointments go through the file import.
 */
import { Scheduling } from '@scheduling/sdk'
import { expect, it } from 'vitest'
import { useSharedApi, type TestOrganization } from '../support/api.ts'
import { at, MONDAY } from '../support/booking.ts'
import { signIn } from '../support/dashboard.ts'
import { sendFile } from '../support/imports.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  createSpecialty,
  createWishRow,
  dateOverride,
  holiday,
  workingHours,
} from '../support/clinic.ts'

const api = useSharedApi()

const A_WEEK_BEFORE = '2026-11-16'
const TUESDAY = '2026-11-24'
const WEDNESDAY = '2026-11-25'

/** Everything that the routes of set-up can say. */
async function openOldClinic(): Promise<TestOrganization> {
  const organization = await api.organization({ name: 'Antiga' })
  const { db } = api
  const { row } = organization
  const specialty = await createSpecialty(db, row)
  const [first, second] = [await createProfessional(db, row), await createProfessional(db, row)]
  await workingHours(db, row, first, {
    weekdays: [1, 2, 3],
    intervals: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
  })
  await workingHours(db, row, second, { weekdays: [1, 2], intervals: [['20:00', '02:00']] })
  const consultation = await createService(db, row, {
    performedBy: [first, second],
    specialtyId: specialty.id,
    price: 180,
    bufferAfterMinutes: 10,
  })
  await createService(db, row, { performedBy: [first], name: 'Grupo', maxCapacity: 6 })
  await createService(db, row, { performedBy: [second], name: 'Fila', bookingMode: 'QUEUE' })
  await dateOverride(db, row, first, TUESDAY, [['09:00', '10:00']])
  await holiday(db, row, WEDNESDAY)
  await blockedTime(db, row, first, at('08:00'), at('09:00'))
  await blockedTime(db, row, null, at('22:00'), at('23:00'))
  for (const [index, clock] of ['09:00', '14:00'].entries()) {
    const client = await createClientRow(db, row, { phone: `1198765432${index}` })
    await createAppointmentRow(db, row, {
      professional: first,
      client,
      services: [consultation],
      start: at(clock),
      status: index === 0 ? 'CONFIRMED' : 'PENDING',
    })
    await createAppointmentRow(db, row, {
      professional: second,
      client,
      services: [consultation],
      start: `${A_WEEK_BEFORE}T${clock}:00-03:00`,
      status: 'COMPLETED',
    })
    if (index === 1) await createWishRow(db, row, { client, service: consultation, date: MONDAY })
  }
  return organization
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

/** New ids by old ones. */
class Ids {
  readonly #known = new Map<number, number>()
  set(old: number, { id }: { readonly id: number }): void {
    this.#known.set(old, id)
  }
  of(old: number): number {
    const found = this.#known.get(old)
    if (found === undefined) throw new Error(`${old} was not moved.`)
    return found
  }
  all(old: readonly number[]): number[] {
    return old.map((one) => this.of(one))
  }
}

/** Each creation has a key by its old id, so that a move that broke off can begin again. */
async function move(from: Scheduling, to: Scheduling) {
  const once = (what: string, id: number | string) => ({ idempotencyKey: `move ${what} ${id}` })
  const ids = {
    specialties: new Ids(),
    professionals: new Ids(),
    services: new Ids(),
    clients: new Ids(),
  }
  for (const { id, name } of await all(from.specialties.list())) {
    ids.specialties.set(id, await to.specialties.create({ name }, once('specialty', id)))
  }
  for (const { id, name, email, registry } of await all(from.professionals.list())) {
    const input = { name, email, registry }
    ids.professionals.set(id, await to.professionals.create(input, once('professional', id)))
  }
  for (const one of await all(from.services.list())) {
    const { name, description, serviceType, bookingMode, durationMinutes, price, color } = one
    const { maxCapacity, bufferBeforeMinutes, bufferAfterMinutes, slotIntervalMinutes } = one
    const input = {
      name,
      description,
      serviceType,
      bookingMode,
      durationMinutes,
      price,
      color,
      maxCapacity,
      bufferBeforeMinutes,
      bufferAfterMinutes,
      slotIntervalMinutes,
      specialtyId: one.specialtyId === null ? null : ids.specialties.of(one.specialtyId),
      professionalIds: ids.professionals.all(one.professionalIds),
    }
    ids.services.set(one.id, await to.services.create(input, once('service', one.id)))
  }
  for (const { id } of await all(from.professionals.list())) {
    const { professionals } = await from.schedule.getHours(id)
    const mine = ids.professionals.of(id)
    for (const { week, overrides } of professionals) {
      await to.schedule.setWeek(mine, { intervals: week })
      for (const { date, intervals } of overrides) {
        await to.schedule.setDate(mine, date, { intervals })
      }
    }
  }
  for (const { date, name } of await all(from.schedule.listHolidays())) {
    await to.schedule.addHoliday({ date, name }, once('holiday', date))
  }
  for (const { id, ...rest } of await all(from.clients.list())) {
    const { firstName, lastName, email, phone, cpf, birthDate } = rest
    const metadata = { old_id: String(id) }
    const input = { firstName, lastName, email, phone, cpf, birthDate, metadata }
    ids.clients.set(id, await to.clients.create(input, once('client', id)))
  }
  const ahead = { from: MONDAY, status: ['PENDING', 'CONFIRMED'] as ('PENDING' | 'CONFIRMED')[] }
  for (const one of await all(from.appointments.list(ahead))) {
    const { id } = await to.appointments.create(
      {
        serviceIds: ids.services.all(one.serviceIds),
        professionalId: ids.professionals.of(one.professionalId),
        clientId: ids.clients.of(one.clientId),
        start: one.start,
        notes: one.notes,
        metadata: { old_id: String(one.id) },
        notifyClient: false,
      },
      once('appointment', one.id),
    )
    if (one.status === 'CONFIRMED') {
      await to.appointments.confirm(id, { notifyClient: false }, once('confirmation', one.id))
    }
  }
  // Last: what was booked before may lie in it.
  for (const one of await all(from.schedule.listBlockedTimes())) {
    const { start, end, reason } = one
    const professionalId =
      one.professionalId === null ? null : ids.professionals.of(one.professionalId)
    const input = { professionalId, start, end, reason, appointments: 'keep' as const }
    await to.schedule.createBlockedTime(input, once('blocked time', one.id))
  }
  for (const one of await all(from.waitlist.list())) {
    const { fromDate, toDate, weekdays, fromMinute, toMinute, language } = one
    const input = {
      fromDate,
      toDate,
      weekdays,
      fromMinute,
      toMinute,
      language,
      serviceIds: ids.services.all(one.serviceIds),
      clientId: ids.clients.of(one.clientId),
    }
    await to.waitlist.add(input, once('wish', one.id))
  }
  return ids
}

/** A file of what is over: no route books it. */
async function history(from: Scheduling, ids: Awaited<ReturnType<typeof move>>): Promise<string> {
  const past = await all(from.appointments.list({ status: ['COMPLETED'] }))
  const rows = past.map((one) => [
    one.id,
    one.start,
    ids.services.all(one.serviceIds).join('|'),
    ids.professionals.of(one.professionalId),
    ids.clients.of(one.clientId),
  ])
  const head = ['external_id', 'start', 'service_ids', 'professional_id', 'client_id']
  return [head, ...rows].map((cells) => cells.join(',')).join('\n')
}

/** What clients and the team see of a clinic, without ids. */
async function seen(clinic: Scheduling) {
  const days = { from: MONDAY, to: '2026-12-06' }
  const services = await all(clinic.services.list())
  const slots = await Promise.all(
    services
      .filter(({ bookingMode }) => bookingMode === 'SCHEDULED')
      .map(({ id }) => all(clinic.availability.slots({ serviceIds: [id], ...days }))),
  )
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  const appointments = await all(clinic.appointments.list())
  return {
    services: services.map(({ name, price, specialty, professionals, maxCapacity }) => [
      name,
      price,
      specialty?.name ?? null,
      names(professionals),
      maxCapacity,
    ]),
    free: slots
      .flat()
      .map(({ start, end, professional, remainingCapacity }) => [
        start,
        end,
        professional.name,
        remainingCapacity,
      ]),
    booked: appointments.map(({ start, status, client, professional, services: booked, price }) => [
      start,
      status,
      client.name,
      professional.name,
      names(booked),
      price,
    ]),
    holidays: (await all(clinic.schedule.listHolidays())).map(({ date }) => date),
    blocked: (await all(clinic.schedule.listBlockedTimes())).map(({ start, end }) => [start, end]),
    waiting: (await all(clinic.waitlist.list())).map(({ client, fromDate }) => [
      client.name,
      fromDate,
    ]),
  }
}

it('a clinic moves, twice over as after an interruption, and no client is told', async () => {
  const [old, young] = [await openOldClinic(), await api.organization({ name: 'Nova' })]
  const connect = async (
    { keyWith }: TestOrganization,
    scopes: readonly ('read' | 'write' | 'setup')[],
  ) => new Scheduling({ baseUrl: api.url, apiKey: await keyWith(scopes) })
  const from = await connect(old, ['read'])
  const to = await connect(young, ['write', 'setup'])
  await move(from, to)
  const ids = await move(from, to)
  const owner = await signIn(api, young)
  const imported = async () => {
    const { sums } = await sendFile(api, owner, 'appointments', await history(from, ids))
    return sums
  }
  expect(await imported()).toMatchObject({ created: 2, refused: 0 })
  expect(await imported()).toMatchObject({ unchanged: 2, refused: 0 })
  const before = await seen(from)
  expect(before.free.length).toBeGreaterThan(20)
  expect([before.booked.length, before.blocked.length, before.waiting.length]).toEqual([4, 2, 1])
  expect(await seen(await connect(young, ['read']))).toEqual(before)
  const where = { organizationId: young.row.id }
  expect(await api.db.message.count({ where })).toBe(0)
})
