import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { anotherClient, at, holdsOf } from '../../support/booking.ts'
import { createProfessional } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import {
  faultsOf,
  openDashboard,
  testEveryTeamChange,
  told,
  unchanged,
  type SignedIn,
} from '../../support/team-changes.ts'

const api = useSharedApi()

const SESSION = { maxCapacity: 4, durationMinutes: 60, slotIntervalMinutes: 30 }

/** Three visits at nine, of three clients, and how many events there are by then. */
async function openSession() {
  const clinic = await openDashboard(api, { service: SESSION })
  const ids: number[] = []
  for (const { id } of [
    clinic.client,
    await anotherClient(api, clinic),
    await anotherClient(api, clinic),
  ]) {
    ids.push((await clinic.book({ client_id: id })).body.id)
  }
  return { clinic, ids, events: (await told(api, clinic)).length }
}

const move = (clinic: SignedIn, id: number | undefined, clock: string, more: object = {}) =>
  clinic.owner.mutate('appointments.rescheduleSession', {
    appointment_id: id,
    start: at(clock),
    ...more,
  })

const startsOf = async (clinic: SignedIn) =>
  (await clinic.owner.query('appointments.list', {})).body.data.map(
    ({ start }: { start: string }) => start,
  )

describe('appointments.rescheduleSession', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.rescheduleSession',
    input: () => ({ start: at('15:00') }),
  })

  it('200: by less than its length, later and earlier: one event for each visit, in one batch', async () => {
    const { clinic, ids, events } = await openSession()
    const { body } = await move(clinic, ids[1], '09:30', { reason: 'Atraso' })
    expect(body.appointments.map((one: any) => [one.id, one.start, one.reschedule_count])).toEqual(
      ids.map((id) => [id, at('09:30'), 1]),
    )
    const after = await told(api, clinic, events)
    expect(after.map(({ type }) => type)).toEqual(ids.map(() => 'appointment.rescheduled'))
    expect(new Set(after.map(({ payload }) => payload.batch_id)).size).toBe(1)
    const holds = await holdsOf(api, clinic)
    expect(holds.map(({ taken, capacity }) => [taken, capacity])).toEqual([[3, 4]])
    await move(clinic, ids[0], '09:00')
    expect(await startsOf(clinic)).toEqual(ids.map(() => at('09:00')))
    await expectSoundCalendar(api, clinic)
  })

  it('200: to the start that it has: nothing happens', async () => {
    const { clinic, ids } = await openSession()
    const reply = await unchanged(api, clinic, () => move(clinic, ids[0], '09:00'))
    expect([reply.status, reply.body.appointments.length]).toEqual([200, 3])
  })

  it('200: what took place stays', async () => {
    const { clinic, ids } = await openSession()
    const [over = 0] = ids
    await api.db.appointment.update({ where: { id: over }, data: { status: 'COMPLETED' } })
    const { problem } = await unchanged(api, clinic, () => move(clinic, ids[1], '09:30'))
    expect(problem.code).toBe('slot_unavailable')
    const { body } = await move(clinic, ids[1], '10:00')
    expect(body.appointments.map(({ id }: any) => id)).toEqual(ids.slice(1))
    await expectSoundCalendar(api, clinic)
  })

  it('200: a client with two seats gets one message', async () => {
    const { clinic, ids } = await openSession()
    const { client } = clinic
    await api.db.client.update({ where: { id: client.id }, data: { email: 'ana@example.com' } })
    const [, second = 0] = ids
    await api.db.appointment.update({ where: { id: second }, data: { clientId: client.id } })
    await move(clinic, ids[1], '09:30')
    const messages = await api.db.message.findMany({
      where: { organizationId: clinic.organization.row.id, purpose: 'moved' },
    })
    expect(messages.filter(({ clientId }) => clientId === client.id)).toHaveLength(1)
    expect(messages).toHaveLength(2)
  })

  it('409 appointment_not_editable: all or none: one has an invoice', async () => {
    const { clinic, ids } = await openSession()
    await clinic.call('POST', `/v1/appointments/${ids[2]}/invoice`, { body: {} })
    const { problem } = await unchanged(api, clinic, () => move(clinic, ids[0], '09:30'))
    expect(problem.code).toBe('appointment_not_editable')
    expect(problem.detail).toMatch(`appointment ${ids[2]} of`)
    expect(faultsOf({ problem })).toEqual([`appointments.${ids[2]} invalid_value`])
  })

  it('409 slot_unavailable: all or none: the session at the new time has seats for two', async () => {
    const { clinic, ids } = await openSession()
    for (let seat = 0; seat < 2; seat += 1) {
      await clinic.book({ start: at('10:00'), client_id: (await anotherClient(api, clinic)).id })
    }
    const { problem } = await unchanged(api, clinic, () => move(clinic, ids[0], '10:00'))
    expect(problem.code).toBe('slot_unavailable')
  })

  it('409 min_advance_violation: more than a year ago', async () => {
    const { clinic, ids } = await openSession()
    const { problem } = await move(clinic, ids[0], '', { start: at('09:00', '2025-11-03') })
    expect(problem.code).toBe('min_advance_violation')
  })

  it('409 professional_cannot_perform_service: the professional performs it no more', async () => {
    const { clinic, ids } = await openSession()
    await api.db.professionalService.deleteMany({
      where: { organizationId: clinic.organization.row.id },
    })
    const { problem } = await unchanged(api, clinic, () => move(clinic, ids[0], '09:30'))
    expect(problem.code).toBe('professional_cannot_perform_service')
  })

  it('200 and 409 action_not_allowed: two moves at once: one is first, and the other reads a start that is gone', async () => {
    const { clinic, ids } = await openSession()
    const expected_start = at('09:00')
    const replies = await Promise.all([
      move(clinic, ids[0], '09:30', { expected_start }),
      move(clinic, ids[2], '10:00', { expected_start }),
    ])
    expect(replies.map(({ problem }) => problem?.code ?? 'ok').toSorted()).toEqual([
      'action_not_allowed',
      'ok',
    ])
    expect(new Set(await startsOf(clinic)).size).toBe(1)
    await expectSoundCalendar(api, clinic)
  })

  it('200: a booking into the session at the same moment moves with it, or finds the time left', async () => {
    const { clinic, ids } = await openSession()
    const client_id = (await anotherClient(api, clinic)).id
    const [moved, booked] = await Promise.all([
      move(clinic, ids[0], '09:30'),
      clinic.book({ client_id }),
    ])
    expect(moved.status).toBe(200)
    const isFirst = booked.status === 201
    expect([moved.body.appointments.length, booked.body.code]).toEqual(
      isFirst ? [4, undefined] : [3, 'slot_unavailable'],
    )
    expect(new Set(await startsOf(clinic))).toEqual(new Set([at('09:30')]))
    await expectSoundCalendar(api, clinic)
  })

  it('200 and 404 not_found: a professional moves the own sessions alone', async () => {
    const { clinic, ids } = await openSession()
    const { organization, professional } = clinic
    const other = await createProfessional(api.db, organization.row)
    const statusFor = async ({ id }: { id: number }) => {
      const user = await signIn(api, organization, 'professional', id)
      const input = { appointment_id: ids[0], start: at('09:30') }
      return (await user.mutate('appointments.rescheduleSession', input)).status
    }
    expect([await statusFor(other), await statusFor(professional)]).toEqual([404, 200])
  })
})
