import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import {
  blockedTime,
  createClientRow,
  createService,
  dateOverride,
  eventsOf,
  holiday,
} from '../../support/clinic.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { lockProfessional, overtaken } from '../../support/overtaking.ts'
import { createSeries, LONG_DAYS, refusedOf, startsOf } from '../../support/series.ts'
import { faultsOf, openDashboard, told, unchanged } from '../../support/team-changes.ts'

const api = useSharedApi()

const NEW_CLIENT = { first_name: 'Rui', phone: '11912345678' }

describe('appointments.createSeries', () => {
  it('200: one appointment for each date, one batch, the first appointment of the client once', async () => {
    const clinic = await openDashboard(api)
    const reply = await createSeries(clinic, 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3', {
      client: NEW_CLIENT,
      notes: 'n',
      metadata: { a: 'b' },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      object: 'series',
      recurrence_id: expect.stringMatching(/^rec_[0-9a-z]{26}$/),
      refused: [],
    })
    expect(startsOf(reply)).toEqual([
      at('09:00'),
      at('09:00', '2026-11-25'),
      at('09:00', '2026-11-30'),
    ])
    const { appointments } = reply.body
    expect(new Set(appointments.map((one: any) => one.ical_uid)).size).toBe(3)
    for (const one of appointments) {
      expect(one).toMatchObject({
        object: 'appointment',
        status: 'PENDING',
        source: 'recurrence',
        recurrence_id: reply.body.recurrence_id,
        price: '150.00',
        notes: 'n',
        metadata: { a: 'b' },
        is_overbook: false,
      })
      const got = await clinic.call('GET', `/v1/appointments/${one.id}`)
      expect(got.body).toEqual(one)
    }
    const events = await told(api, clinic)
    expect(events.map(({ type }) => type)).toEqual([
      'client.created',
      'appointment.created',
      'appointment.created',
      'appointment.created',
      'client.first_appointment',
    ])
    expect(events.slice(1, 4).map(({ payload }) => payload.object)).toEqual(appointments)
    const [batch, ...others] = new Set(events.map(({ payload }) => payload.batch_id))
    expect(batch).toMatch(/^bat_/)
    expect(others).toEqual([])
    for (const { context } of events) {
      expect(context).toMatchObject({ actor: { type: 'user', name: 'Dona' }, source: 'dashboard' })
    }
    const filtered = await api.db.event.findMany({
      where: { organizationId: clinic.organization.row.id, type: 'appointment.created' },
    })
    expect(filtered.map(({ filterSource }) => filterSource)).toEqual(Array(3).fill('recurrence'))
    expect(
      await api.db.auditEntry.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(5)
    await expectSoundCalendar(api, clinic)
  })

  it('200: a collaborator too, and a series of one date', async () => {
    const clinic = await openDashboard(api, { organization: { autoConfirm: true } })
    const owner = await signIn(api, clinic.organization, 'manager')
    const reply = await createSeries({ ...clinic, owner }, 'FREQ=DAILY;COUNT=1')
    expect(reply.body.appointments).toMatchObject([{ status: 'CONFIRMED' }])
    const events = await told(api, clinic)
    expect(events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'client.first_appointment',
    ])
    await createSeries({ ...clinic, owner }, 'FREQ=DAILY;COUNT=1', { start: at('10:00') })
    expect((await told(api, clinic, 2))[0]?.payload.batch_id).toBeNull()
  })

  it('200: dates that do not fit are reported, each with its reason, and the others are booked', async () => {
    const clinic = await openDashboard(api)
    const { row } = clinic.organization
    const rui = await createClientRow(api.db, row, { first_name: 'Rui', phone: '11912345678' })
    await clinic.book({ start: at('09:15', '2026-11-24'), client_id: rui.id })
    await blockedTime(api.db, row, null, at('08:00', '2026-11-25'), at('18:00', '2026-11-25'))
    await holiday(api.db, row, '2026-11-26')
    await dateOverride(api.db, row, clinic.professional, '2026-11-27', [['10:00', '12:00']])
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=8')
    expect(startsOf(reply)).toEqual([at('09:00'), at('09:00', '2026-11-30')])
    expect(refusedOf(reply)).toEqual([
      '2026-11-24T09:00 slot_unavailable',
      '2026-11-25T09:00 slot_unavailable',
      '2026-11-26T09:00 slot_unavailable',
      '2026-11-27T09:00 slot_unavailable',
      '2026-11-28T09:00 slot_unavailable',
      '2026-11-29T09:00 slot_unavailable',
    ])
    expect(reply.body.refused[0]).toEqual({
      local_start: '2026-11-24T09:00',
      start: at('09:00', '2026-11-24'),
      code: 'slot_unavailable',
      reason: 'The professional is taken at this time.',
    })
    expect(reply.body.refused[2].reason).toContain('outside working hours')
    await expectSoundCalendar(api, clinic)
  })

  it('200: what is past is reported, and no notice is needed', async () => {
    const clinic = await openDashboard(api, { organization: { minAdvanceMinutes: 60 * 24 * 30 } })
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=5', {
      start: at('14:00', '2026-11-19'),
    })
    expect(refusedOf(reply)).toEqual([
      '2026-11-19T14:00 min_advance_violation',
      '2026-11-21T14:00 slot_unavailable',
      '2026-11-22T14:00 slot_unavailable',
    ])
    expect(startsOf(reply)).toEqual([at('14:00', '2026-11-20'), at('14:00')])
  })

  it('200: the horizon does not apply to a series; a single booking of the same date is refused', async () => {
    const clinic = await openDashboard(api, { organization: { maxAdvanceDays: 30 } })
    const reply = await createSeries(clinic, 'FREQ=WEEKLY;COUNT=20')
    expect(reply.body.appointments).toHaveLength(20)
    const single = await clinic.book({ start: at('10:00', '2027-01-11') })
    expect([single.status, single.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('200: 09:00 stays 09:00 when the clock changes, and a time that the clock skips is reported', async () => {
    for (const [timeZone, starts, skipped] of [
      [
        'America/New_York',
        ['2027-03-06T02:30:00-05:00', '2027-03-20T02:30:00-04:00'],
        '2027-03-14',
      ],
      ['Europe/Lisbon', ['2027-03-20T01:30:00+00:00', '2027-04-03T01:30:00+01:00'], '2027-03-28'],
    ] as const) {
      const clinic = await openDashboard(api, {
        organization: { timeZone },
        hours: { weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [['00:00', '23:00']] },
      })
      const [first] = starts
      const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=15', { start: first })
      const all = startsOf(reply)
      expect(all).toHaveLength(14)
      expect([all[0], all.at(-1)]).toEqual(starts)
      const clock = first.slice(11, 16)
      expect(new Set(all.map((start) => start.slice(11, 16)))).toEqual(new Set([clock]))
      expect(reply.body.refused).toEqual([
        {
          local_start: `${skipped}T${clock}`,
          start: null,
          code: 'slot_unavailable',
          reason: 'The clock skips this time on this date, because it goes forward.',
        },
      ])
    }
  })

  it('200: any professional, the same one where possible', async () => {
    const clinic = await openDashboard(api, { professionals: 2 })
    const [one, other] = clinic.professionals
    await clinic.book({ start: at('09:00', '2026-11-24') })
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=3', {
      client: NEW_CLIENT,
      professional_id: null,
    })
    const who = reply.body.appointments.map(({ professional_id }: any) => professional_id)
    expect(who).toEqual([one?.id, other?.id, one?.id])
    // Both were chosen by the rule, so neither is favoured the next time.
    const assigned = await api.db.professional.findMany({
      where: { organizationId: clinic.organization.row.id, lastAssignedAt: { not: null } },
    })
    expect(assigned.map(({ id }) => id).toSorted()).toEqual([one?.id, other?.id].toSorted())
    await expectSoundCalendar(api, clinic)
  })

  it('200: the first of several goes to whom the fairness rule chooses', async () => {
    const clinic = await openDashboard(api, { professionals: 2 })
    await clinic.book({ start: at('15:00') })
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=2', {
      client: NEW_CLIENT,
      professional_id: null,
    })
    const other = clinic.professionals[1]?.id
    expect(reply.body.appointments.map((one: any) => one.professional_id)).toEqual([other, other])
  })

  it('200: seats of sessions', async () => {
    const clinic = await openDashboard(api, { service: { maxCapacity: 2 } })
    const series = (phone: string) =>
      createSeries(clinic, 'FREQ=DAILY;COUNT=2', { client: { first_name: 'Rui', phone } })
    expect((await series('11912345671')).body.appointments).toHaveLength(2)
    expect((await series('11912345672')).body.appointments).toHaveLength(2)
    const full = await series('11912345673')
    expect([full.status, full.problem.code]).toEqual([409, 'slot_unavailable'])
    await expectSoundCalendar(api, clinic)
  })

  it('200: dates of a series that overlap each other are reported', async () => {
    const clinic = await openDashboard(api, {
      service: { durationMinutes: 1440, bufferAfterMinutes: 30 },
      hours: { weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [['00:00', '00:00']] },
    })
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=4')
    expect(startsOf(reply)).toEqual([at('09:00'), at('09:00', '2026-11-25')])
    expect(refusedOf(reply)).toEqual([
      '2026-11-24T09:00 slot_unavailable',
      '2026-11-26T09:00 slot_unavailable',
    ])
    await expectSoundCalendar(api, clinic)
  })

  it('200: overbooked, where that is allowed; reported, where it is not', async () => {
    const clinic = await openDashboard(api)
    await clinic.book({ start: at('09:00', '2026-11-24') })
    const over = { allow_overbook: true, client: NEW_CLIENT }
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=2', over)
    expect(reply.body.appointments.map((one: any) => one.is_overbook)).toEqual([false, true])
    await api.db.organization.update({
      where: { id: clinic.organization.row.id },
      data: { switchedOff: ['overbooking'] },
    })
    const next = await createSeries(clinic, 'FREQ=DAILY;COUNT=3', {
      ...over,
      client: { first_name: 'Eva', phone: '11912345679' },
    })
    expect(refusedOf(next)).toEqual([
      '2026-11-23T09:00 forbidden_overbook',
      '2026-11-24T09:00 forbidden_overbook',
    ])
  })

  it('200: a preview answers the same, and changes nothing', async () => {
    const clinic = await openDashboard(api)
    await holiday(api.db, clinic.organization.row, '2026-11-25')
    const body = { client: NEW_CLIENT, preview: true }
    const preview = await unchanged(api, clinic, () =>
      createSeries(clinic, 'FREQ=DAILY;COUNT=4', body),
    )
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
    const real = await createSeries(clinic, 'FREQ=DAILY;COUNT=4', { client: NEW_CLIENT })
    expect(startsOf(preview)).toEqual(startsOf(real))
    expect(preview.body.refused).toEqual(real.body.refused)
  })

  it('200: the same series again, a moment later, is returned and changes nothing', async () => {
    const clinic = await openDashboard(api, { professionals: 2 })
    await holiday(api.db, clinic.organization.row, '2026-11-25')
    for (const professional_id of [clinic.professional.id, null]) {
      const ask = () =>
        createSeries(clinic, 'FREQ=DAILY;COUNT=4', {
          professional_id,
          client: { ...NEW_CLIENT, phone: `1191234567${professional_id === null ? 1 : 2}` },
        })
      const first = await ask()
      const again = await unchanged(api, clinic, ask)
      expect(again.body).toEqual(first.body)
    }
    const two = await Promise.all(
      [0, 1, 2].map(() =>
        createSeries(clinic, 'FREQ=DAILY;COUNT=3', {
          start: at('15:00'),
          professional_id: null,
          client: { first_name: 'Eva', phone: '11912345673' },
        }),
      ),
    )
    expect(two.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(two.map(({ body }) => body.recurrence_id)).size).toBe(1)
    await expectSoundCalendar(api, clinic)
  })

  it('200: a single booking of a moment ago keeps its date, and the rest is booked', async () => {
    const clinic = await openDashboard(api, { professionals: 2 })
    await clinic.book()
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=3', { professional_id: null })
    expect(refusedOf(reply)).toEqual(['2026-11-23T09:00 slot_unavailable'])
    expect(reply.body.refused[0].reason).toContain('a moment ago')
    expect(reply.body.appointments).toHaveLength(2)
  })

  it('409 slot_unavailable: nothing fits; each date has its reason, and no client is made', async () => {
    const clinic = await openDashboard(api)
    const reply = await unchanged(api, clinic, () =>
      createSeries(clinic, 'FREQ=WEEKLY;COUNT=100', {
        start: at('09:00', '2026-11-22'),
        client: NEW_CLIENT,
      }),
    )
    expect([reply.status, reply.problem.code]).toEqual([409, 'slot_unavailable'])
    expect(reply.problem.detail).toContain('None of the 100 occurrences fits.')
    expect(reply.problem.errors).toHaveLength(100)
    expect(reply.problem.errors[1].message).toMatch(/^2026-11-29T09:00: The professional is off/)
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
    const past = await createSeries(clinic, 'FREQ=DAILY;COUNT=2', {
      start: at('09:00', '2026-11-02'),
    })
    expect([past.status, past.problem.code]).toEqual([409, 'slot_unavailable'])
  })

  it('409 professional_cannot_perform_service: no date is asked', async () => {
    const clinic = await openDashboard(api)
    const other = await createService(api.db, clinic.organization.row)
    const reply = await unchanged(api, clinic, () =>
      createSeries(clinic, 'FREQ=DAILY;COUNT=2', { service_ids: [other.id] }),
    )
    expect([reply.status, reply.problem.code]).toEqual([409, 'professional_cannot_perform_service'])
  })

  it('400 validation_error: the professional leaves while the series waits', async () => {
    const clinic = await openDashboard(api)
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () => createSeries(clinic, 'FREQ=DAILY;COUNT=3'),
      change: (session) =>
        session.query('UPDATE professional SET is_active = false WHERE id = $1', [
          clinic.professional.id,
        ]),
    })
    expect([reply.status, ...faultsOf(reply)]).toEqual([400, 'professional_id inactive'])
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
  })

  it('422 client_identifier_required: as for a single booking', async () => {
    const clinic = await openDashboard(api)
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=2', { client: { first_name: 'X' } })
    expect([reply.status, reply.problem.code]).toEqual([422, 'client_identifier_required'])
  })

  it('403 feature_not_enabled: series, or telemedicine', async () => {
    const clinic = await openDashboard(api, { service: { serviceType: 'TELEMEDICINE' } })
    for (const feature of ['recurrence', 'telemedicine']) {
      await api.db.organization.update({
        where: { id: clinic.organization.row.id },
        data: { switchedOff: [feature] },
      })
      const reply = await unchanged(api, clinic, () => createSeries(clinic, 'FREQ=DAILY;COUNT=2'))
      expect([reply.status, reply.problem.code]).toEqual([403, 'feature_not_enabled'])
    }
  })

  it('401 unauthorized: no user is signed in', async () => {
    const clinic = { ...(await openClinic(api)), owner: openBrowser(api) }
    const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=2')
    expect([reply.status, reply.problem.code]).toEqual([401, 'unauthorized'])
  })

  it('400 validation_error: ids of another organization, a rule that is none, a start that is none', async () => {
    const clinic = await openDashboard(api)
    const stranger = await openClinic(api)
    const cases: [Record<string, unknown>, string[]][] = [
      [{ service_ids: [stranger.service.id] }, ['service_ids[0] not_found']],
      [{ professional_id: stranger.professional.id }, ['professional_id not_found']],
      [{ client_id: stranger.client.id }, ['client_id not_found']],
      [{ client_id: undefined }, ['client_id required']],
      [{ recurrence: undefined }, ['recurrence required']],
      [{ recurrence: 'FREQ=DAILY;COUNT=1000000000' }, ['recurrence out_of_range']],
      [{ recurrence: 'FREQ=DAILY;INTERVAL=0;COUNT=2' }, ['recurrence out_of_range']],
      [{ recurrence: `FREQ=DAILY;COUNT=2${';'.repeat(300)}` }, ['recurrence too_long']],
      [{ recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' }, ['start invalid_value']],
      [{ start: '2026-11-23T09:00' }, ['start offset_required']],
      [{ start: '2026-11-23T09:00:30-03:00' }, ['start minute_precision']],
      [{ start: '9999-12-31T23:59:00Z' }, ['start out_of_range']],
      [{ preview: 'yes' }, ['preview invalid_type']],
      [{ type: 'TELEMEDICINE' }, ['type type_mismatch']],
    ]
    for (const [more, expected] of cases) {
      const reply = await unchanged(api, clinic, () =>
        createSeries(clinic, 'FREQ=DAILY;COUNT=2', more),
      )
      expect([reply.status, ...faultsOf(reply)]).toEqual([400, ...expected])
    }
  })

  it('200: a hundred dates, booked and refused, in a moment', async () => {
    const clinic = await openDashboard(api, { professionals: 5, hours: LONG_DAYS })
    const began = performance.now()
    const full = await createSeries(clinic, 'FREQ=DAILY;COUNT=100', { professional_id: null })
    expect(full.body.appointments).toHaveLength(100)
    const taken = await createSeries(clinic, 'FREQ=DAILY;COUNT=100', {
      professional_id: full.body.appointments[0].professional_id,
      client: NEW_CLIENT,
    })
    expect(taken.problem.errors).toHaveLength(100)
    // A transaction may take 20 seconds.
    expect(performance.now() - began).toBeLessThan(10_000)
    await expectSoundCalendar(api, clinic)
  })

  it('200: the time of a test organization counts', async () => {
    const clinic = await openDashboard(api)
    try {
      api.setNow(Date.parse(at('12:00', '2026-11-24')))
      const reply = await createSeries(clinic, 'FREQ=DAILY;COUNT=3')
      expect(refusedOf(reply)).toEqual([
        '2026-11-23T09:00 min_advance_violation',
        '2026-11-24T09:00 min_advance_violation',
      ])
    } finally {
      api.setNow(TEST_NOW)
    }
  })
})
