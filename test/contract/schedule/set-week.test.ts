import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf, openChangingClinic, secondOf, shown } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

const on = (weekday: number, opens: number, closes: number) => ({
  weekday,
  opens_minute: opens * 60,
  closes_minute: closes * 60,
})
const MORNINGS = [1, 2, 3, 4, 5].map((weekday) => on(weekday, 9, 12))

describe('schedule.setWeek', () => {
  it('200: replaces the hours, in the order of the week, and notes it', async () => {
    const clinic = await openChangingClinic(api)
    const { id } = clinic.professional
    const reply = await clinic.owner.mutate('schedule.setWeek', {
      professional_id: id,
      intervals: [on(6, 22, 2), on(1, 13, 18), on(1, 9, 12)],
    })
    expectOk(reply)
    const intervals = [on(1, 9, 12), on(1, 13, 18), on(6, 22, 2)]
    expect(reply.body).toEqual({
      week: { object: 'week', professional_id: id, intervals },
      impact: {
        version: expect.stringMatching(/^[\w-]{32}$/),
        total: 0,
        kept: 0,
        moved: 0,
        cancelled: 0,
        appointments: [],
        holds: [],
      },
    })
    const [note, ...others] = await clinic.noted()
    expect(others).toEqual([])
    expect(note).toMatchObject({
      action: 'working_hours.updated',
      recordId: String(id),
      changes: { intervals: { to: intervals } },
    })
    expect(await clinic.told()).toEqual([])
    expect(await clinic.starts('2026-11-23')).not.toContain(at('12:00'))
    // Saturday night goes on into Sunday, and Sunday itself has no hours.
    expect(await clinic.starts('2026-11-29')).toContain(at('01:30', '2026-11-29'))
    expect(await clinic.starts('2026-11-24')).toEqual([])
  })

  it('200: the same hours again change nothing, and nothing is noted', async () => {
    const clinic = await openChangingClinic(api)
    const input = { professional_id: clinic.professional.id, intervals: MORNINGS }
    await clinic.owner.mutate('schedule.setWeek', input)
    const before = await clinic.everything()
    expectOk(await clinic.owner.mutate('schedule.setWeek', input))
    expect(await clinic.everything()).toBe(before)
  })

  it('200: appointments that fitted before and do not fit any more are kept, moved or cancelled, in one batch', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const { professional } = clinic
    const second = secondOf(clinic)
    const morning = await clinic.bookAt('09:00')
    const kept = await clinic.bookAt('13:00')
    const moved = await clinic.bookAt('14:00')
    const cancelled = await clinic.bookAt('15:00')
    const unlucky = await clinic.bookAt('16:00')
    const inTheWay = await clinic.bookAt('16:00', { professional_id: second.id })
    const since = (await clinic.told()).length
    const reply = await clinic.owner.mutate('schedule.setWeek', {
      professional_id: professional.id,
      intervals: MORNINGS,
      appointments: 'move',
      decisions: [
        { appointment_id: kept, action: 'keep' },
        { appointment_id: cancelled, action: 'cancel' },
      ],
      reason: 'Só de manhã',
    })
    expectOk(reply)
    expect(reply.body.impact).toMatchObject({ total: 4, kept: 2, moved: 1, cancelled: 1 })
    expect(shown(reply)).toEqual([
      [moved, 'outside_hours', 'moved', second.id],
      [cancelled, 'outside_hours', 'cancelled', null],
      [unlucky, 'outside_hours', 'kept', null],
      [kept, 'outside_hours', 'kept', null],
    ])
    const [first, , third, fourth] = reply.body.impact.appointments
    expect(first).toMatchObject({
      appointment: {
        id: moved,
        start: at('14:00'),
        professional: { id: professional.id, name: professional.name },
        client: { id: clinic.client.id, name: 'Ana Souza' },
        services: [{ id: clinic.service.id, name: clinic.service.name }],
      },
      moved_to: { id: second.id, name: second.name },
      kept_because: null,
    })
    expect(third.kept_because).toContain('free')
    expect(fourth.kept_because).toBeNull()
    const events = (await clinic.told()).slice(since)
    expect(events.map(([type]) => type)).toEqual([
      'appointment.rescheduled',
      'appointment.cancelled',
    ])
    const batches = new Set(events.map(([, batch]) => batch))
    expect([...batches]).toEqual([expect.stringMatching(/^bat_/)])
    const rows = await api.db.appointment.findMany({ orderBy: { id: 'asc' } })
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(byId.get(moved)).toMatchObject({ professionalId: second.id, rescheduleCount: 1 })
    expect(byId.get(cancelled)).toMatchObject({
      status: 'CANCELLED_PROFESSIONAL',
      cancellationReason: 'Só de manhã',
      holdId: null,
    })
    for (const id of [morning, kept, unlucky, inTheWay]) {
      expect(byId.get(id)).toMatchObject({ status: 'PENDING', holdId: expect.any(Number) })
    }
    // What was kept outside of hours is known: it is not told again.
    const again = await clinic.owner.mutate('schedule.setWeek', {
      professional_id: professional.id,
      intervals: [on(1, 8, 12)],
    })
    expect(expectOk(again).body.impact.total).toBe(0)
  })

  it('400: intervals that overlap, in a day, past midnight and around the week', async () => {
    const clinic = await openChangingClinic(api)
    const set = async (intervals: object[]) =>
      clinic.owner.mutate('schedule.setWeek', {
        professional_id: clinic.professional.id,
        intervals,
      })
    for (const [intervals, fault] of [
      [[on(1, 9, 12), on(1, 11, 13)], 'intervals[1]:invalid_value'],
      [[on(1, 11, 13), on(1, 9, 12)], 'intervals[1]:invalid_value'],
      [[on(1, 9, 12), on(1, 9, 12)], 'intervals[1]:duplicate_item'],
      [[on(1, 22, 2), on(2, 1, 3)], 'intervals[1]:invalid_value'],
      [[on(0, 1, 3), on(6, 22, 2)], 'intervals[1]:invalid_value'],
      [[on(1, 9, 9), on(2, 8, 10)], 'intervals[1]:invalid_value'],
      [[on(7, 9, 12)], 'intervals[0].weekday:out_of_range'],
      [[on(1, 24, 25)], 'intervals[0].opens_minute:out_of_range'],
      [[{ ...on(1, 9, 12), opens_minute: 540.5 }], 'intervals[0].opens_minute:invalid_type'],
    ] as [object[], string][]) {
      const reply = await set(intervals)
      expect(reply.status).toBe(400)
      expect(faultsOf(reply)).toContain(fault)
    }
    // Touching ones are one stretch, also around the week; so is a whole day.
    expectOk(await set([on(1, 9, 12), on(1, 12, 13), on(6, 20, 0), on(0, 0, 8), on(3, 9, 9)]))
    const day = [0, 1, 2, 3, 4, 5, 6].map((weekday) => on(weekday, 0, 24))
    expectOk(await set(day))
    expect(await clinic.starts('2026-11-22')).toContain(at('23:45', '2026-11-22'))
  })

  it('404 not_found: another organization’s professional', async () => {
    const clinic = await openChangingClinic(api)
    const other = await openChangingClinic(api)
    const reply = await other.owner.mutate('schedule.setWeek', {
      professional_id: clinic.professional.id,
      intervals: MORNINGS,
    })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('200: a collaborator may do it', async () => {
    const clinic = await openChangingClinic(api)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    expectOk(
      await collaborator.mutate('schedule.setWeek', {
        professional_id: clinic.professional.id,
        intervals: MORNINGS,
      }),
    )
  })
})

describe('schedule.setWeek, and what is booked', () => {
  testEveryImpact(() => api, {
    procedure: 'schedule.setWeek',
    input: ({ professional }) => ({ professional_id: professional.id, intervals: [on(1, 9, 12)] }),
    other: ({ professional }) => ({ professional_id: professional.id, intervals: [on(2, 9, 12)] }),
    reason: 'outside_hours',
    canMove: true,
    notes: ['working_hours.updated'],
  })
})
