import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { appointmentWith, testEveryAction } from '../../support/appointment-actions.ts'
import { anotherClient, at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments/{appointment_id}/no-show', () => {
  testEveryAction(() => api, 'no-show')

  it('200: NO_SHOW at this moment; the time is free again', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    expect(await clinic.starts()).not.toContain(at('10:00'))
    const reply = await clinic.call('POST', `/v1/appointments/${row.id}/no-show`)
    expect(reply.body).toMatchObject({
      status: 'NO_SHOW',
      no_show_at: '2026-11-20T08:00:00-03:00',
      cancelled_at: null,
    })
    expect(await clinic.starts()).toContain(at('10:00'))
    expect(await eventsOf(api.db, clinic.organization.row)).toMatchObject([
      {
        type: 'appointment.no_show',
        payload: { changes: { status: { from: 'CONFIRMED', to: 'NO_SHOW' } } },
      },
    ])
  })

  it('200: of a session it gives one seat back', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 2 } })
    const rui = await anotherClient(api, clinic)
    const first = await clinic.book()
    const second = await clinic.book({ client_id: rui.id })
    await clinic.call('POST', `/v1/appointments/${first.body.id}/no-show`)
    const holds = () => api.db.calendarHold.findMany({ where: { serviceId: clinic.service.id } })
    expect(await holds()).toMatchObject([{ taken: 1 }])
    await clinic.call('POST', `/v1/appointments/${second.body.id}/no-show`)
    expect(await holds()).toEqual([])
  })

  it('409 action_not_allowed: before the start, where the organization has that rule', async () => {
    const clinic = await openClinic(api, { organization: { noShowOnlyAfterStart: true } })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const path = `/v1/appointments/${row.id}/no-show`
    try {
      api.setNow(Date.parse(at('10:00')) - 1)
      const early = await clinic.call('POST', path)
      expect([early.status, early.body.code]).toEqual([409, 'action_not_allowed'])
      expect(early.body.detail).toContain('no_show_only_after_start')
      api.setNow(Date.parse(at('10:00')))
      expect((await clinic.call('POST', path)).status).toBe(200)
      const over = await clinic.call('POST', path)
      expect(over.body.code).toBe('appointment_not_editable')
    } finally {
      api.setNow(TEST_NOW)
    }
  })
})
