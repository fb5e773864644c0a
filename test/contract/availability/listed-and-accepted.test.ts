/** What the slots route lists is what bookings and moves accept, and nothing else: around changes of the clock too. */
import { startOfLocalDay } from '@scheduling/availability'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Reply, useSharedApi } from '../../support/api.ts'
import {
  Asked,
  Hours,
  Minutes,
  openRandomClinic,
  pick,
  type OpenRandomClinic,
} from '../../support/random-clinic.ts'

const api = useSharedApi()

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

const Worker = fc.record({
  weekly: Hours(1, 2),
  override: fc.option(Hours(0, 2)),
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
  ...Asked,
  capacity: fc.constantFrom(1, 1, 2, 3),
  blocked: fc.option(fc.record({ at: Minutes(60 * 60), length: fc.integer({ min: 1, max: 90 }) })),
  picks: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
})

type World = typeof World extends fc.Arbitrary<infer Value> ? Value : never

/** A clinic an hour before the day whose clock changes. */
function open({ change: [zone, date], blocked, ...world }: World): Promise<OpenRandomClinic> {
  return openRandomClinic(api, {
    ...world,
    zone,
    date,
    now: startOfLocalDay(date, zone) - 60 * 60_000,
    days: 3,
    blocked: blocked === null ? [] : [{ ...blocked, of: null }],
    organization: { maxAdvanceDays: null },
  })
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
          // A start need not be on the grid of the professional who takes it: each is asked by name.
          const free: number[] = []
          for (const id of professionalIds) {
            const named = await book(id, start)
            if (named.status !== 201) continue
            free.push(id)
            await cancel(named)
          }
          const anyone = await book(null, start)
          expect([anyone.status, start], JSON.stringify(anyone.body)).toEqual([
            free.length > 0 ? 201 : 409,
            start,
          ])
          if (anyone.status === 201) {
            expect(free).toContain(anyone.body.professional_id)
            await cancel(anyone)
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
