/** What the slots route lists is what bookings and moves accept, and nothing else: around changes of the clock too. */
import { candidateStarts, formatInstant, startOfLocalDay } from '@scheduling/availability'
import { demandOf, loadSchedules, selectServices } from '@scheduling/core'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi } from '../../support/api.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  dateOverride,
  EVERY_DAY,
  workingHours,
} from '../../support/clinic.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Zones and the date on which their clocks change, if they do: by night, at midnight, by half an hour. */
const CHANGES = [
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['America/Santiago', '2027-04-03'],
  ['America/Santiago', '2027-09-05'],
  ['Asia/Beirut', '2027-03-28'],
  ['America/Havana', '2027-11-07'],
  ['Asia/Kathmandu', '2027-05-12'],
] as const

const Clock = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${`${Math.floor(quarter / 4)}`.padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`,
  )
const Interval = fc.tuple(Clock, Clock)
const Minutes = (most: number) => fc.integer({ min: 0, max: most })

const Worker = fc.record({
  weekly: fc.array(Interval, { minLength: 1, maxLength: 2 }),
  override: fc.option(fc.array(Interval, { maxLength: 2 })),
  taken: fc.array(
    fc.record({
      at: Minutes(60 * 60),
      length: fc.integer({ min: 5, max: 120 }),
      isSeat: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
})

const World = fc.record({
  change: fc.constantFrom(...CHANGES),
  workers: fc.array(Worker, { minLength: 1, maxLength: 3 }),
  duration: fc.integer({ min: 5, max: 150 }),
  before: Minutes(30),
  after: Minutes(30),
  interval: fc.integer({ min: 5, max: 90 }),
  notice: Minutes(900),
  capacity: fc.constantFrom(1, 1, 2, 3),
  hasTwoServices: fc.boolean(),
  blocked: fc.option(fc.record({ at: Minutes(60 * 60), length: fc.integer({ min: 1, max: 90 }) })),
  picks: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
})

type World = typeof World extends fc.Arbitrary<infer Value> ? Value : never
type Slot = { start: string; professional_id: number; remaining_capacity: number }

/** Rows of one random clinic, an hour before the day whose clock changes. */
async function open(world: World) {
  const [zone, date] = world.change
  const now = startOfLocalDay(date, zone) - 60 * 60_000
  api.setNow(now)
  const { db } = api
  const { row, key } = await api.organization({
    timeZone: zone,
    minAdvanceMinutes: world.notice,
    maxAdvanceDays: null,
  })
  const instant = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const professionals = []
  for (const worker of world.workers) {
    const professional = await createProfessional(db, row)
    const intervals = [...new Map(worker.weekly.map((hours) => [hours[0], hours])).values()]
    await workingHours(db, row, professional, { weekdays: EVERY_DAY, intervals })
    if (worker.override !== null) await dateOverride(db, row, professional, date, worker.override)
    professionals.push(professional)
  }
  const shape = {
    durationMinutes: world.duration,
    bufferBeforeMinutes: world.before,
    bufferAfterMinutes: world.after,
    slotIntervalMinutes: world.interval,
    maxCapacity: world.capacity,
    performedBy: professionals,
  }
  const service = await createService(db, row, shape)
  const second = await createService(db, row, { ...shape, durationMinutes: 15 })
  const client = await createClientRow(db, row, { phone: '11987654321' })
  const somebody = await createClientRow(db, row, { phone: '11912345678' })
  for (const [index, professional] of professionals.entries()) {
    for (const { at, length, isSeat } of world.workers[index]?.taken ?? []) {
      const other = await createService(db, row, { durationMinutes: length })
      // Rows that would overlap are not possible; such a one is left out.
      await createAppointmentRow(db, row, {
        professional,
        client: somebody,
        services: [isSeat ? service : other],
        start: instant(at),
      }).catch(() => undefined)
    }
  }
  if (world.blocked !== null) {
    const { at, length } = world.blocked
    await blockedTime(db, row, null, instant(at), instant(at + length))
  }
  const serviceIds = world.hasTwoServices ? [service.id, second.id] : [service.id]
  const local = (offset: number) => formatInstant(now + offset * 86_400_000, zone).slice(0, 10)
  const window = { from: local(0), to: local(3) }
  const call = (method: string, path: string, body?: object): Promise<Reply> =>
    api.call(method, path, body === undefined ? { key } : { key, body })
  const list = async (): Promise<Slot[]> => {
    const query = `service_ids=${serviceIds}&from=${window.from}&to=${window.to}`
    const reply = await call('GET', `/v1/availability/slots?${query}`)
    expect(reply.status).toBe(200)
    return reply.body.data
  }
  const { services } = (await selectServices(db, row, serviceIds)).selection
  const demand = demandOf(services, row)
  const { calendar, schedules } = await loadSchedules(db, row, {
    professionalIds: professionals.map(({ id }) => id),
    demand,
    from: now - 86_400_000,
    until: now + 6 * 86_400_000,
    now,
  })
  const grid = [...schedules].flatMap(([professionalId, schedule]) =>
    candidateStarts(calendar, demand, schedule, window).map((start) => ({
      professionalId,
      start: formatInstant(start, zone),
    })),
  )
  const professionalIds = professionals.map(({ id }) => id)
  return { call, list, grid, serviceIds, professionalIds, client }
}

/** One for each number, the same more than once; none of an empty list. */
function pick<Value>(from: readonly Value[], picks: readonly number[]): Value[] {
  return picks.flatMap((number) => from.slice(number % from.length).slice(0, 1))
}

describe('listed slots, bookings and moves', () => {
  it('agree for each professional, for any of them, and seat by seat', async () => {
    const answers = { '201': 0, '409': 0 }
    await fc.assert(
      fc.asyncProperty(World, async (world) => {
        const { call, list, grid, serviceIds, professionalIds, client } = await open(world)
        const slots = await list()
        const listed = new Map(
          slots.map((slot) => [`${slot.professional_id} ${slot.start}`, slot.remaining_capacity]),
        )
        const cells = new Set(grid.map(({ professionalId, start }) => `${professionalId} ${start}`))
        for (const slot of listed.keys()) expect(cells).toContain(slot)
        const book = async (professionalId: number | null, start: string) => {
          const reply = await call('POST', '/v1/appointments', {
            service_ids: serviceIds,
            professional_id: professionalId,
            client_id: client.id,
            start,
          })
          if (reply.status === 201 || reply.status === 409) answers[reply.status] += 1
          return reply
        }
        const cancel = (reply: Reply) => call('POST', `/v1/appointments/${reply.body.id}/cancel`)

        const asked = [
          ...pick(grid, world.picks),
          ...pick(
            slots.map((slot) => ({ professionalId: slot.professional_id, start: slot.start })),
            world.picks.slice(0, 4),
          ),
        ]
        for (const { professionalId, start } of asked) {
          const remaining = listed.get(`${professionalId} ${start}`) ?? 0
          const one = await book(professionalId, start)
          expect([one.status, start], JSON.stringify(one.body)).toEqual([
            remaining > 0 ? 201 : 409,
            start,
          ])
          if (one.status === 201) {
            const left = (await list()).find(
              (slot) => slot.professional_id === professionalId && slot.start === start,
            )
            expect(left?.remaining_capacity ?? 0).toBe(remaining - 1)
            await cancel(one)
          }
          // A start need not be on the grid of whoever takes it: each is asked by name.
          const free: number[] = []
          for (const id of professionalIds) {
            const named = await book(id, start)
            if (named.status !== 201) continue
            free.push(id)
            await cancel(named)
          }
          const anybody = await book(null, start)
          expect([anybody.status, start], JSON.stringify(anybody.body)).toEqual([
            free.length > 0 ? 201 : 409,
            start,
          ])
          if (anybody.status === 201) {
            expect(free).toContain(anybody.body.professional_id)
            await cancel(anybody)
          }
        }
        expect(await list()).toEqual(slots)
      }),
      // Each step of shrinking would be dozens of requests more; the seed repeats it.
      { numRuns: 6, endOnFailure: true },
    )
    // Both answers were really given.
    expect(answers['201']).toBeGreaterThan(20)
    expect(answers['409']).toBeGreaterThan(20)
  }, 120_000)

  it('a move goes where the list, without the appointment itself, has room', async () => {
    const answers = { '200': 0, '409': 0 }
    await fc.assert(
      fc.asyncProperty(World, async (world) => {
        const { call, list, grid, serviceIds, client } = await open(world)
        const slots = await list()
        const [home] = pick(slots, world.picks)
        if (home === undefined) return
        const booked = await call('POST', '/v1/appointments', {
          service_ids: serviceIds,
          professional_id: home.professional_id,
          client_id: client.id,
          start: home.start,
        })
        expect(booked.status).toBe(201)
        const listed = new Set(slots.map((slot) => `${slot.professional_id} ${slot.start}`))
        for (const { professionalId, start } of pick(grid, world.picks)) {
          const path = `/v1/appointments/${booked.body.id}/reschedule`
          const moved = await call('POST', path, { start, professional_id: professionalId })
          const where = [moved.status, professionalId, start]
          const isListed = listed.has(`${professionalId} ${start}`)
          const { body: now } = await call('GET', `/v1/appointments/${booked.body.id}`)
          if (moved.status === 200 || moved.status === 409) answers[moved.status] += 1
          expect(where, JSON.stringify(moved.body)).toEqual([
            isListed ? 200 : 409,
            professionalId,
            start,
          ])
          if (isListed) {
            expect([now.professional_id, now.start]).toEqual([professionalId, start])
          }
        }
        await call('POST', `/v1/appointments/${booked.body.id}/cancel`)
        expect(await list()).toEqual(slots)
      }),
      { numRuns: 8, endOnFailure: true },
    )
    expect(answers['200']).toBeGreaterThan(10)
    expect(answers['409']).toBeGreaterThan(10)
  }, 120_000)
})
