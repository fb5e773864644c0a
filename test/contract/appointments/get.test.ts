import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import { at, openClinic } from '../../support/booking.ts'
import { createDepositRow, createService } from '../../support/clinic.ts'

const api = useSharedApi()

describe('GET /v1/appointments/{appointment_id}', () => {
  it('200: the record as booked, references unexpanded', async () => {
    const clinic = await openClinic(api)
    const booked = await clinic.book()
    const reply = await clinic.call('GET', `/v1/appointments/${booked.body.id}`)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(booked.body)
  })

  it('200: date-times carry the offset that the organization has at each instant', async () => {
    const clinic = await openClinic(api, {
      organization: { timeZone: 'America/New_York', maxAdvanceDays: null },
    })
    const booked = await clinic.book({ start: '2027-07-05T13:00:00Z' })
    expect(booked.body).toMatchObject({
      start: '2027-07-05T09:00:00-04:00',
      end: '2027-07-05T09:30:00-04:00',
    })
    expect(booked.body.created_at).toMatch(/-0[45]:00$/)
  })

  it('200: no inner column is shown, and nothing is missing', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CANCELLED_CLIENT', {
      notes: null,
      price: null,
      cancelledAt: new Date('2026-11-20T10:59:59.999Z'),
      cancellationReason: 'deposit_expired',
      recurrenceId: 'rec_1',
      meetingUrl: 'https://meet.test/1',
      source: 'public_booking',
    })
    const { body } = await clinic.call('GET', `/v1/appointments/${row.id}`)
    expect(Object.keys(body)).toHaveLength(35)
    expect(body).toMatchObject({
      price: null,
      currency: 'BRL',
      // Cut, not rounded.
      cancelled_at: '2026-11-20T07:59:59-03:00',
      cancellation_reason: 'deposit_expired',
      recurrence_id: 'rec_1',
      meeting_url: 'https://meet.test/1',
      source: 'public_booking',
      metadata: {},
    })
  })

  it('200: expand fills client, professional, services and deposit, one level deep', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const second = await createService(api.db, row, { name: 'Retorno' })
    const appointment = await appointmentWith(api, clinic, 'PENDING', {
      services: [second, clinic.service],
    })
    const expiresAt = at('09:00', '2026-11-20')
    await createDepositRow(api.db, row, { appointment, expiresAt, status: 'EXPIRED' })
    const latest = await createDepositRow(api.db, row, { appointment, expiresAt })
    const path = `/v1/appointments/${appointment.id}`
    const plain = await clinic.call('GET', path)
    expect(plain.body).toMatchObject({ deposit_id: latest.id, deposit: null })
    const { body } = await clinic.call('GET', `${path}?expand=client,professional,services,deposit`)
    const client = await clinic.call('GET', `/v1/clients/${clinic.client.id}`)
    const professional = await clinic.call('GET', `/v1/professionals/${clinic.professional.id}`)
    const services = await Promise.all(
      [second.id, clinic.service.id].map((id) => clinic.call('GET', `/v1/services/${id}`)),
    )
    expect(body).toEqual({
      ...plain.body,
      client: client.body,
      professional: professional.body,
      services: services.map((reply) => reply.body),
      deposit: expect.objectContaining({
        object: 'deposit',
        id: latest.id,
        status: 'PENDING',
        refunded_amount: '0.00',
        appointment_id: appointment.id,
        appointment: null,
        queue_entry_id: null,
        queue_entry: null,
      }),
    })
    const one = await clinic.call('GET', `${path}?expand[]=client`)
    expect(one.body).toEqual({ ...plain.body, client: client.body })
  })

  it.each([
    ['0', 'appointment_id', 'out_of_range'],
    ['2147483648', 'appointment_id', 'out_of_range'],
    ['x', 'appointment_id', 'invalid_type'],
    ['1.0', 'appointment_id', 'invalid_type'],
    ['1?expand=hold', 'expand', 'invalid_value'],
    ['1?expand=client,deposits', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (path, field, code) => {
    const clinic = await openClinic(api)
    const reply = await clinic.call('GET', `/v1/appointments/${path}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write'])
    const reply = await api.call('GET', '/v1/appointments/1', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const theirs = await stranger.book({ notes: 'Segredo' })
    for (const id of [theirs.body.id, 2_147_483_647]) {
      const reply = await clinic.call('GET', `/v1/appointments/${id}?expand=client`)
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
      expect(reply.text).not.toContain('Segredo')
    }
  })

  it('405 method_not_allowed: an appointment cannot be deleted', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const reply = await clinic.call('DELETE', `/v1/appointments/${body.id}`)
    expect([reply.status, reply.body.code]).toEqual([405, 'method_not_allowed'])
    expect(reply.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'PATCH'])
    expect((await clinic.call('GET', `/v1/appointments/${body.id}`)).status).toBe(200)
  })
})
