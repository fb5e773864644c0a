import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith, STATUSES } from '../../support/appointment-actions.ts'
import { at, faults, openClinic, type BookableClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

function patch(clinic: BookableClinic, id: number, body: unknown, query = '') {
  return clinic.call('PATCH', `/v1/appointments/${id}${query}`, { body })
}

/** Statuses whose notes can no longer change: the client was told that it is over. */
const CANCELLED = ['CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL']

describe('PATCH /v1/appointments/{appointment_id}', () => {
  it('200: notes and metadata change, with one event that says how', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED', {
      notes: 'old',
      metadata: { keep: '1', change: '2', drop: '3' },
    })
    const reply = await patch(clinic, row.id, {
      notes: '  new  ',
      metadata: { change: 'x', drop: null, add: '', absent: null },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      notes: 'new',
      metadata: { keep: '1', change: 'x', add: '' },
      status: 'CONFIRMED',
    })
    expect(Object.keys(reply.body.metadata).sort()).toEqual(['add', 'change', 'keep'])
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: 'appointment.updated',
      payload: { object: reply.body, batch_id: null },
    })
    expect(events[0]?.payload.changes).toEqual({
      notes: { from: 'old', to: 'new' },
      metadata: {
        from: { change: '2', drop: '3', add: null },
        to: { change: 'x', drop: null, add: '' },
      },
    })
  })

  it.each([
    {},
    { notes: 'same' },
    { notes: ' same ', metadata: { a: 'b' } },
    { metadata: {} },
    { metadata: { absent: null } },
    { unknown: 1, reschedule_count: 7 },
  ])('200: %j changes nothing: no event, updated_at as it was', async (body) => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'PENDING', {
      notes: 'same',
      metadata: { a: 'b' },
    })
    const reply = await patch(clinic, row.id, body)
    expect(reply.status).toBe(200)
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
  })

  it('200: null or an empty text clears notes, null clears all metadata', async () => {
    const clinic = await openClinic(api)
    const filled = { notes: 'x', metadata: { a: '1', b: '2' } }
    const row = await appointmentWith(api, clinic, 'PENDING', filled)
    const cleared = await patch(clinic, row.id, { notes: null, metadata: null })
    expect(cleared.body).toMatchObject({ notes: null, metadata: {} })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events[0]?.payload.changes?.['metadata']).toEqual({
      from: { a: '1', b: '2' },
      to: { a: null, b: null },
    })
    await patch(clinic, row.id, { notes: 'y' })
    expect((await patch(clinic, row.id, { notes: '  ' })).body.notes).toBeNull()
  })

  it.each(STATUSES)('200: metadata changes in %s, also after an invoice', async (status) => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, status, { invoiceIssued: true })
    const reply = await patch(clinic, row.id, { metadata: { crm: '7' } })
    expect(reply.status).toBe(200)
    expect(reply.body.metadata).toEqual({ crm: '7' })
  })

  it.each(STATUSES.filter((status) => !CANCELLED.includes(status)))(
    '200: notes change in %s',
    async (status) => {
      const clinic = await openClinic(api)
      const row = await appointmentWith(api, clinic, status)
      const reply = await patch(clinic, row.id, { notes: 'x' })
      expect([reply.status, reply.body.notes]).toEqual([200, 'x'])
    },
  )

  it('200: expand', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'PENDING')
    const reply = await patch(clinic, row.id, { notes: 'x' }, '?expand=professional')
    expect(reply.body.professional).toMatchObject({ object: 'professional' })
  })

  it.each(CANCELLED)(
    '409 appointment_not_editable: notes in %s, metadata beside them or not',
    async (status) => {
      const clinic = await openClinic(api)
      const row = await appointmentWith(api, clinic, status as 'CANCELLED_CLIENT')
      for (const body of [{ notes: 'x' }, { notes: null }, { notes: 'x', metadata: { a: 'b' } }]) {
        const reply = await patch(clinic, row.id, body)
        expect([reply.status, reply.body.code]).toEqual([409, 'appointment_not_editable'])
      }
      expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
    },
  )

  it('409 appointment_not_editable: notes after an invoice was issued', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'COMPLETED', { invoiceIssued: true })
    const reply = await patch(clinic, row.id, { notes: 'x' })
    expect([reply.status, reply.body.code]).toEqual([409, 'appointment_not_editable'])
  })

  it.each([
    ['start', at('11:00')],
    ['end', at('11:30')],
    ['status', 'CONFIRMED'],
    ['professional_id', 1],
    ['service_ids', [1]],
    ['client_id', 1],
    ['price', '1.00'],
    ['type', 'IN_PERSON'],
    ['start', null],
  ])('400 validation_error: %s changes through actions only (%j)', async (field, value) => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'PENDING')
    const reply = await patch(clinic, row.id, { notes: 'x', [field]: value })
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual([`${field}:read_only`])
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('400 validation_error: notes, metadata, the 50 keys after the merge', async () => {
    const clinic = await openClinic(api)
    const keys = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`k${from + i}`, 'v']))
    const row = await appointmentWith(api, clinic, 'PENDING', { metadata: keys(0, 49) })
    for (const [body, ...expected] of [
      [{ notes: 'x'.repeat(2001) }, 'notes:too_long'],
      [{ notes: 7 }, 'notes:invalid_type'],
      [{ notes: '\u{0}' }, 'notes:invalid_format'],
      [{ notes: 'x\u{202e}y' }, 'notes:invalid_format'],
      [{ metadata: [] }, 'metadata:invalid_type'],
      [{ metadata: { a: 'x'.repeat(501) } }, 'metadata.a:too_long'],
      [{ metadata: { '': 'x' } }, 'metadata:invalid_format'],
      [{ metadata: keys(48, 51) }, 'metadata:too_many'],
    ] as const) {
      const reply = await patch(clinic, row.id, body)
      expect(reply.status, JSON.stringify(body).slice(0, 80)).toBe(400)
      expect(faults(reply)).toEqual(expected)
    }
    expect((await patch(clinic, row.id, { metadata: { ...keys(49, 51), k0: null } })).status).toBe(
      200,
    )
  })

  it('403 forbidden_scope: a key without write', async () => {
    const clinic = await openClinic(api)
    const row = await appointmentWith(api, clinic, 'PENDING')
    const key = await clinic.organization.keyWith(['read'])
    const path = `/v1/appointments/${row.id}`
    const reply = await api.call('PATCH', path, { key, body: { notes: 'x' } })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const theirs = await appointmentWith(api, stranger, 'PENDING')
    for (const id of [theirs.id, 2_147_483_647]) {
      const reply = await patch(clinic, id, { notes: 'mine now' })
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    }
    expect(await api.db.appointment.findUnique({ where: { id: theirs.id } })).toEqual(theirs)
  })
})
