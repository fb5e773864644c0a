import { Client as PgClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../../support/api.ts'
import { at, faults, MONDAY, openClinic } from '../../support/booking.ts'
import {
  blockedTime,
  createAppointmentRow,
  createProfessional,
  createService,
  dateOverride,
  holiday,
  performs,
  workingHours,
} from '../../support/clinic.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const MINUTE_MS = 60_000

function startsOf(reply: Reply): string[] {
  return reply.body.data.map((slot: { start: string }) => slot.start.slice(11, 16))
}

describe('GET /v1/availability/slots', () => {
  it('200: one entry for each start and free professional, by start, then by professional', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      hours: { intervals: [['09:00', '10:00']] },
      service: { price: '120.50', durationMinutes: 45 },
    })
    const [one, two] = clinic.professionals
    const { service } = clinic
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${service.id}&date=${MONDAY}`,
    )
    expect(reply.status).toBe(200)
    const slot = (start: string, end: string, professional: typeof one) => ({
      object: 'slot',
      start: at(start),
      end: at(end),
      duration_minutes: 45,
      professional_id: professional?.id,
      professional: { id: professional?.id, name: professional?.name },
      service_ids: [service.id],
      remaining_capacity: 1,
      price: '120.50',
      currency: 'BRL',
    })
    const expected = [
      slot('09:00', '09:45', one),
      slot('09:00', '09:45', two),
      slot('09:15', '10:00', one),
      slot('09:15', '10:00', two),
    ]
    expect(reply.body).toEqual({
      data: expected,
      has_more: false,
      next_cursor: null,
      next: null,
    })
    expect(Object.keys(reply.body.data[0])).toEqual(Object.keys(expected[0] ?? {}))
  })

  it('200: professional_id keeps one professional', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const [, two] = clinic.professionals
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${clinic.service.id}&date=${MONDAY}&professional_id=${two?.id}`,
    )
    const ids = reply.body.data.map((slot: { professional_id: number }) => slot.professional_id)
    expect(new Set(ids)).toEqual(new Set([two?.id]))
  })

  it('200: date is one day, from seven, from and to both included, nothing today', async () => {
    const clinic = await openClinic(api, {
      service: { durationMinutes: 60, slotIntervalMinutes: 60 },
      hours: { weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [['10:00', '11:00']] },
    })
    const dates = async (query: string) => {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}${query}`
      const reply = await clinic.call('GET', path)
      return reply.body.data.map((slot: { start: string }) => slot.start.slice(0, 10))
    }
    expect(await dates('')).toEqual(['2026-11-20'])
    expect(await dates('&date=2026-11-25')).toEqual(['2026-11-25'])
    expect(await dates('&from=2026-11-25')).toHaveLength(7)
    expect(await dates('&from=2026-11-25&to=2026-11-25')).toEqual(['2026-11-25'])
    expect(await dates('&from=2026-11-20&to=2026-12-20')).toHaveLength(31)
    expect(await dates('&from=2026-11-17&to=2026-11-21')).toEqual(['2026-11-20', '2026-11-21'])
    expect(await dates('&date=2026-11-19')).toEqual([])
  })

  it('200: today is the date in the zone of the organization', async () => {
    api.setNow(Date.parse('2026-11-23T22:30:00-03:00'))
    try {
      const clinic = await openClinic(api, { hours: { intervals: [['22:00', '23:45']] } })
      const reply = await clinic.call(
        'GET',
        `/v1/availability/slots?service_ids=${clinic.service.id}`,
      )
      expect(reply.body.data.map((slot: { start: string }) => slot.start)).toEqual([
        at('22:30'),
        at('22:45'),
        at('23:00'),
        at('23:15'),
      ])
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('200: what blocks and what does not: statuses, buffers, blocked times, overbooks', async () => {
    const clinic = await openClinic(api, { hours: { intervals: [['09:00', '18:00']] } })
    const { db } = api
    const { organization, professional, service, client } = clinic
    const long = await createService(db, organization.row, {
      durationMinutes: 60,
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 30,
    })
    const taken = { professional, client, services: [service] }
    const { row } = organization
    await createAppointmentRow(db, row, { ...taken, start: at('09:00'), status: 'PENDING' })
    await createAppointmentRow(db, row, { ...taken, start: at('10:00'), status: 'COMPLETED' })
    await createAppointmentRow(db, row, { ...taken, start: at('09:30'), status: 'NO_SHOW' })
    const cancelled = { ...taken, start: at('09:30') }
    await createAppointmentRow(db, row, { ...cancelled, status: 'CANCELLED_CLIENT' })
    await createAppointmentRow(db, row, { ...cancelled, status: 'CANCELLED_PROFESSIONAL' })
    // Occupies 10:45 to 12:30.
    await createAppointmentRow(db, row, { ...taken, services: [long], start: at('11:00') })
    await createAppointmentRow(db, row, { ...taken, start: at('13:00'), isOverbook: true })
    await blockedTime(db, row, professional, at('14:00'), at('14:20'))
    await blockedTime(db, row, null, at('15:00'), at('17:00'))
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${service.id}&date=${MONDAY}`,
    )
    expect(startsOf(reply)).toEqual(['09:30', '12:30', '13:30', '14:30', '17:00', '17:15', '17:30'])
  })

  it('200: buffers of both sides add up, and need not be open', async () => {
    const clinic = await openClinic(api, {
      hours: { intervals: [['09:00', '12:00']] },
      service: {
        durationMinutes: 60,
        bufferBeforeMinutes: 10,
        bufferAfterMinutes: 5,
        slotIntervalMinutes: 5,
      },
    })
    const { organization, professional, client, service } = clinic
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [service],
      start: at('10:15'),
    })
    // Taken from 10:05 to 11:20: before it until 10:00 less five, after it from 11:30 on.
    expect(await clinic.starts()).toEqual([at('09:00')])
    await api.db.service.update({ where: { id: service.id }, data: { durationMinutes: 30 } })
    const later = await clinic.starts()
    expect(later.map((start) => start.slice(11, 16))).toEqual([
      '09:00',
      '09:05',
      '09:10',
      '09:15',
      '09:20',
      '09:25',
      '09:30',
      '11:30',
    ])
  })

  it('200: buffers of any length: what no calendar can hold is cut, not a fault', async () => {
    const longest = 2_147_483_647
    const clinic = await openClinic(api, {
      organization: { maxAdvanceDays: null },
      service: { bufferBeforeMinutes: longest, bufferAfterMinutes: longest },
    })
    expect(await clinic.starts()).toHaveLength(30)
    const booked = await clinic.book()
    expect(booked.status).toBe(201)
    expect(await clinic.starts('2027-11-15')).toEqual([])
    const dates = await clinic.call(
      'GET',
      `/v1/availability/next-dates?service_ids=${clinic.service.id}`,
    )
    expect([dates.status, dates.body.data]).toEqual([200, []])
    const moved = await clinic.call('POST', `/v1/appointments/${booked.body.id}/reschedule`, {
      body: { start: at('10:00') },
    })
    expect(moved.status).toBe(200)
  })

  it('200: an override replaces the weekday, a holiday closes, an override opens a holiday', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const [one, two] = clinic.professionals
    const { row } = clinic.organization
    if (one === undefined || two === undefined) throw new Error('two professionals')
    await dateOverride(api.db, row, one, MONDAY, [['20:00', '20:30']])
    await holiday(api.db, row, '2026-11-24')
    await dateOverride(api.db, row, two, '2026-11-24', [['07:00', '07:30']])
    await dateOverride(api.db, row, one, '2026-11-25')
    expect(await clinic.starts(MONDAY, one)).toEqual([at('20:00')])
    expect(await clinic.starts(MONDAY, two)).toHaveLength(30)
    expect(await clinic.starts('2026-11-24', one)).toEqual([])
    expect(await clinic.starts('2026-11-24', two)).toEqual([at('07:00', '2026-11-24')])
    expect(await clinic.starts('2026-11-25', one)).toEqual([])
  })

  it('200: hours outside the day are in no calendar: the database takes none', async () => {
    const { organization, professional, ...clinic } = await openClinic(api)
    for (const interval of [
      ['24:00', '24:00'],
      ['09:00', '24:01'],
    ] as const) {
      const made = dateOverride(api.db, organization.row, professional, MONDAY, [interval])
      await expect(made).rejects.toThrow('date_override_minutes')
    }
    await dateOverride(api.db, organization.row, professional, MONDAY, [['23:00', '24:00']])
    expect(await clinic.starts()).toEqual([at('23:00'), at('23:15'), at('23:30')])
  })

  it('200: hours past midnight go on into the next date, and a holiday there cuts them', async () => {
    const clinic = await openClinic(api, {
      hours: { weekdays: [1, 2], intervals: [['23:00', '01:00']] },
    })
    expect(await clinic.starts('2026-11-24')).toEqual(
      ['00:00', '00:15', '00:30', '23:00', '23:15', '23:30', '23:45'].map((clock) =>
        at(clock, '2026-11-24'),
      ),
    )
    await holiday(api.db, clinic.organization.row, '2026-11-24')
    expect(await clinic.starts('2026-11-24')).toEqual([])
    expect(await clinic.starts(MONDAY)).toEqual(['23:00', '23:15', '23:30'].map((c) => at(c)))
  })

  it('200: the offset is the one valid at each start', async () => {
    const clinic = await openClinic(api, {
      organization: { timeZone: 'America/New_York', maxAdvanceDays: null },
      service: { durationMinutes: 60, slotIntervalMinutes: 60 },
      hours: { weekdays: [6, 0], intervals: [['13:00', '15:00']] },
    })
    const path = `/v1/availability/slots?service_ids=${clinic.service.id}&from=2027-03-13&to=2027-03-14`
    const reply = await clinic.call('GET', path)
    expect(reply.body.data.map((slot: { start: string }) => slot.start)).toEqual([
      '2027-03-13T13:00:00-05:00',
      '2027-03-13T14:00:00-05:00',
      '2027-03-14T13:00:00-04:00',
      '2027-03-14T14:00:00-04:00',
    ])
  })

  it('200: timezone changes the offset that is written, and nothing else', async () => {
    const clinic = await openClinic(api)
    const path = `/v1/availability/slots?service_ids=${clinic.service.id}&date=${MONDAY}`
    const local = await clinic.call('GET', path)
    const abroad = await clinic.call('GET', `${path}&timezone=Asia/Tokyo`)
    expect(abroad.body.data[0]).toMatchObject({
      start: '2026-11-23T21:00:00+09:00',
      end: '2026-11-23T21:30:00+09:00',
    })
    const instants = (reply: Reply) =>
      reply.body.data.map((slot: { start: string }) => Date.parse(slot.start))
    expect(instants(abroad)).toEqual(instants(local))
    const utc = await clinic.call('GET', `${path}&timezone=UTC`)
    expect(utc.body.data[0].start).toBe('2026-11-23T12:00:00Z')
  })

  it('200: several services take the sum of the durations, the first buffer before, the last after, the largest step', async () => {
    const clinic = await openClinic(api, {
      hours: { intervals: [['09:00', '12:00']] },
      service: { durationMinutes: 30, bufferBeforeMinutes: 30, price: '100.00' },
    })
    const { organization, professional, client, service } = clinic
    const second = await createService(api.db, organization.row, {
      durationMinutes: 20,
      slotIntervalMinutes: 40,
      bufferBeforeMinutes: 300,
      bufferAfterMinutes: 10,
      price: '49.90',
      performedBy: [professional],
    })
    const free = await createService(api.db, organization.row, {
      durationMinutes: 10,
      price: null,
      performedBy: [professional],
    })
    const taken = await createService(api.db, organization.row, { durationMinutes: 10 })
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [taken],
      start: at('08:31'),
    })
    const ids = [service.id, free.id, second.id]
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${ids.join(',')}&date=${MONDAY}`,
    )
    // 09:00 less 30 minutes meets the appointment at 08:31.
    expect(startsOf(reply)).toEqual(['09:40', '10:20', '11:00'])
    expect(reply.body.data[0]).toMatchObject({
      end: at('10:40'),
      duration_minutes: 60,
      service_ids: ids,
      price: '149.90',
      remaining_capacity: 1,
    })
    const onlyFree = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${free.id}&date=${MONDAY}`,
    )
    expect(onlyFree.body.data[0].price).toBeNull()
  })

  it('200: after several services the buffer of the last one is kept free, and of no other', async () => {
    const clinic = await openClinic(api, {
      hours: { intervals: [['09:00', '10:40']] },
      service: { bufferAfterMinutes: 90 },
    })
    const { organization, professional, client, service } = clinic
    const second = await createService(api.db, organization.row, {
      durationMinutes: 20,
      slotIntervalMinutes: 10,
      bufferAfterMinutes: 10,
      performedBy: [professional],
    })
    const taken = await createService(api.db, organization.row, { durationMinutes: 10 })
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [taken],
      start: at('10:35'),
    })
    const path = `/v1/availability/slots?service_ids=${service.id},${second.id}&date=${MONDAY}`
    // 50 minutes and 10 behind them end at 10:35 at the latest.
    expect(startsOf(await clinic.call('GET', path))).toEqual(['09:00', '09:15', '09:30'])
  })

  it('200: seats of a session are counted, a full one is gone, another service never shares it', async () => {
    const clinic = await openClinic(api, {
      service: { maxCapacity: 3, durationMinutes: 60, slotIntervalMinutes: 60 },
      hours: { intervals: [['09:00', '12:00']] },
    })
    const { organization, professional, client, service } = clinic
    const { row } = organization
    const other = await createService(api.db, row, {
      maxCapacity: 3,
      durationMinutes: 60,
      slotIntervalMinutes: 60,
      performedBy: [professional],
    })
    const seat = { professional, client, services: [service], start: at('10:00') }
    const first = await createAppointmentRow(api.db, row, seat)
    const left = async () => {
      const path = `/v1/availability/slots?service_ids=${service.id}&date=${MONDAY}`
      const reply = await clinic.call('GET', path)
      return Object.fromEntries(
        reply.body.data.map((slot: { start: string; remaining_capacity: number }) => [
          slot.start.slice(11, 16),
          slot.remaining_capacity,
        ]),
      )
    }
    expect(await left()).toEqual({ '09:00': 3, '10:00': 2, '11:00': 3 })
    const hold = { id: first.holdId ?? 0 }
    await createAppointmentRow(api.db, row, { ...seat, hold })
    expect(await left()).toEqual({ '09:00': 3, '10:00': 1, '11:00': 3 })
    await createAppointmentRow(api.db, row, { ...seat, hold })
    expect(await left()).toEqual({ '09:00': 3, '11:00': 3 })
    const path = `/v1/availability/slots?service_ids=${other.id}&date=${MONDAY}`
    expect(startsOf(await clinic.call('GET', path))).toEqual(['09:00', '11:00'])
  })

  it('200: notice: the value of the service, else of the organization, and exactly that long is enough', async () => {
    const clinic = await openClinic(api, {
      organization: { minAdvanceMinutes: 90 },
      hours: { weekdays: [5], intervals: [['09:00', '10:30']] },
    })
    const today = '2026-11-20'
    expect((await clinic.starts(today)).map((start) => start.slice(11, 16))).toEqual([
      '09:30',
      '09:45',
      '10:00',
    ])
    const notice = (minAdvanceMinutes: number) =>
      api.db.service.update({ where: { id: clinic.service.id }, data: { minAdvanceMinutes } })
    await notice(120)
    expect(await clinic.starts(today)).toEqual([at('10:00', today)])
    await notice(0)
    expect(await clinic.starts(today)).toHaveLength(5)
    api.setNow(TEST_NOW + 90 * MINUTE_MS + 1)
    try {
      expect((await clinic.starts(today)).at(0)).toBe(at('09:45', today))
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('200: the horizon: the strictest of the services, counted in local days; without one far ahead too', async () => {
    const clinic = await openClinic(api, { service: { maxAdvanceDays: 3 } })
    expect(await clinic.starts('2026-11-23')).toHaveLength(30)
    expect(await clinic.starts('2026-11-24')).toEqual([])
    const { organization, professional } = clinic
    const other = await createService(api.db, organization.row, { performedBy: [professional] })
    const services = `service_ids=${clinic.service.id},${other.id}`
    const beyond = await clinic.call('GET', `/v1/availability/slots?${services}&date=2026-11-24`)
    expect(beyond.body.data).toEqual([])
    const open = await openClinic(api, { organization: { maxAdvanceDays: null } })
    expect(await open.starts('2040-11-26')).toHaveLength(30)
    for (const date of ['0001-01-01', '2026-11-19', '9999-12-31']) {
      expect(await open.starts(date)).toEqual([])
    }
  })

  it('200: nobody performs all of the services, or only somebody who left: an empty list', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const orphan = await createService(api.db, row)
    const gone = await createProfessional(api.db, row, { isActive: false })
    await workingHours(api.db, row, gone)
    await performs(api.db, row, gone, orphan)
    for (const ids of [`${orphan.id}`, `${clinic.service.id},${orphan.id}`]) {
      const path = `/v1/availability/slots?service_ids=${ids}&date=${MONDAY}`
      const reply = await clinic.call('GET', path)
      expect(reply.status).toBe(200)
      expect(reply.body.data).toEqual([])
    }
  })

  it('200: service_ids in each way of writing several values', async () => {
    const clinic = await openClinic(api)
    const { organization, professional, service } = clinic
    const other = await createService(api.db, organization.row, { performedBy: [professional] })
    for (const query of [
      `service_ids=${service.id},${other.id}`,
      `service_ids=${service.id}&service_ids=${other.id}`,
      `service_ids[]=${service.id}&service_ids[]=${other.id}`,
      `service_ids%5B%5D=${service.id}&service_ids%5B%5D=${other.id}`,
    ]) {
      const reply = await clinic.call('GET', `/v1/availability/slots?${query}&date=${MONDAY}`)
      expect(reply.body.data[0].service_ids).toEqual([service.id, other.id])
    }
  })

  it('200: as many statements for 20 professionals, 31 days and 2,000 appointments as for one of each', async () => {
    const small = await openClinic(api)
    const large = await openClinic(api, { professionals: 20 })
    const { organization, professionals, service } = large
    await api.db.calendarHold.createMany({
      data: professionals.flatMap(({ id }) =>
        Array.from({ length: 100 }, (_, index) => {
          const day = Math.floor(index / 5) * 86_400_000
          const start = Date.parse(at('09:00')) + day + (index % 5) * 60 * MINUTE_MS
          return {
            organizationId: organization.row.id,
            professionalId: id,
            serviceId: service.id,
            startsAt: new Date(start),
            busyFrom: new Date(start),
            busyTo: new Date(start + 30 * MINUTE_MS),
          }
        }),
      ),
    })
    const statements = async (clinic: typeof small) => {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}&from=2026-11-20&to=2026-12-20`
      await clinic.call('GET', path)
      const query = vi.spyOn(PgClient.prototype, 'query')
      try {
        const reply = await clinic.call('GET', path)
        return { count: query.mock.calls.length, slots: reply.body.data.length }
      } finally {
        query.mockRestore()
      }
    }
    const one = await statements(small)
    const many = await statements(large)
    expect(many.slots).toBeGreaterThan(8000)
    expect(one.count).toBeGreaterThan(1)
    expect(many.count).toBe(one.count)
    expect(many.count).toBeLessThanOrEqual(8)
  })

  it('400 validation_error: service_ids', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const stranger = await openClinic(api)
    const inactive = await createService(api.db, row, { isActive: false })
    const queue = await createService(api.db, row, { bookingMode: 'QUEUE' })
    const good = clinic.service.id
    const many = Array.from({ length: 11 }, (_, index) => index + 1).join(',')
    for (const [query, ...expected] of [
      ['', 'service_ids:required'],
      ['service_ids=', 'service_ids:required'],
      ['service_ids=abc', 'service_ids:invalid_type'],
      ['service_ids=1.5', 'service_ids:invalid_type'],
      ['service_ids=0', 'service_ids:out_of_range'],
      ['service_ids=2147483648', 'service_ids:out_of_range'],
      [`service_ids=${many}`, 'service_ids:too_many'],
      [`service_ids=${good},${good}`, 'service_ids:duplicate_item'],
      [`service_ids=${good},2147483647`, 'service_ids:not_found'],
      [`service_ids=${stranger.service.id}`, 'service_ids:not_found'],
      [
        `service_ids=${inactive.id},${good},${queue.id}`,
        'service_ids:inactive',
        'service_ids:booking_mode_mismatch',
      ],
    ]) {
      const reply = await clinic.call('GET', `/v1/availability/slots?${query}`)
      expect(reply.status).toBe(400)
      expect(reply.body.code).toBe('validation_error')
      expect(faults(reply), query).toEqual(expected)
    }
  })

  it('400 validation_error: professional_id of nobody, of strangers, of somebody who left', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const gone = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    await performs(api.db, clinic.organization.row, gone, clinic.service)
    for (const [id, code] of [
      [2147483647, 'not_found'],
      [stranger.professional.id, 'not_found'],
      [gone.id, 'inactive'],
      ['x', 'invalid_type'],
    ]) {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}&professional_id=${id}`
      const reply = await clinic.call('GET', path)
      expect(reply.status).toBe(400)
      expect(faults(reply)).toEqual([`professional_id:${code}`])
    }
  })

  it('400 validation_error: dates', async () => {
    const clinic = await openClinic(api)
    for (const [query, ...expected] of [
      ['date=2026-02-30', 'date:invalid_format'],
      ['date=23/11/2026', 'date:invalid_format'],
      ['date=2026-11-23T09:00:00-03:00', 'date:invalid_format'],
      ['from=x&to=y', 'from:invalid_format', 'to:invalid_format'],
      ['date=2026-11-23&from=2026-11-23', 'date:mutually_exclusive'],
      ['date=2026-11-23&to=2026-11-23', 'date:mutually_exclusive'],
      ['to=2026-11-23', 'from:required'],
      ['from=2026-11-23&to=2026-11-22', 'to:out_of_range'],
      ['from=2026-11-23&to=2026-12-24', 'to:out_of_range'],
      ['from=0001-01-01&to=9999-12-31', 'to:out_of_range'],
    ]) {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}&${query}`
      const reply = await clinic.call('GET', path)
      expect(reply.status, query).toBe(400)
      expect(faults(reply), query).toEqual(expected)
    }
  })

  it('400 validation_error: a zone that is none, an expansion', async () => {
    const clinic = await openClinic(api)
    const path = `/v1/availability/slots?service_ids=${clinic.service.id}`
    for (const zone of ['Mars/Olympus', '%2B03:00', '', '../etc/passwd', 'x'.repeat(65)]) {
      const reply = await clinic.call('GET', `${path}&timezone=${zone}`)
      expect(reply.status, zone).toBe(400)
      expect(reply.body.errors[0].field).toBe('timezone')
    }
    expect(faults(await clinic.call('GET', `${path}&expand=professional`))).toEqual([
      'expand:invalid_value',
    ])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write', 'webhooks:manage'])
    const path = `/v1/availability/slots?service_ids=${clinic.service.id}`
    const reply = await api.call('GET', path, { key })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('403 feature_not_enabled: telemedicine where the organization has it off', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${clinic.service.id}`,
    )
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
  })

  it('409 professional_cannot_perform_service: one of the services is not theirs', async () => {
    const clinic = await openClinic(api)
    const other = await createService(api.db, clinic.organization.row)
    const path = `/v1/availability/slots?service_ids=${clinic.service.id},${other.id}&professional_id=${clinic.professional.id}`
    const reply = await clinic.call('GET', path)
    expect(reply.status).toBe(409)
    expect(reply.body.code).toBe('professional_cannot_perform_service')
  })
})
