import type { AppointmentStatus } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import { expectSoundCalendar, times } from '../../support/at-once.ts'
import { anotherClient, at } from '../../support/booking.ts'
import { createDepositRow } from '../../support/clinic.ts'
import { erase, seenVersion } from '../../support/erasure.ts'
import { openDashboard, testEveryTeamChange, told, unchanged } from '../../support/team-changes.ts'

const api = useSharedApi()
const NOW = '2026-11-20T08:00:00-03:00'
const DAY_MS = 86_400_000

type Values = Parameters<typeof openDashboard>[1]

async function opened(status: AppointmentStatus = 'CONFIRMED', values: Values = {}) {
  const clinic = await openDashboard(api, values)
  const confirmedAt = status === 'CONFIRMED' ? new Date(NOW) : null
  const row = await appointmentWith(api, clinic, status, { confirmedAt })
  const mutate = (name: string, input: object = {}) =>
    clinic.owner.mutate(`appointments.${name}`, { appointment_id: row.id, ...input })
  const undo = (input: object = {}) => mutate('undo', input)
  const refused = async (code: string) => {
    const reply = await unchanged(api, clinic, undo)
    expect(reply.problem?.code).toBe(code)
    return reply.problem.detail as string
  }
  const messages = () =>
    api.db.message.findMany({ where: { recordId: row.id }, orderBy: { createdAt: 'asc' } })
  return { clinic, row, mutate, undo, refused, messages }
}

describe('appointments.undo', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.undo',
    columns: { status: 'COMPLETED', completedAt: new Date(NOW) },
  })

  it.each([
    ['complete', 'CONFIRMED', 'COMPLETED', 'completed_at'],
    ['noShow', 'CONFIRMED', 'NO_SHOW', 'no_show_at'],
    ['noShow', 'PENDING', 'NO_SHOW', 'no_show_at'],
    ['cancel', 'PENDING', 'CANCELLED_PROFESSIONAL', 'cancelled_at'],
    ['cancel', 'CONFIRMED', 'CANCELLED_PROFESSIONAL', 'cancelled_at'],
  ] as const)('200: after %s of one that was %s', async (action, was, ended, at) => {
    const { clinic, row, mutate, undo } = await opened(was)
    const before = (await clinic.call('GET', `/v1/appointments/${row.id}`)).body
    expect((await mutate(action)).body.status).toBe(ended)
    const reply = await undo()
    expect(reply.body).toEqual({ ...before, updated_at: reply.body.updated_at })
    const [event] = (await told(api, clinic)).toReversed()
    expect([event?.type, event?.payload.changes]).toEqual([
      'appointment.updated',
      { status: { from: ended, to: was }, [at]: { from: NOW, to: null } },
    ])
    await expectSoundCalendar(api, clinic)
  })

  it('200: the reason goes too, the time is taken again, and calendars get a higher sequence', async () => {
    const { clinic, row, mutate, undo } = await opened()
    await mutate('cancel', { reason: 'Engano' })
    expect(await clinic.starts()).toContain(at('10:00'))
    const off = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    expect((await undo()).body.cancellation_reason).toBeNull()
    expect(await clinic.starts()).not.toContain(at('10:00'))
    const again = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    expect(again.calendarSequence).toBeGreaterThan(off.calendarSequence)
    const [event] = (await told(api, clinic)).toReversed()
    expect(event?.payload.changes).toMatchObject({
      cancellation_reason: { from: 'Engano', to: null },
    })
  })

  it.each([
    [{ cancelled_by: 'client' }, false, true],
    [{ cancelled_by: 'professional' }, false, false],
    [{ cancelled_by: 'professional' }, true, true],
  ])('200: after a cancellation %j, notify_client %s: the client is told: %s', async (...row) => {
    const [by, notify_client, isTold] = row
    const { clinic, mutate, undo, messages } = await opened()
    await api.db.client.update({ where: { id: clinic.client.id }, data: { email: 'a@b.example' } })
    await mutate('cancel', { ...by, notify_client: false })
    await undo({ notify_client })
    expect((await messages()).map(({ purpose }) => purpose)).toEqual(isTold ? ['booked'] : [])
  })

  it('200: what was completed by mistake is told to no client', async () => {
    const { clinic, mutate, undo, messages } = await opened()
    await api.db.client.update({ where: { id: clinic.client.id }, data: { email: 'a@b.example' } })
    await mutate('complete')
    await undo()
    expect(await messages()).toEqual([])
  })

  it('200: outside of the hours of today, and after the visit', async () => {
    const { clinic, row, mutate, undo } = await opened()
    await mutate('noShow')
    await api.db.workingHours.deleteMany({ where: { professionalId: clinic.professional.id } })
    await api.db.appointment.update({
      where: { id: row.id },
      data: {
        startsAt: new Date(Date.parse(NOW) - DAY_MS),
        endsAt: new Date(Date.parse(NOW) - DAY_MS + 1_800_000),
      },
    })
    expect((await undo()).body.status).toBe('CONFIRMED')
    await expectSoundCalendar(api, clinic)
  })

  it('200: a withdrawn deposit stays expired', async () => {
    const { clinic, row, mutate, undo } = await opened('PENDING')
    const expiresAt = at('09:00')
    const deposit = await createDepositRow(api.db, clinic.organization.row, {
      appointment: row,
      expiresAt,
    })
    await mutate('cancel')
    expect((await undo()).body).toMatchObject({ status: 'PENDING', deposit_id: deposit.id })
    const after = await api.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } })
    expect(after.status).toBe('EXPIRED')
  })

  it('409 appointment_not_editable: it has not ended, or was undone a moment ago', async () => {
    const { undo, mutate, refused } = await opened()
    await refused('appointment_not_editable')
    await mutate('complete')
    await undo()
    await refused('appointment_not_editable')
  })

  it('409 action_not_allowed: after 7 days', async () => {
    const { row, mutate, undo, refused } = await opened()
    await mutate('complete')
    const completedAt = new Date(Date.parse(NOW) - 7 * DAY_MS - 1)
    await api.db.appointment.update({ where: { id: row.id }, data: { completedAt } })
    expect(await refused('action_not_allowed')).toContain('7 days')
    await api.db.appointment.update({
      where: { id: row.id },
      data: { completedAt: new Date(completedAt.getTime() + 1) },
    })
    expect((await undo()).status).toBe(200)
  })

  it('409 action_not_allowed: invoice, expired deposit, inactive professional', async () => {
    const { clinic, row, mutate, refused } = await opened()
    await mutate('cancel')
    const change = (data: object) => api.db.appointment.update({ where: { id: row.id }, data })
    await change({ invoiceIssued: true })
    expect(await refused('action_not_allowed')).toContain('invoice')
    await change({
      invoiceIssued: false,
      status: 'CANCELLED_CLIENT',
      cancellationReason: 'deposit_expired',
    })
    expect(await refused('action_not_allowed')).toContain('deposit')
    await change({ cancellationReason: null })
    const { id } = clinic.professional
    await api.db.professional.update({ where: { id }, data: { isActive: false } })
    expect(await refused('action_not_allowed')).toContain('professional')
  })

  it.each([
    ['asked', 'PAID', '0.00', true],
    ['made in part', 'PAID', '10.00', false],
  ] as const)(
    '409 action_not_allowed: a refund was %s',
    async (_name, status, refunded, isOpen) => {
      const { clinic, row, mutate, undo, refused } = await opened()
      const deposit = await createDepositRow(api.db, clinic.organization.row, {
        appointment: row,
        expiresAt: at('09:00'),
        status,
        paidAmount: '50.00',
        refundedAmount: refunded,
      })
      await mutate('cancel')
      if (isOpen) {
        await api.db.depositRefund.create({
          data: {
            organizationId: row.organizationId,
            depositId: deposit.id,
            refundId: crypto.randomUUID(),
            amount: '50.00',
          },
        })
      }
      expect(await refused('action_not_allowed')).toContain('refund')
      if (!isOpen) return
      // The bank rejected it: the money is still here.
      await api.db.depositRefund.updateMany({
        where: { depositId: deposit.id },
        data: { rejectedAt: new Date(NOW) },
      })
      expect((await undo()).status).toBe(200)
    },
  )

  it('409 action_not_allowed: the client was merged or erased since', async () => {
    const { clinic, mutate, refused } = await opened()
    await mutate('cancel')
    const other = await anotherClient(api, clinic)
    const merged = await clinic.owner.mutate('clients.merge', {
      client_id: other.id,
      merged_client_id: clinic.client.id,
    })
    expect(merged.status).toBe(200)
    expect(await refused('action_not_allowed')).toContain('merged')
    const gone = await opened()
    await gone.mutate('cancel')
    const { owner, client } = gone.clinic
    await erase(owner, client.id, await seenVersion(owner, client.id))
    expect(await gone.refused('action_not_allowed')).toContain('erased')
  })

  it.each(['booked', 'blocked'])('409 slot_unavailable: its time was %s since', async (how) => {
    const { clinic, mutate, refused } = await opened()
    await mutate('cancel')
    const other = await anotherClient(api, clinic)
    if (how === 'booked') {
      expect((await clinic.book({ start: at('10:15'), client_id: other.id })).status).toBe(201)
    } else {
      await api.db.blockedTime.create({
        data: {
          organizationId: clinic.organization.row.id,
          professionalId: clinic.professional.id,
          startsAt: new Date(at('10:00')),
          endsAt: new Date(at('11:00')),
        },
      })
    }
    await refused('slot_unavailable')
    await expectSoundCalendar(api, clinic)
  })

  it('takes a seat of the session again, and none of a full one', async () => {
    const values = { service: { maxCapacity: 2 } }
    const clinic = await openDashboard(api, values)
    const seats = await times(2, async () => {
      const { id: client_id } = await anotherClient(api, clinic)
      return (await clinic.book({ start: at('10:00'), client_id })).body.id as number
    })
    const [mine] = seats
    const mutate = (name: string) =>
      clinic.owner.mutate(`appointments.${name}`, { appointment_id: mine })
    await mutate('cancel')
    expect((await mutate('undo')).status).toBe(200)
    await expectSoundCalendar(api, clinic)
    await mutate('cancel')
    const { id: client_id } = await anotherClient(api, clinic)
    expect((await clinic.book({ start: at('10:00'), client_id })).status).toBe(201)
    expect((await mutate('undo')).problem.code).toBe('slot_unavailable')
    await expectSoundCalendar(api, clinic)
  })
})

describe('two things at once', () => {
  it('an undo and bookings of its time: one of them has it', async () => {
    for (const _round of [1, 2, 3]) {
      const { clinic, mutate, undo } = await opened()
      await mutate('cancel')
      const clients = await times(4, () => anotherClient(api, clinic))
      const [undone, ...booked] = await Promise.all([
        undo(),
        ...clients.map(({ id }) => clinic.book({ start: at('10:00'), client_id: id })),
      ])
      const won = [undone?.status === 200, ...booked.map(({ status }) => status === 201)]
      expect(won.filter(Boolean)).toHaveLength(1)
      await expectSoundCalendar(api, clinic)
    }
  })

  it('two undos: one is done', async () => {
    const { clinic, mutate, undo } = await opened()
    await mutate('cancel')
    const replies = await times(4, () => undo())
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    await expectSoundCalendar(api, clinic)
  })

  it('an undo and a merge, or an erasure, of the client', async () => {
    const { clinic, row, mutate, undo } = await opened()
    await mutate('cancel')
    const version = await seenVersion(clinic.owner, clinic.client.id)
    await Promise.all([undo(), erase(clinic.owner, clinic.client.id, version)])
    await expectSoundCalendar(api, clinic)
    const after = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    const client = await api.db.client.findUniqueOrThrow({ where: { id: clinic.client.id } })
    // Never both: nothing is ahead of a client who is gone.
    expect([after.status === 'CONFIRMED', client.erasedAt !== null]).not.toEqual([true, true])
  })
})
