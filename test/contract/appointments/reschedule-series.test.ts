import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { appointmentWith, move } from '../../support/appointment-actions.ts'
import { anotherClient, at, holdsOf } from '../../support/booking.ts'
import { createProfessional, createService, holiday } from '../../support/clinic.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { lockProfessional, overtaken } from '../../support/overtaking.ts'
import { createSeries, keptOf, LONG_DAYS, startsOf } from '../../support/series.ts'
import {
  faultsOf,
  openDashboard,
  testEveryTeamChange,
  told,
  unchanged,
  type SignedIn,
} from '../../support/team-changes.ts'

const api = useSharedApi()

const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'] as const

/** Monday to Friday, 09:00, and how many events there are by then. */
async function openSeries(
  values: Parameters<typeof openDashboard>[1] = {},
  rule = 'FREQ=DAILY;COUNT=5',
) {
  const clinic = await openDashboard(api, values)
  const { body } = await createSeries(clinic, rule)
  const ids: number[] = body.appointments.map(({ id }: { id: number }) => id)
  return { clinic, ids, events: (await told(api, clinic)).length, recurrenceId: body.recurrence_id }
}

function reschedule(clinic: SignedIn, id: number | undefined, scope: string, more: object) {
  return clinic.owner.mutate('appointments.rescheduleSeries', {
    appointment_id: id,
    scope,
    ...more,
  })
}

describe('appointments.rescheduleSeries', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.rescheduleSeries',
    input: () => ({ scope: 'all', time: '14:00' }),
    columns: { recurrenceId: 'rec_1' },
  })

  it.each([
    ['one', [1]],
    ['following', [1, 2, 3, 4]],
    ['all', [0, 1, 2, 3, 4]],
  ] as const)('200: %s to another time, in one batch', async (scope, places) => {
    const { clinic, ids, events, recurrenceId } = await openSeries()
    const reply = await reschedule(clinic, ids[1], scope, { time: '14:30', reason: 'Pedido' })
    expect(reply.body).toMatchObject({
      object: 'series_change',
      recurrence_id: recurrenceId,
      kept: [],
    })
    expect(startsOf(reply)).toEqual(places.map((place) => at('14:30', DAYS[place])))
    for (const one of reply.body.appointments) {
      expect(one).toMatchObject({
        status: 'PENDING',
        recurrence_id: recurrenceId,
        source: 'recurrence',
        reschedule_count: 1,
      })
      expect((await clinic.call('GET', `/v1/appointments/${one.id}`)).body).toEqual(one)
    }
    const after = await told(api, clinic, events)
    expect(after.map(({ type }) => type)).toEqual(places.map(() => 'appointment.rescheduled'))
    expect(after).toHaveLength(places.length)
    for (const { payload } of after) {
      expect(Object.keys(payload.changes ?? {})).toEqual(['start', 'end'])
      expect(payload.batch_id).toEqual(places.length === 1 ? null : after[0]?.payload.batch_id)
    }
    const moves = await api.db.appointmentMove.findMany({ where: { reason: 'Pedido' } })
    expect(moves.filter(({ appointmentId }) => ids.includes(appointmentId))).toHaveLength(
      places.length,
    )
    await expectSoundCalendar(api, clinic)
  })

  it('200: by a day, in both directions: none stands in the way of the one behind it', async () => {
    const { clinic, ids } = await openSeries({ hours: LONG_DAYS })
    const later = await reschedule(clinic, ids[0], 'all', { shift_days: 1 })
    expect(startsOf(later)).toEqual([...DAYS.slice(1), '2026-11-28'].map((day) => at('09:00', day)))
    const earlier = await reschedule(clinic, ids[0], 'all', { shift_days: -1 })
    expect(startsOf(earlier)).toEqual(DAYS.map((day) => at('09:00', day)))
    // A start that meets the end of its own old time.
    const half = await reschedule(clinic, ids[0], 'all', { time: '09:15' })
    expect(half.body.appointments).toHaveLength(5)
    const both = await reschedule(clinic, ids[0], 'all', { shift_days: 2, time: '10:00' })
    expect(startsOf(both)[0]).toBe(at('10:00', '2026-11-25'))
    await expectSoundCalendar(api, clinic)
  })

  it('200: what does not fit stays, and is reported, and so does what it stands in the way of', async () => {
    const { clinic, ids } = await openSeries({ hours: LONG_DAYS })
    await holiday(api.db, clinic.organization.row, '2026-11-28')
    const reply = await reschedule(clinic, ids[0], 'all', { shift_days: 1 })
    expect([reply.status, reply.problem.code]).toEqual([409, 'slot_unavailable'])
    expect(reply.problem.errors).toHaveLength(5)
    const rui = await anotherClient(api, clinic)
    await clinic.book({ start: at('14:00', '2026-11-25'), client_id: rui.id })
    const some = await reschedule(clinic, ids[0], 'all', { time: '14:00' })
    expect(keptOf(some)).toEqual([`${at('09:00', '2026-11-25')} slot_unavailable`])
    expect(some.body.kept[0].reason).toBe('The professional is taken at this time.')
    expect(some.body.appointments).toHaveLength(4)
    await expectSoundCalendar(api, clinic)
  })

  it('200: another professional, or any who is free', async () => {
    const { clinic, ids } = await openSeries({ professionals: 3 })
    const [first, second, third] = clinic.professionals
    await clinic.book({
      start: at('09:00', '2026-11-24'),
      professional_id: second?.id,
      client_id: (await anotherClient(api, clinic)).id,
    })
    const named = await reschedule(clinic, ids[0], 'all', { professional_id: second?.id })
    expect(keptOf(named)).toEqual([`${at('09:00', '2026-11-24')} slot_unavailable`])
    expect(named.body.appointments.map((one: any) => one.professional_id)).toEqual(
      Array(4).fill(second?.id),
    )
    await api.db.professional.update({ where: { id: second?.id ?? 0 }, data: { isActive: false } })
    const anyone = await reschedule(clinic, ids[0], 'all', { professional_id: null })
    expect(anyone.body.appointments).toHaveLength(5)
    for (const one of anyone.body.appointments) {
      expect([first?.id, third?.id]).toContain(one.professional_id)
    }
    await expectSoundCalendar(api, clinic)
  })

  it('200: the past, completed and invoiced ones stay, and are reported', async () => {
    const { clinic, ids } = await openSeries({ organization: { autoConfirm: true } })
    await clinic.call('POST', `/v1/appointments/${ids[1]}/complete`)
    await clinic.owner.mutate('appointments.markInvoiced', {
      appointment_id: ids[2],
      invoice_issued: true,
    })
    try {
      api.setNow(Date.parse(at('09:01')))
      const reply = await reschedule(clinic, ids[0], 'all', { time: '15:00' })
      expect(keptOf(reply)).toEqual([
        `${at('09:00')} action_not_allowed`,
        `${at('09:00', '2026-11-24')} appointment_not_editable`,
        `${at('09:00', '2026-11-25')} appointment_not_editable`,
      ])
      expect(startsOf(reply)).toEqual([at('15:00', '2026-11-26'), at('15:00', '2026-11-27')])
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('200: those that are already there are among those that are as asked, without an event', async () => {
    const { clinic, ids } = await openSeries()
    await move(clinic, ids[0] ?? 0, { start: at('14:00') })
    const events = (await told(api, clinic)).length
    const reply = await reschedule(clinic, ids[0], 'all', { time: '14:00' })
    expect(reply.body.appointments).toHaveLength(5)
    expect(await told(api, clinic, events)).toHaveLength(4)
    const again = await unchanged(api, clinic, () =>
      reschedule(clinic, ids[0], 'all', { time: '14:00' }),
    )
    expect(again.body.appointments).toHaveLength(5)
  })

  it('200: the time of the clock stays when it changes; a time that the clock skips is reported', async () => {
    const clinic = await openDashboard(api, {
      organization: { timeZone: 'America/New_York' },
      hours: { weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [['00:00', '23:00']] },
    })
    const { body } = await createSeries(clinic, 'FREQ=DAILY;COUNT=3', {
      start: '2027-03-13T09:00:00-05:00',
    })
    const later = await reschedule(clinic, body.appointments[0].id, 'all', { shift_days: -1 })
    expect(startsOf(later)).toEqual([
      '2027-03-12T09:00:00-05:00',
      '2027-03-13T09:00:00-05:00',
      '2027-03-14T09:00:00-04:00',
    ])
    const skipped = await reschedule(clinic, body.appointments[0].id, 'all', { time: '02:30' })
    expect(keptOf(skipped)).toEqual(['2027-03-14T09:00:00-04:00 slot_unavailable'])
    expect(skipped.body.kept[0].reason).toContain('The clock skips')
  })

  it('200: past the horizon too, where the series runs', async () => {
    const { clinic, ids } = await openSeries(
      { organization: { maxAdvanceDays: 10 } },
      'FREQ=WEEKLY;COUNT=6',
    )
    expect(ids).toHaveLength(6)
    const reply = await reschedule(clinic, ids[0], 'all', { shift_days: 1 })
    expect(reply.body.appointments).toHaveLength(6)
  })

  it('200: a session keeps the seats of the others', async () => {
    const { clinic, ids } = await openSeries({ service: { maxCapacity: 2 } })
    const rui = await anotherClient(api, clinic)
    await createSeries(clinic, 'FREQ=DAILY;COUNT=5', { client_id: rui.id })
    await reschedule(clinic, ids[0], 'following', { time: '14:00' })
    expect(await holdsOf(api, clinic)).toHaveLength(10)
    await expectSoundCalendar(api, clinic)
  })

  it('200: a preview answers the same, and changes nothing', async () => {
    const { clinic, ids } = await openSeries()
    await clinic.book({
      start: at('14:00', '2026-11-25'),
      client_id: (await anotherClient(api, clinic)).id,
    })
    const change = { time: '14:00' }
    const preview = await unchanged(api, clinic, () =>
      reschedule(clinic, ids[0], 'all', { ...change, preview: true }),
    )
    const real = await reschedule(clinic, ids[0], 'all', change)
    expect(startsOf(preview)).toEqual(startsOf(real))
    expect(preview.body.kept).toEqual(real.body.kept)
  })

  it('200: a hundred of them, in a moment', async () => {
    const { clinic, ids } = await openSeries(
      { professionals: 3, hours: LONG_DAYS },
      'FREQ=DAILY;COUNT=100',
    )
    const began = performance.now()
    const reply = await reschedule(clinic, ids[0], 'all', {
      time: '10:00',
      shift_days: 1,
      professional_id: null,
    })
    expect(reply.body.appointments).toHaveLength(100)
    // A transaction may take 20 seconds.
    expect(performance.now() - began).toBeLessThan(15_000)
    await expectSoundCalendar(api, clinic)
  })

  it('409 slot_unavailable: the only one would be off, or where another is', async () => {
    const { clinic, ids } = await openSeries()
    for (const change of [{ time: '20:00' }, { shift_days: 1 }, { shift_days: -2 }]) {
      const reply = await unchanged(api, clinic, () => reschedule(clinic, ids[2], 'one', change))
      expect([reply.status, reply.problem.code]).toEqual([409, 'slot_unavailable'])
    }
  })

  it('409 appointment_not_editable: none can be moved', async () => {
    const { clinic, ids } = await openSeries()
    await clinic.owner.mutate('appointments.cancelSeries', {
      appointment_id: ids[0],
      scope: 'all',
    })
    const reply = await unchanged(api, clinic, () =>
      reschedule(clinic, ids[0], 'all', { time: '14:00' }),
    )
    expect([reply.status, reply.problem.code]).toEqual([409, 'appointment_not_editable'])
  })

  it('409 action_not_allowed: the only one has begun', async () => {
    const { clinic, ids } = await openSeries()
    try {
      api.setNow(Date.parse(at('09:01')))
      const reply = await reschedule(clinic, ids[0], 'one', { time: '14:00' })
      expect([reply.status, reply.problem.code]).toEqual([409, 'action_not_allowed'])
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('409 min_advance_violation: the only one would be past', async () => {
    const { clinic, ids } = await openSeries()
    const reply = await reschedule(clinic, ids[0], 'one', { shift_days: -10 })
    expect([reply.status, reply.problem.code]).toEqual([409, 'min_advance_violation'])
  })

  it('409 professional_cannot_perform_service: no one is moved', async () => {
    const { clinic, ids } = await openSeries()
    const other = await createProfessional(api.db, clinic.organization.row)
    await createService(api.db, clinic.organization.row, { performedBy: [other] })
    const reply = await unchanged(api, clinic, () =>
      reschedule(clinic, ids[0], 'all', { professional_id: other.id }),
    )
    expect([reply.status, reply.problem.code]).toEqual([409, 'professional_cannot_perform_service'])
  })

  it('400 validation_error: the new professional leaves while the series waits', async () => {
    const { clinic, ids } = await openSeries({ professionals: 2 })
    const colleague = clinic.professionals[1] ?? clinic.professional
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, colleague),
      slow: () => reschedule(clinic, ids[0], 'all', { professional_id: colleague.id }),
      change: (session) =>
        session.query('UPDATE professional SET is_active = false WHERE id = $1', [colleague.id]),
    })
    expect([reply.status, ...faultsOf(reply)]).toEqual([400, 'professional_id inactive'])
  })

  it('200: two hundred attempts, when nearly nothing fits', async () => {
    const { clinic, ids } = await openSeries({ hours: LONG_DAYS }, 'FREQ=DAILY;COUNT=100')
    const rui = await anotherClient(api, clinic)
    const other = await createSeries(clinic, 'FREQ=DAILY;COUNT=100', {
      start: at('10:00'),
      client_id: rui.id,
    })
    await clinic.owner.mutate('appointments.delete', {
      appointment_id: other.body.appointments[50].id,
    })
    const began = performance.now()
    const reply = await reschedule(clinic, ids[0], 'all', { time: '10:00' })
    expect([reply.body.appointments.length, reply.body.kept.length]).toEqual([1, 99])
    // A transaction may take 20 seconds.
    expect(performance.now() - began).toBeLessThan(15_000)
    await expectSoundCalendar(api, clinic)
  })

  it('400 validation_error: no series, nothing to change, times and shifts that are none', async () => {
    const { clinic, ids } = await openSeries()
    const stranger = await openDashboard(api)
    const alone = await appointmentWith(api, clinic, 'CONFIRMED')
    const inactive = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    const cases: [number | undefined, object, string][] = [
      [alone.id, { time: '14:00' }, 'appointment_id invalid_value'],
      [ids[0], {}, 'time required'],
      [ids[0], { shift_days: 0 }, 'time required'],
      [ids[0], { time: '24:00' }, 'time invalid_format'],
      [ids[0], { time: '9:00' }, 'time invalid_format'],
      [ids[0], { time: '09:00:00' }, 'time invalid_format'],
      [ids[0], { shift_days: 32 }, 'shift_days out_of_range'],
      [ids[0], { shift_days: -32 }, 'shift_days out_of_range'],
      [ids[0], { shift_days: 0.5 }, 'shift_days invalid_type'],
      [ids[0], { professional_id: stranger.professional.id }, 'professional_id not_found'],
      [ids[0], { professional_id: inactive.id }, 'professional_id inactive'],
      [ids[0], { time: '14:00', scope: 'rest' }, 'scope invalid_value'],
    ]
    for (const [id, more, expected] of cases) {
      const reply = await unchanged(api, clinic, () =>
        clinic.owner.mutate('appointments.rescheduleSeries', {
          appointment_id: id,
          scope: 'all',
          ...more,
        }),
      )
      expect([reply.status, ...faultsOf(reply)]).toEqual([400, expected])
    }
  })
})
