import { describe, expect, it } from 'vitest'
import { linkTo } from '@scheduling/core'
import { useSharedApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createAppointmentRow, createDepositRow } from '../../support/clinic.ts'
import { openQueue, today } from '../../support/queue.ts'

const api = useSharedApi()

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)

async function depositWith(
  clinic: BookableClinic,
  columns: Partial<Parameters<typeof createDepositRow>[2]> = {},
) {
  const appointment = await createAppointmentRow(api.db, clinic.organization.row, {
    professional: clinic.professional,
    client: clinic.client,
    services: [clinic.service],
    start: at('09:00'),
    status: 'PENDING',
  })
  return createDepositRow(api.db, clinic.organization.row, {
    appointment,
    expiresAt: today('08:30'),
    paymentCode: '000201',
    ...columns,
  })
}

describe('GET /v1/deposits/{deposit_id}', () => {
  it('200: every field in the order of the document', async () => {
    const clinic = await openClinic(api)
    const row = await depositWith(clinic)
    const reply = await clinic.call('GET', `/v1/deposits/${row.id}`)
    const deposit = {
      object: 'deposit',
      id: row.id,
      status: 'PENDING',
      amount: '50.00',
      currency: 'BRL',
      paid_amount: null,
      refunded_amount: '0.00',
      method: 'PIX',
      appointment_id: row.appointmentId,
      queue_entry_id: null,
      appointment: null,
      queue_entry: null,
      client_id: clinic.client.id,
      client: { id: clinic.client.id, name: 'Ana Souza' },
      payment_code: '000201',
      payment_url: linkTo(api.service, 'deposit', row),
      expires_at: today('08:30'),
      paid_at: null,
      expired_at: null,
      refunded_at: null,
      created_at: INSTANT,
      updated_at: INSTANT,
    }
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(deposit)
    expect(Object.keys(reply.body)).toEqual(Object.keys(deposit))
  })

  it.each(['PAID', 'EXPIRED', 'REFUNDED'] as const)(
    '200: %s has no code to pay',
    async (status) => {
      const clinic = await openClinic(api)
      const row = await depositWith(clinic, { status, paidAmount: '1234567890.10', amount: '0.01' })
      const { body } = await clinic.call('GET', `/v1/deposits/${row.id}`)
      expect(body).toMatchObject({
        status,
        amount: '0.01',
        paid_amount: '1234567890.10',
        payment_code: null,
        payment_url: null,
      })
    },
  )

  it('200: expand gives full records', async () => {
    const clinic = await openClinic(api)
    const row = await depositWith(clinic)
    const path = `/v1/deposits/${row.id}?expand=client,appointment,queue_entry`
    const { body } = await clinic.call('GET', path)
    const appointment = await clinic.call('GET', `/v1/appointments/${row.appointmentId}`)
    expect(body.appointment).toEqual(appointment.body)
    expect(body).toMatchObject({ client: { object: 'client' }, queue_entry: null })
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const other = await createDepositRow(api.db, queue.organization.row, {
      queueEntry: entry,
      expiresAt: today('08:30'),
    })
    const full = await queue.call('GET', `/v1/deposits/${other.id}?expand[]=queue_entry`)
    const plain = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
    expect(full.body.queue_entry).toEqual(plain.body)
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const clinic = await openClinic(api)
    const theirs = await depositWith(await openClinic(api))
    for (const id of [theirs.id, 2_147_483_647]) {
      const reply = await clinic.call('GET', `/v1/deposits/${id}`)
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    }
  })

  it.each([
    ['0', 'deposit_id', 'out_of_range'],
    ['2147483648', 'deposit_id', 'out_of_range'],
    ['dep_1', 'deposit_id', 'invalid_type'],
    ['1?expand=deposit', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (path, field, code) => {
    const clinic = await openClinic(api)
    const reply = await clinic.call('GET', `/v1/deposits/${path}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write'])
    const reply = await clinic.call('GET', '/v1/deposits/1', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })
})
