import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, faults, openClinic, type BookableClinic } from '../../support/booking.ts'
import { blockedTime, createService, dateOverride, EVERY_DAY } from '../../support/clinic.ts'

const api = useSharedApi()

function nextDates(clinic: BookableClinic, query = '') {
  return clinic.call('GET', `/v1/availability/next-dates?service_ids=${clinic.service.id}${query}`)
}

function datesOf(reply: { body: { data: { date: string }[] } }): string[] {
  return reply.body.data.map(({ date }) => date)
}

describe('GET /v1/availability/next-dates', () => {
  it('200: the next dates with a free start, three by default', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      hours: { intervals: [['09:00', '10:00']] },
    })
    const [one, two] = clinic.professionals
    if (one === undefined || two === undefined) throw new Error('two professionals')
    await dateOverride(api.db, clinic.organization.row, one, '2026-11-23')
    await blockedTime(
      api.db,
      clinic.organization.row,
      null,
      at('00:00', '2026-11-24'),
      at('23:59', '2026-11-24'),
    )
    const reply = await nextDates(clinic)
    expect(reply.status).toBe(200)
    const day = (date: string, ...free: (typeof one)[]) => ({
      object: 'available_date',
      date,
      first_start: at('09:00', date),
      slot_count: 3,
      professional_ids: free.map(({ id }) => id),
      professionals: free.map(({ id, name }) => ({ id, name })),
    })
    expect(reply.body).toEqual({
      data: [day('2026-11-20', one, two), day('2026-11-23', two), day('2026-11-25', one, two)],
      has_more: false,
      next_cursor: null,
      next: null,
    })
  })

  it('200: limit from 1 to 10', async () => {
    const clinic = await openClinic(api)
    expect(datesOf(await nextDates(clinic, '&limit=1'))).toEqual(['2026-11-20'])
    expect(datesOf(await nextDates(clinic, '&limit=10'))).toHaveLength(10)
  })

  it('200: they are the dates that the slots route fills, with its first start and its number of starts', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      hours: {
        weekdays: EVERY_DAY,
        intervals: [
          ['08:00', '08:40'],
          ['22:30', '00:30'],
        ],
      },
    })
    const reply = await nextDates(clinic, '&limit=10')
    for (const found of reply.body.data) {
      const starts = [...new Set(await clinic.starts(found.date))]
      expect(found.slot_count).toBe(starts.length)
      expect(found.first_start).toBe(starts[0])
    }
    expect(reply.body.data).toHaveLength(10)
  })

  it('200: seldom open: looks as far as the horizon, at most 180 days', async () => {
    const far = await openClinic(api, {
      organization: { maxAdvanceDays: null },
      hours: { weekdays: [] },
    })
    const { organization, professional } = far
    for (const date of ['2026-12-20', '2027-05-19', '2027-05-20']) {
      await dateOverride(api.db, organization.row, professional, date, [['09:00', '09:30']])
    }
    // 2027-05-19 is 180 days after today.
    expect(datesOf(await nextDates(far))).toEqual(['2026-12-20', '2027-05-19'])
    await api.db.service.update({ where: { id: far.service.id }, data: { maxAdvanceDays: 29 } })
    expect(datesOf(await nextDates(far))).toEqual([])
    await api.db.service.update({ where: { id: far.service.id }, data: { maxAdvanceDays: 30 } })
    expect(datesOf(await nextDates(far))).toEqual(['2026-12-20'])
  })

  it('200: a horizon nearer than a fortnight is the end', async () => {
    const clinic = await openClinic(api, { organization: { maxAdvanceDays: 4 } })
    // Friday to Tuesday.
    expect(datesOf(await nextDates(clinic, '&limit=10'))).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
    ])
  })

  it('200: professional_id, and timezone for the offset alone', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const [, two] = clinic.professionals
    const reply = await nextDates(clinic, `&professional_id=${two?.id}&timezone=Asia/Tokyo&limit=1`)
    expect(reply.body.data).toMatchObject([
      { date: '2026-11-20', first_start: '2026-11-20T21:00:00+09:00', professional_ids: [two?.id] },
    ])
  })

  it('200: no one performs it: an empty list', async () => {
    const clinic = await openClinic(api)
    const orphan = await createService(api.db, clinic.organization.row)
    const path = `/v1/availability/next-dates?service_ids=${orphan.id}`
    expect((await clinic.call('GET', path)).body.data).toEqual([])
  })

  it('400 validation_error: limit, services, professional, zone, expansion', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    for (const [query, ...expected] of [
      ['&limit=0', 'limit:out_of_range'],
      ['&limit=11', 'limit:out_of_range'],
      ['&limit=x', 'limit:invalid_type'],
      [`&professional_id=${stranger.professional.id}`, 'professional_id:not_found'],
      ['&timezone=Nowhere', 'timezone:invalid_value'],
      ['&expand=professionals', 'expand:invalid_value'],
      [`,${stranger.service.id}`, 'service_ids:not_found'],
    ]) {
      const reply = await nextDates(clinic, query)
      expect(reply.status, query).toBe(400)
      expect(faults(reply), query).toEqual(expected)
    }
    const none = await clinic.call('GET', '/v1/availability/next-dates')
    expect(faults(none)).toEqual(['service_ids:required'])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write'])
    const path = `/v1/availability/next-dates?service_ids=${clinic.service.id}`
    const reply = await api.call('GET', path, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: telemedicine where the organization has it off', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const reply = await nextDates(clinic)
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
  })

  it('409 professional_cannot_perform_service: one of the services is not theirs', async () => {
    const clinic = await openClinic(api)
    const other = await createService(api.db, clinic.organization.row)
    const reply = await nextDates(clinic, `,${other.id}&professional_id=${clinic.professional.id}`)
    expect([reply.status, reply.body.code]).toEqual([409, 'professional_cannot_perform_service'])
  })
})
