/** Whatever else takes time of a calendar: bookings are accepted where, and only where, the slots route lists them. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { Asked, Hours, Minutes, openRandomClinic, pick } from '../../support/random-clinic.ts'

const api = useSharedApi()

describe('what is listed and what is accepted', () => {
  const ZONES = ['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo', 'UTC']
  const World = fc.record({
    zone: fc.constantFrom(...ZONES),
    weekly: Hours(1, 3),
    override: fc.option(Hours(0, 2)),
    isHoliday: fc.boolean(),
    ...Asked,
    capacity: fc.constantFrom(1, 1, 2),
    taken: fc.array(
      fc.record({
        at: Minutes(48 * 60),
        length: fc.integer({ min: 1, max: 120 }),
        isSeat: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    blocked: fc.array(
      fc.record({
        at: Minutes(48 * 60),
        length: fc.integer({ min: 1, max: 180 }),
        of: fc.constantFrom(0, null),
      }),
      { maxLength: 2 },
    ),
    sample: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })
  const DATE = '2026-11-21'

  it('of random calendars: every start of the grid is listed if, and only if, it can be booked', async () => {
    let accepted = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(World, async ({ weekly, override, taken, isHoliday, sample, ...world }) => {
        const clinic = await openRandomClinic(api, {
          ...world,
          now: TEST_NOW,
          date: DATE,
          days: 2,
          workers: [{ weekly, override, taken }],
          holidays: isHoliday ? [DATE] : [],
        })
        const { call, client, serviceIds } = clinic
        const grid = clinic.grid.map(({ start }) => start)
        const listed = new Set((await clinic.list()).map(({ start }) => start))
        for (const start of listed) expect(grid).toContain(start)
        const picked = new Set([...pick(grid, sample), ...pick([...listed], sample.slice(0, 6))])
        for (const start of picked) {
          const body = { service_ids: serviceIds, start, client_id: client.id }
          const booked = await call('POST', '/v1/appointments', body)
          expect([booked.status, start], JSON.stringify(booked.body)).toEqual([
            listed.has(start) ? 201 : 409,
            start,
          ])
          if (booked.status === 201) {
            accepted += 1
            await call('POST', `/v1/appointments/${booked.body.id}/cancel`)
          } else refused += 1
        }
      }),
      // Each step of shrinking would be dozens of requests more; the seed repeats it.
      { numRuns: 12, endOnFailure: true },
    )
    // Both answers were really asked for.
    expect(accepted).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(20)
  }, 120_000)
})
