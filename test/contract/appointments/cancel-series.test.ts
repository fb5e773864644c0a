import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import { at, holdsOf } from '../../support/booking.ts'
import { createDepositRow } from '../../support/clinic.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { createSeries, keptOf, startsOf } from '../../support/series.ts'
import {
  faultsOf,
  openDashboard,
  testEveryTeamChange,
  told,
  unchanged,
  type SignedIn,
} from '../../support/team-changes.ts'

const api = useSharedApi()

/** Monday to Friday, 09:00, and how many events there are by then. */
async function openSeries(values: Parameters<typeof openDashboard>[1] = {}) {
  const clinic = await openDashboard(api, values)
  const { body } = await createSeries(clinic, 'FREQ=DAILY;COUNT=5')
  const ids: number[] = body.appointments.map(({ id }: { id: number }) => id)
  return { clinic, ids, events: (await told(api, clinic)).length, recurrenceId: body.recurrence_id }
}

function cancel(clinic: SignedIn, id: number | undefined, scope: string, more = {}) {
  return clinic.owner.mutate('appointments.cancelSeries', { appointment_id: id, scope, ...more })
}

describe('appointments.cancelSeries', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.cancelSeries',
    input: () => ({ scope: 'all' }),
    columns: { recurrenceId: 'rec_1' },
  })

  it.each([
    ['one', [2]],
    ['following', [2, 3, 4]],
    ['all', [0, 1, 2, 3, 4]],
  ])('200: %s, in one batch, and the time is free', async (scope, places) => {
    const { clinic, ids, events, recurrenceId } = await openSeries()
    const reply = await cancel(clinic, ids[2], scope, { reason: 'Férias' })
    expect(reply.body).toMatchObject({
      object: 'series_change',
      recurrence_id: recurrenceId,
      kept: [],
    })
    const wanted = places.map((place) => ids[place])
    expect(reply.body.appointments.map(({ id }: any) => id)).toEqual(wanted)
    for (const one of reply.body.appointments) {
      expect(one).toMatchObject({
        status: 'CANCELLED_PROFESSIONAL',
        cancellation_reason: 'Férias',
        recurrence_id: recurrenceId,
      })
    }
    const after = await told(api, clinic, events)
    expect(after.map(({ type, payload }) => [type, payload.object['id']])).toEqual(
      wanted.map((id) => ['appointment.cancelled', id]),
    )
    const batches = new Set(after.map(({ payload }) => payload.batch_id))
    expect([...batches]).toEqual([places.length === 1 ? null : expect.stringMatching(/^bat_/)])
    expect(after[0]?.payload.changes).toEqual({
      status: { from: 'PENDING', to: 'CANCELLED_PROFESSIONAL' },
      cancellation_reason: { from: null, to: 'Férias' },
    })
    expect(await holdsOf(api, clinic)).toHaveLength(5 - places.length)
    await expectSoundCalendar(api, clinic)
  })

  it('200: the past, completed and invoiced ones stay, and are reported; an unpaid deposit is withdrawn', async () => {
    const { clinic, ids, events } = await openSeries({ organization: { autoConfirm: true } })
    const [, second, third, fourth, fifth] = ids
    await clinic.call('POST', `/v1/appointments/${second}/complete`)
    await clinic.owner.mutate('appointments.markInvoiced', {
      appointment_id: third,
      invoice_issued: true,
    })
    const row = await api.db.appointment.findUniqueOrThrow({ where: { id: fourth ?? 0 } })
    const deposit = await createDepositRow(api.db, clinic.organization.row, {
      appointment: row,
      expiresAt: at('09:00', '2026-11-26'),
    })
    try {
      api.setNow(Date.parse(at('09:01')))
      const reply = await cancel(clinic, ids[0], 'all')
      expect(keptOf(reply)).toEqual([
        `${at('09:00')} action_not_allowed`,
        `${at('09:00', '2026-11-24')} appointment_not_editable`,
        `${at('09:00', '2026-11-25')} appointment_not_editable`,
      ])
      expect(reply.body.kept[0]).toMatchObject({
        appointment_id: ids[0],
        reason: expect.stringContaining('already begun'),
      })
      expect(reply.body.appointments.map(({ id }: any) => id)).toEqual([fourth, fifth])
      const after = (await told(api, clinic, events)).slice(2)
      expect(after.map(({ type }) => type)).toEqual([
        'appointment.cancelled',
        'deposit.expired',
        'appointment.cancelled',
      ])
      expect(new Set(after.map(({ payload }) => payload.batch_id)).size).toBe(1)
      const withdrawn = await api.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } })
      expect(withdrawn.status).toBe('EXPIRED')
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('200: a preview answers the same, and changes nothing', async () => {
    const { clinic, ids } = await openSeries()
    await clinic.call('POST', `/v1/appointments/${ids[3]}/cancel`)
    const preview = await unchanged(api, clinic, () =>
      cancel(clinic, ids[1], 'following', { preview: true }),
    )
    const real = await cancel(clinic, ids[1], 'following')
    expect(startsOf(preview)).toEqual(startsOf(real))
    expect(keptOf(preview)).toEqual(keptOf(real))
    expect(startsOf(real)).toHaveLength(3)
  })

  it('200: another series of the same client stays', async () => {
    const { clinic, ids } = await openSeries()
    const other = await createSeries(clinic, 'FREQ=DAILY;COUNT=5', { start: at('14:00') })
    await cancel(clinic, ids[0], 'all')
    const { id } = other.body.appointments[0]
    expect((await clinic.call('GET', `/v1/appointments/${id}`)).body.status).toBe('PENDING')
  })

  it('200: of several at once, each appointment is cancelled once', async () => {
    const { clinic, ids, events } = await openSeries()
    const replies = await Promise.all([
      cancel(clinic, ids[2], 'following'),
      cancel(clinic, ids[0], 'all'),
      clinic.call('POST', `/v1/appointments/${ids[3]}/cancel`),
      cancel(clinic, ids[4], 'all'),
    ])
    for (const { status } of replies) expect([200, 409]).toContain(status)
    const cancelled = (await told(api, clinic, events)).map(({ payload }) => payload.object['id'])
    expect(cancelled.toSorted()).toEqual(ids)
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('409 appointment_not_editable: none can be cancelled; each has its reason', async () => {
    const { clinic, ids } = await openSeries()
    await cancel(clinic, ids[0], 'all')
    const reply = await unchanged(api, clinic, () => cancel(clinic, ids[0], 'all'))
    expect([reply.status, reply.problem.code]).toEqual([409, 'appointment_not_editable'])
    expect(reply.problem.errors).toHaveLength(5)
    const one = await cancel(clinic, ids[0], 'one')
    expect([one.problem.code, one.problem.errors]).toEqual(['appointment_not_editable', []])
  })

  it('409 action_not_allowed: the only one has begun, or is inside the cancellation window', async () => {
    const { clinic, ids } = await openSeries({ organization: { cancellationWindowMinutes: 60 } })
    try {
      for (const [clock, word] of [
        ['08:30', 'cancellation_window_minutes'],
        ['09:30', 'cancellation_window_minutes'],
      ] as const) {
        api.setNow(Date.parse(at(clock)))
        const reply = await unchanged(api, clinic, () => cancel(clinic, ids[0], 'one'))
        expect([reply.status, reply.problem.code]).toEqual([409, 'action_not_allowed'])
        expect(reply.problem.detail).toContain(word)
      }
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('400 validation_error: no series, no scope, a reason that is too long', async () => {
    const { clinic, ids } = await openSeries()
    const alone = await appointmentWith(api, clinic, 'CONFIRMED')
    const cases: [number | undefined, string | undefined, object, string][] = [
      [alone.id, 'one', {}, 'appointment_id invalid_value'],
      [ids[0], 'some', {}, 'scope invalid_value'],
      [ids[0], undefined, {}, 'scope required'],
      [ids[0], 'one', { reason: 'x'.repeat(501) }, 'reason too_long'],
      [ids[0], 'one', { preview: 1 }, 'preview invalid_type'],
    ]
    for (const [id, scope, more, expected] of cases) {
      const reply = await unchanged(api, clinic, () =>
        clinic.owner.mutate('appointments.cancelSeries', { appointment_id: id, scope, ...more }),
      )
      expect([reply.status, ...faultsOf(reply)]).toEqual([400, expected])
    }
  })

  it('404 not_found: a series of the same id in another organization stays', async () => {
    const [one, other] = [await openDashboard(api), await openDashboard(api)]
    const mine = await appointmentWith(api, one, 'CONFIRMED', { recurrenceId: 'rec_same' })
    const theirs = await appointmentWith(api, other, 'CONFIRMED', { recurrenceId: 'rec_same' })
    const reply = await unchanged(api, other, () => cancel(one, mine.id, 'all'))
    expect(reply.body.appointments).toHaveLength(1)
    expect((await cancel(one, theirs.id, 'all')).status).toBe(404)
  })
})
