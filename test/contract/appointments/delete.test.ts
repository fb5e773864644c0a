import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith, move, STATUSES } from '../../support/appointment-actions.ts'
import { anotherClient, at, holdsOf } from '../../support/booking.ts'
import { createDepositRow, eventsOf } from '../../support/clinic.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { openDashboard, testEveryTeamChange, told, unchanged } from '../../support/team-changes.ts'

const api = useSharedApi()

describe('appointments.delete', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.delete',
  })

  it.each(STATUSES)('200: from %s; it is gone everywhere, and its time is free', async (status) => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, status)
    const reply = await clinic.owner.mutate('appointments.delete', { appointment_id: row.id })
    expect(reply.body).toEqual({ id: row.id, deleted: true })
    const path = `/v1/appointments/${row.id}`
    for (const [method, address, body] of [
      ['GET', path, undefined],
      ['PATCH', path, { notes: 'x' }],
      ['POST', `${path}/cancel`, {}],
      ['POST', `${path}/reschedule`, { start: at('14:00') }],
    ] as const) {
      const after = await clinic.call(method, address, body === undefined ? {} : { body })
      expect([method, after.status, after.body.code]).toEqual([method, 404, 'not_found'])
    }
    const again = await clinic.owner.mutate('appointments.delete', { appointment_id: row.id })
    expect([again.status, again.problem.code]).toEqual([404, 'not_found'])
    expect((await clinic.call('GET', '/v1/appointments')).body.data).toEqual([])
    expect(await clinic.starts()).toContain(at('10:00'))
    expect(await holdsOf(api, clinic)).toEqual([])
    expect((await clinic.book({ start: at('10:00') })).status).toBe(201)
  })

  it('200: the event has the id alone, and is filtered by what the appointment was', async () => {
    const clinic = await openDashboard(api)
    const { body } = await clinic.book()
    await move(clinic, body.id, { start: at('11:00') })
    await clinic.owner.mutate('appointments.delete', { appointment_id: body.id })
    const event = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(event).toMatchObject({ type: 'appointment.deleted' })
    expect(event?.payload).toEqual({
      object: { id: body.id, deleted: true },
      changes: null,
      batch_id: null,
    })
    const row = await api.db.event.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id, type: 'appointment.deleted' },
    })
    expect(row).toMatchObject({
      professionalIds: [clinic.professional.id],
      serviceIds: [clinic.service.id],
      filterStatus: 'PENDING',
      filterType: 'IN_PERSON',
      filterSource: null,
    })
    const feed = await clinic.call('GET', '/v1/events?type=appointment.deleted')
    expect(feed.body.data).toMatchObject([{ data: { object: { id: body.id, deleted: true } } }])
    expect(await api.db.appointmentMove.count({ where: { appointmentId: body.id } })).toBe(0)
  })

  it('200: of a session it gives one seat back', async () => {
    const clinic = await openDashboard(api, { service: { maxCapacity: 3 } })
    const rui = await anotherClient(api, clinic)
    const first = await clinic.book()
    await clinic.book({ client_id: rui.id })
    await clinic.owner.mutate('appointments.delete', { appointment_id: first.body.id })
    expect(await holdsOf(api, clinic)).toMatchObject([{ taken: 1 }])
    await expectSoundCalendar(api, clinic)
  })

  it('409 appointment_not_editable: an invoice was issued', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'COMPLETED', { invoiceIssued: true })
    const reply = await unchanged(api, clinic, () =>
      clinic.owner.mutate('appointments.delete', { appointment_id: row.id }),
    )
    expect([reply.status, reply.problem.code]).toEqual([409, 'appointment_not_editable'])
    expect(reply.problem.detail).toContain('invoice')
  })

  it.each(['PENDING', 'PAID', 'EXPIRED', 'REFUNDED'] as const)(
    '409 action_not_allowed: a deposit was charged, %s',
    async (status) => {
      const clinic = await openDashboard(api)
      const row = await appointmentWith(api, clinic, 'CONFIRMED')
      await createDepositRow(api.db, clinic.organization.row, {
        appointment: row,
        expiresAt: at('09:00'),
        status,
      })
      const reply = await unchanged(api, clinic, () =>
        clinic.owner.mutate('appointments.delete', { appointment_id: row.id }),
      )
      expect([reply.status, reply.problem.code]).toEqual([409, 'action_not_allowed'])
      expect(reply.problem.detail).toContain('deposit')
    },
  )

  it('200 and 404: of two at once, one', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        clinic.owner.mutate('appointments.delete', { appointment_id: row.id }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await told(api, clinic)).toHaveLength(1)
  })
})
