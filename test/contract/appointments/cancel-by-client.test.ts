import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import { at } from '../../support/booking.ts'
import { createDepositRow } from '../../support/clinic.ts'
import { openDashboard, testEveryTeamChange, told, unchanged } from '../../support/team-changes.ts'

const api = useSharedApi()

describe('appointments.cancel with cancelled_by: client', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.cancel',
    input: () => ({ reason: 'Viajou', cancelled_by: 'client' }),
  })

  it('200: CANCELLED_CLIENT; the time is free, an unpaid deposit is withdrawn', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'PENDING')
    await createDepositRow(api.db, clinic.organization.row, {
      appointment: row,
      expiresAt: at('09:00'),
    })
    const reply = await clinic.owner.mutate('appointments.cancel', {
      appointment_id: row.id,
      cancelled_by: 'client',
      reason: '  Viajou  ',
    })
    expect(reply.body).toMatchObject({
      id: row.id,
      status: 'CANCELLED_CLIENT',
      cancellation_reason: 'Viajou',
    })
    expect(await clinic.starts()).toContain(at('10:00'))
    const events = await told(api, clinic)
    expect(events.map(({ type }) => type)).toEqual(['appointment.cancelled', 'deposit.expired'])
    expect(events[0]?.payload.changes).toMatchObject({
      status: { from: 'PENDING', to: 'CANCELLED_CLIENT' },
    })
  })

  it('200: the notice that clients need is none of the team', async () => {
    const clinic = await openDashboard(api, { organization: { clientNoticeMinutes: 7 * 24 * 60 } })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await clinic.owner.mutate('appointments.cancel', {
      appointment_id: row.id,
      cancelled_by: 'client',
    })
    expect(reply.body).toMatchObject({ status: 'CANCELLED_CLIENT', cancellation_reason: null })
  })

  it("200: no one can type the service's own word for an unpaid deposit", async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'PENDING')
    const reply = await clinic.owner.mutate('appointments.cancel', {
      appointment_id: row.id,
      cancelled_by: 'client',
      reason: 'deposit_expired',
    })
    expect(reply.body).toMatchObject({ status: 'CANCELLED_CLIENT', cancellation_reason: null })
  })

  it.each(['COMPLETED', 'NO_SHOW', 'CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'] as const)(
    '409 appointment_not_editable: %s',
    async (status) => {
      const clinic = await openDashboard(api)
      const row = await appointmentWith(api, clinic, status)
      const reply = await unchanged(api, clinic, () =>
        clinic.owner.mutate('appointments.cancel', {
          appointment_id: row.id,
          cancelled_by: 'client',
        }),
      )
      expect([reply.status, reply.problem.code]).toEqual([409, 'appointment_not_editable'])
    },
  )

  it('409 action_not_allowed: within the cancellation window of the organization', async () => {
    const clinic = await openDashboard(api, {
      organization: { cancellationWindowMinutes: 30 * 24 * 60 },
    })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await unchanged(api, clinic, () =>
      clinic.owner.mutate('appointments.cancel', {
        appointment_id: row.id,
        cancelled_by: 'client',
      }),
    )
    expect([reply.status, reply.problem.code]).toEqual([409, 'action_not_allowed'])
  })
})
