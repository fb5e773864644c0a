import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith, testEveryAction } from '../../support/appointment-actions.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments/{appointment_id}/complete', () => {
  testEveryAction(() => api, 'complete')

  it('200: COMPLETED at this moment, before its start too; the time stays taken', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await clinic.call('POST', `/v1/appointments/${row.id}/complete`)
    expect(reply.body).toMatchObject({
      status: 'COMPLETED',
      completed_at: '2026-11-20T08:00:00-03:00',
    })
    expect(await clinic.starts()).not.toContain(at('10:00'))
    const [event] = await eventsOf(api.db, clinic.organization.row)
    expect(event).toMatchObject({
      type: 'appointment.completed',
      payload: { changes: { status: { from: 'CONFIRMED', to: 'COMPLETED' } } },
    })
    expect(Object.keys(event?.payload.changes ?? {})).toEqual(['status'])
  })
})
