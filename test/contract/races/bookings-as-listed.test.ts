/** Whatever else takes time of a calendar: bookings are accepted where, and only where, the slots route lists them. */
import { candidateStarts, formatInstant } from '@scheduling/availability'
import { demandOf, loadSchedules, selectServices } from '@scheduling/core'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  dateOverride,
  holiday,
  workingHours,
} from '../../support/clinic.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('what is listed and what is accepted', () => {
  const ZONES = ['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo', 'UTC']
  const Clock = fc
    .integer({ min: 0, max: 95 })
    .map(
      (quarter) =>
        `${`${Math.floor(quarter / 4)}`.padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`,
    )
  const Interval = fc.tuple(Clock, Clock)
  const Minutes = (most: number) => fc.integer({ min: 0, max: most })
  const World = fc.record({
    zone: fc.constantFrom(...ZONES),
    weekly: fc.array(Interval, { minLength: 1, maxLength: 3 }),
    override: fc.option(fc.array(Interval, { maxLength: 2 })),
    isHoliday: fc.boolean(),
    duration: fc.integer({ min: 5, max: 150 }),
    before: Minutes(30),
    after: Minutes(30),
    interval: fc.integer({ min: 5, max: 90 }),
    notice: Minutes(900),
    capacity: fc.constantFrom(1, 1, 2),
    hasTwoServices: fc.boolean(),
    taken: fc.array(
      fc.record({
        at: Minutes(48 * 60),
        length: fc.integer({ min: 1, max: 120 }),
        seat: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    blocked: fc.array(
      fc.record({
        at: Minutes(48 * 60),
        length: fc.integer({ min: 1, max: 180 }),
        all: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    sample: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })

  it('of random calendars: every start of the grid is listed if, and only if, it can be booked', async () => {
    let accepted = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(World, async (world) => {
        const { row, key } = await api.organization({
          timeZone: world.zone,
          minAdvanceMinutes: world.notice,
        })
        const { db } = api
        const professional = await createProfessional(db, row)
        const weekdays = [0, 1, 2, 3, 4, 5, 6]
        const distinct = [...new Map(world.weekly.map((hours) => [hours[0], hours])).values()]
        await workingHours(db, row, professional, { weekdays, intervals: distinct })
        if (world.isHoliday) await holiday(db, row, '2026-11-21')
        if (world.override !== null) {
          await dateOverride(db, row, professional, '2026-11-21', world.override)
        }
        const shape = {
          durationMinutes: world.duration,
          bufferBeforeMinutes: world.before,
          bufferAfterMinutes: world.after,
          slotIntervalMinutes: world.interval,
          maxCapacity: world.capacity,
          performedBy: [professional],
        }
        const service = await createService(db, row, shape)
        const second = await createService(db, row, { ...shape, durationMinutes: 15 })
        const client = await createClientRow(db, row, { phone: '11987654321' })
        const somebody = await createClientRow(db, row, { phone: '11912345678' })
        const instant = (minutes: number) => new Date(TEST_NOW + minutes * 60_000).toISOString()
        for (const { at: minute, length, seat } of world.taken) {
          const other = await createService(db, row, { durationMinutes: length })
          const services = [seat ? service : other]
          const start = instant(minute)
          // Rows that would overlap are not possible; such a one is left out.
          await createAppointmentRow(db, row, {
            professional,
            client: somebody,
            services,
            start,
          }).catch(() => undefined)
        }
        for (const { at: minute, length, all } of world.blocked) {
          const who = all ? null : professional
          await blockedTime(db, row, who, instant(minute), instant(minute + length))
        }
        const serviceIds = world.hasTwoServices ? [service.id, second.id] : [service.id]
        const window = { from: '2026-11-20', to: '2026-11-22' }
        const query = `service_ids=${serviceIds}&from=${window.from}&to=${window.to}`
        const reply = await api.call('GET', `/v1/availability/slots?${query}`, { key })
        expect(reply.status).toBe(200)
        const listed = new Set<string>(reply.body.data.map((slot: { start: string }) => slot.start))

        const { services } = (await selectServices(db, row, serviceIds)).selection
        const demand = demandOf(services, row)
        const { calendar, schedules } = await loadSchedules(db, row, {
          professionalIds: [professional.id],
          demand,
          from: TEST_NOW - 86_400_000,
          until: TEST_NOW + 4 * 86_400_000,
          now: TEST_NOW,
        })
        const schedule = schedules.get(professional.id)
        if (schedule === undefined) throw new Error('the schedule was asked for')
        const grid = candidateStarts(calendar, demand, schedule, window).map((start) =>
          formatInstant(start, world.zone),
        )
        for (const start of listed) expect(grid).toContain(start)
        const picked = new Set([
          ...world.sample.map((number) => grid[number % grid.length]),
          ...world.sample.slice(0, 6).map((number) => [...listed][number % listed.size]),
        ])
        for (const start of picked) {
          if (start === undefined) continue
          const booked = await api.call('POST', '/v1/appointments', {
            key,
            body: { service_ids: serviceIds, start, client_id: client.id },
          })
          expect([booked.status, start], JSON.stringify(booked.body)).toEqual([
            listed.has(start) ? 201 : 409,
            start,
          ])
          if (booked.status === 201) {
            accepted += 1
            await api.call('POST', `/v1/appointments/${booked.body.id}/cancel`, { key })
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
