/** Many at once: what must hold whoever comes first. Every request is a real one, sent in parallel. */
import { candidateStarts, formatInstant } from '@scheduling/availability'
import { demandOf, loadSchedules, selectServices } from '@scheduling/core'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../../support/api.ts'
import {
  anotherClient,
  at,
  holdsOf,
  openClinic,
  type BookableClinic,
} from '../../support/booking.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  dateOverride,
  eventsOf,
  holiday,
  workingHours,
} from '../../support/clinic.ts'
import { lockProfessional, overtaken, untilWaiting } from '../../support/overtaking.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

function times<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

/** How many answers of each kind, such as `{ '201': 1, '409 slot_unavailable': 49 }`. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const kind = status < 300 ? `${status}` : `${status} ${body.code}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

async function clientsOf(clinic: BookableClinic, count: number): Promise<number[]> {
  return (await times(count, () => anotherClient(api, clinic))).map(({ id }) => id)
}

/** What no race may leave behind: overlaps, holds without their appointments, wrong counts of seats. */
async function expectSoundCalendar(clinic: BookableClinic): Promise<void> {
  const organizationId = clinic.organization.row.id
  const holds = await api.db.calendarHold.findMany({
    where: { organizationId },
    include: { appointments: true },
    orderBy: [{ professionalId: 'asc' }, { busyFrom: 'asc' }],
  })
  for (const [index, hold] of holds.entries()) {
    expect(hold.appointments).toHaveLength(hold.taken)
    expect(hold.taken).toBeLessThanOrEqual(hold.capacity)
    for (const appointment of hold.appointments) {
      expect(appointment.professionalId).toBe(hold.professionalId)
      expect(appointment.startsAt).toEqual(hold.startsAt)
    }
    const before = holds[index - 1]
    if (before?.professionalId === hold.professionalId && !before.isOverbook && !hold.isOverbook) {
      expect(before.busyTo.getTime()).toBeLessThanOrEqual(hold.busyFrom.getTime())
    }
  }
  const blocking = await api.db.appointment.count({
    where: { organizationId, status: { in: ['PENDING', 'CONFIRMED', 'COMPLETED'] } },
  })
  expect(holds.reduce((sum, hold) => sum + hold.taken, 0)).toBe(blocking)
}

describe('bookings at the same time', () => {
  it('50 clients want one start: one 201, 49 × 409 slot_unavailable', async () => {
    const clinic = await openClinic(api)
    const ids = await clientsOf(clinic, 50)
    const replies = await Promise.all(ids.map((client_id) => clinic.book({ client_id })))
    expect(tally(replies)).toEqual({ '201': 1, '409 slot_unavailable': 49 })
    await expectSoundCalendar(clinic)
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['appointment.created', 'client.first_appointment'])
  })

  it('50 times the same without a key: one 201, 49 × 200 of the same record, one event', async () => {
    const clinic = await openClinic(api)
    const replies = await times(50, () => clinic.book())
    expect(tally(replies)).toEqual({ '201': 1, '200': 49 })
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['appointment.created', 'client.first_appointment'])
    await expectSoundCalendar(clinic)
  })

  it('30 times the same with an inline client and any professional: one client, one appointment', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const client = { first_name: 'Rui', phone: '11912345678', on_match: 'update' }
    const replies = await times(30, (index) =>
      clinic.book({
        client: { ...client, phone: index % 2 === 0 ? '11912345678' : '(11) 91234-5678' },
        professional_id: null,
      }),
    )
    expect(tally(replies)).toEqual({ '201': 1, '200': 29 })
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['client.created', 'appointment.created', 'client.first_appointment'])
    await expectSoundCalendar(clinic)
  })

  it('20 times one Idempotency-Key: one is carried out, 19 repeat it', async () => {
    const clinic = await openClinic(api)
    const headers = { 'Idempotency-Key': 'race' }
    const replies = await times(20, () => clinic.book({}, { headers }))
    expect(tally(replies)).toEqual({ '201': 20 })
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const replayed = replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')
    expect(replayed).toHaveLength(19)
  })

  it('20 clients want three seats: three 201', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 3 } })
    const ids = await clientsOf(clinic, 20)
    const replies = await Promise.all(ids.map((client_id) => clinic.book({ client_id })))
    expect(tally(replies)).toEqual({ '201': 3, '409 slot_unavailable': 17 })
    await expectSoundCalendar(clinic)
    const holds = await api.db.calendarHold.findMany({ where: { serviceId: clinic.service.id } })
    expect(holds).toMatchObject([{ taken: 3, capacity: 3 }])
  })

  it('20 clients want anybody at one start, and five are there: five 201, one each', async () => {
    const clinic = await openClinic(api, { professionals: 5 })
    const ids = await clientsOf(clinic, 20)
    const replies = await Promise.all(
      ids.map((client_id) => clinic.book({ client_id, professional_id: null })),
    )
    expect(tally(replies)).toEqual({ '201': 5, '409 slot_unavailable': 15 })
    await expectSoundCalendar(clinic)
  })

  it('overlapping services, starts and professionals in every order: no overlap, no 5xx', async () => {
    const clinic = await openClinic(api, {
      professionals: 3,
      service: { bufferBeforeMinutes: 5, bufferAfterMinutes: 10 },
    })
    const long = await createService(api.db, clinic.organization.row, {
      durationMinutes: 90,
      performedBy: clinic.professionals,
    })
    const ids = await clientsOf(clinic, 40)
    const replies = await Promise.all(
      ids.map((client_id, index) =>
        clinic.book({
          client_id,
          service_ids: index % 3 === 0 ? [long.id, clinic.service.id] : [clinic.service.id],
          start: at(`${9 + (index % 2)}:${['00', '07', '30'][index % 3]}`.padStart(5, '0')),
          professional_id: index % 4 === 0 ? null : clinic.professionals[index % 3]?.id,
        }),
      ),
    )
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(tally(replies)['201']).toBeGreaterThan(0)
    await expectSoundCalendar(clinic)
  })

  it('seats given back and taken at the same moment are counted right', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 4 } })
    const ids = await clientsOf(clinic, 16)
    const first = await Promise.all(ids.slice(0, 4).map((client_id) => clinic.book({ client_id })))
    const replies = await Promise.all([
      ...first.map(({ body }) => clinic.call('POST', `/v1/appointments/${body.id}/cancel`)),
      ...ids.slice(4).map((client_id) => clinic.book({ client_id })),
    ])
    expect(replies.slice(0, 4).every(({ status }) => status === 200)).toBe(true)
    expect(replies.every(({ status }) => status < 500)).toBe(true)
    await expectSoundCalendar(clinic)
  })

  it('a seat that is being taken while the last other one is given back stays taken', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 2 } })
    const { body } = await clinic.book()
    const hold = { serviceId: clinic.service.id }
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      const sql = 'UPDATE calendar_hold SET taken = taken + 1 WHERE service_id = $1'
      await writer.query(sql, [clinic.service.id])
      const cancel = clinic.call('POST', `/v1/appointments/${body.id}/cancel`)
      await untilWaiting(api)
      await writer.query('COMMIT')
      expect((await cancel).status).toBe(200)
    } finally {
      writer.release()
    }
    expect(await api.db.calendarHold.findMany({ where: hold })).toMatchObject([{ taken: 1 }])
  })

  it('a first appointment is first once, whichever professional takes it', async () => {
    const clinic = await openClinic(api, { professionals: 4 })
    const replies = await Promise.all(
      clinic.professionals.map(({ id }) => clinic.book({ professional_id: id })),
    )
    expect(tally(replies)).toEqual({ '201': 4 })
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types.filter((type) => type === 'client.first_appointment')).toHaveLength(1)
  })
})

describe('somebody who leaves while a booking waits for their calendar', () => {
  /** Deactivated, or without the service, after the booking has read who performs it. */
  const DEPARTURES = {
    deactivated: 'UPDATE professional SET is_active = false WHERE id = $1',
    'without the service': 'DELETE FROM professional_service WHERE professional_id = $1',
  } as const

  const bookOvertaken = (
    clinic: BookableClinic,
    departure: keyof typeof DEPARTURES,
    body: Readonly<Record<string, unknown>>,
  ) =>
    overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () => clinic.book(body),
      change: (session) => session.query(DEPARTURES[departure], [clinic.professional.id]),
    })

  it.each(['deactivated', 'without the service'] as const)(
    '%s: any professional is another one, or nobody',
    async (departure) => {
      const two = await openClinic(api, { professionals: 2 })
      const [, other] = two.professionals
      const booked = await bookOvertaken(two, departure, { professional_id: null })
      expect([booked.status, booked.body.professional_id]).toEqual([201, other?.id])
      const alone = await openClinic(api)
      const refused = await bookOvertaken(alone, departure, { professional_id: null })
      expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
      expect(await holdsOf(api, alone)).toEqual([])
    },
  )

  it.each([
    ['deactivated', [400, 'validation_error']],
    ['without the service', [409, 'professional_cannot_perform_service']],
  ] as const)('%s: the one who was named is refused', async (departure, expected) => {
    const clinic = await openClinic(api)
    for (const more of [{}, { allow_overbook: true }]) {
      await api.db.professional.update({
        where: { id: clinic.professional.id },
        data: { isActive: true },
      })
      await api.db.professionalService.upsert({
        where: {
          professionalId_serviceId: {
            professionalId: clinic.professional.id,
            serviceId: clinic.service.id,
          },
        },
        create: {
          organizationId: clinic.organization.row.id,
          professionalId: clinic.professional.id,
          serviceId: clinic.service.id,
        },
        update: {},
      })
      const refused = await bookOvertaken(clinic, departure, more)
      expect([refused.status, refused.body.code]).toEqual(expected)
    }
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('deactivated: an appointment that stays with them is not moved', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () =>
        clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
          body: { start: at('10:00') },
        }),
      change: (session) => session.query(DEPARTURES.deactivated, [clinic.professional.id]),
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'slot_unavailable'])
    expect(await holdsOf(api, clinic)).toMatchObject([{ startsAt: new Date(at('09:00')) }])
  })
})

describe('moves at the same time', () => {
  it('two appointments moved into each other’s time: no overlap, no deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const clinic = await openClinic(api, { professionals: 2 })
      const [one, two] = clinic.professionals
      const [rui, eva] = await clientsOf(clinic, 2)
      const a = await clinic.book({ client_id: rui, professional_id: one?.id })
      const b = await clinic.book({ client_id: eva, professional_id: two?.id })
      const replies = await Promise.all([
        clinic.call('POST', `/v1/appointments/${a.body.id}/reschedule`, {
          body: { professional_id: two?.id, start: at('09:15') },
        }),
        clinic.call('POST', `/v1/appointments/${b.body.id}/reschedule`, {
          body: { professional_id: one?.id, start: at('09:15') },
        }),
      ])
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
      await expectSoundCalendar(clinic)
    }
  })

  it('one appointment moved 20 times at once: every answer counts once', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const { body } = await clinic.book()
    const replies = await times(20, (index) =>
      clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
        body: {
          start: at(`${10 + (index % 2)}:${index % 3 === 0 ? '00' : '15'}`),
          professional_id: [null, undefined, clinic.professionals[index % 3]?.id][index % 3],
        },
      }),
    )
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    await expectSoundCalendar(clinic)
    const { body: now } = await clinic.call('GET', `/v1/appointments/${body.id}`)
    const moves = (await eventsOf(api.db, clinic.organization.row)).filter(
      ({ type }) => type === 'appointment.rescheduled',
    )
    expect(now.reschedule_count).toBe(moves.length)
    expect(moves.at(-1)?.payload.object).toEqual(now)
  })

  it('moves into a session that nobody has opened yet: they share it', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 6 } })
    const ids = await clientsOf(clinic, 6)
    const starts = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
    const booked = await Promise.all(
      starts.map((clock, index) => clinic.book({ client_id: ids[index], start: at(clock) })),
    )
    const replies = await Promise.all(
      booked.map(({ body }) =>
        clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
          body: { start: at('14:00') },
        }),
      ),
    )
    expect(tally(replies)).toEqual({ '200': 6 })
    await expectSoundCalendar(clinic)
    const holds = await api.db.calendarHold.findMany({ where: { serviceId: clinic.service.id } })
    expect(holds).toMatchObject([{ taken: 6 }])
  })

  it('seats exchanged between two full sessions: no deadlock, no seat lost', async () => {
    const clinic = await openClinic(api, {
      service: { maxCapacity: 3, durationMinutes: 60, slotIntervalMinutes: 60 },
    })
    const ids = await clientsOf(clinic, 6)
    const booked = await Promise.all(
      ids.map((client_id, index) =>
        clinic.book({ client_id, start: index < 2 ? at('09:00') : at('10:00') }),
      ),
    )
    const seated = booked.filter(({ status }) => status === 201)
    const replies = await Promise.all(
      seated.map(({ body }) =>
        clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
          body: { start: body.start === at('09:00') ? at('10:00') : at('09:00') },
        }),
      ),
    )
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    await expectSoundCalendar(clinic)
  })
})

describe('actions at the same time', () => {
  it('20 × confirm: one 200, 19 × 409 appointment_not_editable', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const replies = await times(20, () =>
      clinic.call('POST', `/v1/appointments/${body.id}/confirm`),
    )
    expect(tally(replies)).toEqual({ '200': 1, '409 appointment_not_editable': 19 })
  })

  it('complete against no-show: one wins, the other gets its 409', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    await clinic.call('POST', `/v1/appointments/${body.id}/confirm`)
    const replies = await Promise.all(
      ['complete', 'no-show'].map((action) =>
        clinic.call('POST', `/v1/appointments/${body.id}/${action}`),
      ),
    )
    expect(tally(replies)).toEqual({ '200': 1, '409 appointment_not_editable': 1 })
    await expectSoundCalendar(clinic)
  })

  it('confirm against cancel: the feed tells the order in which they happened', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const [confirm, cancel] = await Promise.all(
      ['confirm', 'cancel'].map((action) =>
        clinic.call('POST', `/v1/appointments/${body.id}/${action}`),
      ),
    )
    // A confirmed appointment can be cancelled, a cancelled one not confirmed.
    expect(cancel?.status).toBe(200)
    const types = (await eventsOf(api.db, clinic.organization.row)).slice(2).map((e) => e.type)
    expect(types).toEqual(
      confirm?.status === 200
        ? ['appointment.confirmed', 'appointment.cancelled']
        : ['appointment.cancelled'],
    )
    if (confirm?.status !== 200) expect(confirm?.body.code).toBe('appointment_not_editable')
    await expectSoundCalendar(clinic)
  })

  it('cancel against reschedule, and metadata from many hands: nothing is lost', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const replies = await Promise.all([
      clinic.call('POST', `/v1/appointments/${body.id}/cancel`),
      clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
        body: { start: at('14:00') },
      }),
      ...Array.from({ length: 10 }, (_, index) =>
        clinic.call('PATCH', `/v1/appointments/${body.id}`, {
          body: { metadata: { [`k${index}`]: 'v' } },
        }),
      ),
    ])
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { body: now } = await clinic.call('GET', `/v1/appointments/${body.id}`)
    expect(Object.keys(now.metadata)).toHaveLength(10)
    expect(now.status).toBe('CANCELLED_PROFESSIONAL')
    await expectSoundCalendar(clinic)
  })
})

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
