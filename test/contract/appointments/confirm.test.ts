import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith, testEveryAction } from '../../support/appointment-actions.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments/{appointment_id}/confirm', () => {
  testEveryAction(() => api, 'confirm')

  it('200: CONFIRMED at this moment; the time stays taken', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'PENDING')
    const reply = await clinic.call('POST', `/v1/appointments/${row.id}/confirm`)
    expect(reply.body).toMatchObject({
      status: 'CONFIRMED',
      confirmed_at: '2026-11-20T08:00:00-03:00',
      completed_at: null,
    })
    expect(reply.body.updated_at >= reply.body.created_at).toBe(true)
    expect(await clinic.starts()).not.toContain(at('10:00'))
    expect(await eventsOf(api.db, clinic.organization.row)).toMatchObject([
      {
        type: 'appointment.confirmed',
        payload: { changes: { status: { from: 'PENDING', to: 'CONFIRMED' } } },
      },
    ])
  })
})
