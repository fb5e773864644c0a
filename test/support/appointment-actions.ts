/** What every action on an appointment has to answer, whichever it is. */
import { randomUUID } from 'node:crypto'
import type { Appointment, AppointmentStatus } from '@scheduling/database'
import { expect, it } from 'vitest'
import type { Reply, TestApi } from './api.ts'
import { at, openClinic, type BookableClinic } from './booking.ts'
import { createAppointmentRow, eventsOf } from './clinic.ts'

export type ActionName = 'confirm' | 'arrive' | 'complete' | 'cancel' | 'no-show' | 'reschedule'

/** Which actions answer 200 from each status: the table of the API document, apart from the code's own. */
export const ACCEPTED: Readonly<Record<AppointmentStatus, readonly ActionName[]>> = {
  PENDING: ['confirm', 'arrive', 'cancel', 'no-show', 'reschedule'],
  CONFIRMED: ['complete', 'arrive', 'cancel', 'no-show', 'reschedule'],
  COMPLETED: [],
  NO_SHOW: [],
  CANCELLED_CLIENT: [],
  CANCELLED_PROFESSIONAL: [],
}

export const STATUSES = Object.keys(ACCEPTED) as AppointmentStatus[]

/** A row with this status, Monday 10:00 unless said otherwise. */
export function appointmentWith(
  api: TestApi,
  clinic: BookableClinic,
  status: AppointmentStatus,
  columns: Partial<Parameters<typeof createAppointmentRow>[2]> = {},
): Promise<Appointment> {
  const { professional, client, service } = clinic
  return createAppointmentRow(api.db, clinic.organization.row, {
    professional,
    client,
    services: [service],
    start: at('10:00'),
    status,
    ...columns,
  })
}

export function move(clinic: BookableClinic, id: number, body: unknown): Promise<Reply> {
  return clinic.call('POST', `/v1/appointments/${id}/reschedule`, { body })
}

/**
 * Registers what holds for each of them: 403, 404, the refused statuses, the invoice, the idempotency key.
 *
 * @param body the smallest body that the action accepts, and another one
 */
export function testEveryAction(
  api: () => TestApi,
  action: ActionName,
  body: { readonly one: object | undefined; readonly other: object } = {
    one: undefined,
    other: { ignored: true },
  },
): void {
  const act = (
    clinic: BookableClinic,
    id: number,
    more: Parameters<BookableClinic['call']>[2] = {},
  ): Promise<Reply> =>
    clinic.call('POST', `/v1/appointments/${id}/${action}`, {
      ...(body.one === undefined ? {} : { body: body.one }),
      ...more,
    })
  const accepted = STATUSES.filter((status) => ACCEPTED[status].includes(action))
  const refused = STATUSES.filter((status) => !ACCEPTED[status].includes(action))

  it.each(accepted)('200: from %s, with one event', async (status) => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, status)
    const reply = await act(clinic, row.id)
    expect(reply.status).toBe(200)
    expect(reply.body.id).toBe(row.id)
    expect(await eventsOf(api().db, clinic.organization.row)).toMatchObject([
      { payload: { object: reply.body, batch_id: null } },
    ])
  })

  it('200: expand gives full records, in the answer and not in the event', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, accepted[0] ?? 'PENDING')
    const path = `/v1/appointments/${row.id}/${action}?expand=client`
    const reply = await clinic.call('POST', path, body.one === undefined ? {} : { body: body.one })
    expect(reply.body.client).toMatchObject({ object: 'client', id: clinic.client.id })
    const [event] = await eventsOf(api().db, clinic.organization.row)
    expect(event?.payload.object['client']).toEqual({ id: clinic.client.id, name: 'Ana Souza' })
  })

  it('200: a repetition with its Idempotency-Key answers the same, though the status no longer allows it', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, accepted[0] ?? 'PENDING')
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await act(clinic, row.id, { headers })
    const again = await act(clinic, row.id, { headers })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await eventsOf(api().db, clinic.organization.row)).toHaveLength(1)
  })

  it('409 duplicate_request: the same Idempotency-Key with another body', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, accepted[0] ?? 'PENDING')
    const headers = { 'Idempotency-Key': randomUUID() }
    await act(clinic, row.id, { headers })
    const other = await act(clinic, row.id, { headers, body: { ...body.one, ...body.other } })
    expect([other.status, other.body.code]).toEqual([409, 'duplicate_request'])
  })

  it.each(refused)('409 appointment_not_editable: from %s', async (status) => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, status)
    const reply = await act(clinic, row.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'appointment_not_editable'])
    expect(reply.body.detail).toContain(status)
    expect(await eventsOf(api().db, clinic.organization.row)).toEqual([])
    expect(await api().db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('409 appointment_not_editable: an invoice was issued', async () => {
    const clinic = await openClinic(api())
    const status = accepted[0] ?? 'PENDING'
    const row = await appointmentWith(api(), clinic, status, { invoiceIssued: true })
    const reply = await act(clinic, row.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'appointment_not_editable'])
    expect(reply.body.detail).toContain('invoice')
    expect(await api().db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const clinic = await openClinic(api())
    const stranger = await openClinic(api())
    const status = accepted[0] ?? 'PENDING'
    const theirs = await appointmentWith(api(), stranger, status)
    for (const id of [theirs.id, 2_147_483_647]) {
      const reply = await act(clinic, id)
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    }
    expect(await api().db.appointment.findUnique({ where: { id: theirs.id } })).toEqual(theirs)
  })

  it('400 validation_error: an id that is none, an expansion that is none', async () => {
    const clinic = await openClinic(api())
    for (const [path, field, code] of [
      ['x', 'appointment_id', 'invalid_type'],
      ['0', 'appointment_id', 'out_of_range'],
      ['2147483648', 'appointment_id', 'out_of_range'],
    ]) {
      const reply = await clinic.call('POST', `/v1/appointments/${path}/${action}`, {
        body: body.one ?? {},
      })
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field, code }])
    }
    const row = await appointmentWith(api(), clinic, accepted[0] ?? 'PENDING')
    const path = `/v1/appointments/${row.id}/${action}?expand=everything`
    const reply = await clinic.call('POST', path, { body: body.one ?? {} })
    expect(reply.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, accepted[0] ?? 'PENDING')
    const key = await clinic.organization.keyWith(['read', 'webhooks:manage'])
    const reply = await act(clinic, row.id, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
    expect(await api().db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })
}
