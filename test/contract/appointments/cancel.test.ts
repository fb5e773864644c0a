import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { appointmentWith, testEveryAction } from '../../support/appointment-actions.ts'
import { anotherClient, at, faults, openClinic } from '../../support/booking.ts'
import { createDepositRow, eventsOf } from '../../support/clinic.ts'
import { overtaken } from '../../support/overtaking.ts'

const api = useSharedApi()

const MINUTE_MS = 60_000

describe('POST /v1/appointments/{appointment_id}/cancel', () => {
  testEveryAction(() => api, 'cancel', { one: undefined, other: { reason: 'Other' } })

  it('200: CANCELLED_PROFESSIONAL with its reason; the time is free again', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await clinic.call('POST', `/v1/appointments/${row.id}/cancel`, {
      body: { reason: '  Cliente viajou  ', notify_client: false },
    })
    expect(reply.body).toMatchObject({
      status: 'CANCELLED_PROFESSIONAL',
      cancellation_reason: 'Cliente viajou',
      cancelled_at: '2026-11-20T08:00:00-03:00',
      no_show_at: null,
    })
    expect(await clinic.starts()).toContain(at('10:00'))
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'appointment.cancelled' })
    expect(events[0]?.payload.changes).toEqual({
      status: { from: 'CONFIRMED', to: 'CANCELLED_PROFESSIONAL' },
      cancellation_reason: { from: null, to: 'Cliente viajou' },
    })
  })

  it('200: by a key for the client; 409 action_not_allowed: it starts at another time by now', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const cancel = (expected_start: string) =>
      clinic.call('POST', `/v1/appointments/${row.id}/cancel`, {
        body: { cancelled_by: 'client', expected_start },
      })
    const refused = await cancel(at('11:00'))
    expect([refused.status, refused.body.code]).toEqual([409, 'action_not_allowed'])
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
    expect((await cancel(at('10:00'))).body).toMatchObject({ status: 'CANCELLED_CLIENT' })
  })

  it.each([undefined, {}, null, { reason: null }, { reason: '' }])(
    '200: without a reason: %j',
    async (body) => {
      const clinic = await openClinic(api)
      const row = await appointmentWith(api, clinic, 'PENDING')
      const reply = await clinic.call('POST', `/v1/appointments/${row.id}/cancel`, { body })
      expect(reply.status).toBe(200)
      expect(reply.body.cancellation_reason).toBeNull()
      const [event] = await eventsOf(api.db, clinic.organization.row)
      expect(Object.keys(event?.payload.changes ?? {})).toEqual(['status'])
    },
  )

  it('200: of a session it gives one seat back', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 3 } })
    const [rui, eva] = [await anotherClient(api, clinic), await anotherClient(api, clinic)]
    const first = await clinic.book()
    await clinic.book({ client_id: rui.id })
    await clinic.book({ client_id: eva.id })
    expect(await clinic.starts()).not.toContain(at('09:00'))
    await clinic.call('POST', `/v1/appointments/${first.body.id}/cancel`)
    expect(await clinic.starts()).toContain(at('09:00'))
    const holds = await api.db.calendarHold.findMany({ where: { serviceId: clinic.service.id } })
    expect(holds).toMatchObject([{ taken: 2 }])
  })

  it('200: an overbooked one leaves the other where it is', async () => {
    const clinic = await openClinic(api)
    await clinic.book()
    const rui = await anotherClient(api, clinic)
    const over = await clinic.book({ client_id: rui.id, allow_overbook: true })
    await clinic.call('POST', `/v1/appointments/${over.body.id}/cancel`)
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('200: an unpaid deposit is withdrawn in the same batch; a paid one stays', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const appointment = await appointmentWith(api, clinic, 'PENDING')
    const expiresAt = at('08:30', '2026-11-20')
    const paid = await createDepositRow(api.db, row, {
      appointment,
      expiresAt,
      status: 'PAID',
      paidAmount: '50.00',
    })
    const unpaid = await createDepositRow(api.db, row, {
      appointment,
      expiresAt,
      paymentCode: '00020126',
    })
    const path = `/v1/appointments/${appointment.id}`
    const before = await clinic.call('GET', `${path}?expand=deposit`)
    expect(before.body).toMatchObject({
      deposit_id: unpaid.id,
      deposit: { object: 'deposit', status: 'PENDING', amount: '50.00', payment_code: '00020126' },
    })
    const reply = await clinic.call('POST', `${path}/cancel?expand=deposit`)
    expect(reply.body.deposit).toMatchObject({
      id: unpaid.id,
      status: 'EXPIRED',
      expired_at: '2026-11-20T08:00:00-03:00',
      payment_code: null,
      payment_url: null,
      appointment_id: appointment.id,
      client: { id: clinic.client.id, name: 'Ana Souza' },
    })
    const events = await eventsOf(api.db, row)
    expect(events.map(({ type }) => type)).toEqual(['appointment.cancelled', 'deposit.expired'])
    expect(events[1]?.payload).toMatchObject({
      object: reply.body.deposit,
      changes: { status: { from: 'PENDING', to: 'EXPIRED' } },
    })
    expect(events[0]?.payload.batch_id).toMatch(/^bat_/)
    expect(events[1]?.payload.batch_id).toBe(events[0]?.payload.batch_id)
    const kept = await api.db.deposit.findUnique({ where: { id: paid.id } })
    expect(kept?.status).toBe('PAID')
  })

  it('200: a deposit that is paid while the cancellation waits for it stays paid', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const appointment = await appointmentWith(api, clinic, 'PENDING')
    const deposit = await createDepositRow(api.db, row, {
      appointment,
      expiresAt: at('08:30', '2026-11-20'),
    })
    const reply = await overtaken(api, {
      lock: (session) =>
        session.query('SELECT FROM deposit WHERE id = $1 FOR UPDATE', [deposit.id]),
      slow: () => clinic.call('POST', `/v1/appointments/${appointment.id}/cancel?expand=deposit`),
      change: (session) =>
        session.query(`UPDATE deposit SET status = 'PAID', paid_amount = amount WHERE id = $1`, [
          deposit.id,
        ]),
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED_PROFESSIONAL', deposit: { id: deposit.id, status: 'PAID' } },
    })
    const events = await eventsOf(api.db, row)
    expect(events.map(({ type }) => type)).toEqual(['appointment.cancelled'])
  })

  it('409 action_not_allowed: inside the cancellation window of the organization', async () => {
    const clinic = await openClinic(api, { organization: { cancellationWindowMinutes: 120 } })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const path = `/v1/appointments/${row.id}/cancel`
    const edge = Date.parse(at('10:00')) - 120 * MINUTE_MS
    try {
      api.setNow(edge + 1)
      const late = await clinic.call('POST', path)
      expect([late.status, late.body.code]).toEqual([409, 'action_not_allowed'])
      expect(late.body.detail).toContain('cancellation_window_minutes')
      expect(late.body.detail).toContain('120')
      api.setNow(edge)
      expect((await clinic.call('POST', path)).status).toBe(200)
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('400 validation_error: reason and notify_client', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const cancel = (body: unknown) =>
      clinic.call('POST', `/v1/appointments/${row.id}/cancel`, { body })
    expect(faults(await cancel({ reason: 'x'.repeat(501) }))).toEqual(['reason:too_long'])
    expect(faults(await cancel({ reason: 'x\ny' }))).toEqual(['reason:invalid_format'])
    expect(faults(await cancel({ reason: '\u2067x' }))).toEqual(['reason:invalid_format'])
    expect(faults(await cancel({ reason: 5, notify_client: 'no' }))).toEqual([
      'reason:invalid_type',
      'notify_client:invalid_type',
    ])
    expect(faults(await cancel('{"reason":'))).toEqual(['body:invalid_format'])
    expect((await cancel({ reason: 'x'.repeat(500) })).status).toBe(200)
  })
})
