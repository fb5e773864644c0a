import { describe, expect, it } from 'vitest'
import { type Reply, TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic } from '../../support/booking.ts'
import {
  createProfessional,
  createService,
  dateOverride,
  holiday,
  performs,
  workingHours,
} from '../../support/clinic.ts'
import { countStatements } from '../../support/count-statements.ts'

const api = useSharedApi()

const MINUTE_MS = 60_000

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

  it('200: no one performs all of the services, or only someone who left: an empty list', async () => {
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
      const { count, result } = await countStatements(() => clinic.call('GET', path))
      return { count, slots: result.body.data.length }
    }
    const one = await statements(small)
    const many = await statements(large)
    expect(many.slots).toBeGreaterThan(8000)
    expect(one.count).toBeGreaterThan(1)
    expect(many.count).toBe(one.count)
    expect(many.count).toBeLessThanOrEqual(8)
  })
})
