import { describe, expect, it } from 'vitest'
import { type Call, useSharedApi } from '../../support/api.ts'
import { appointmentWith, STATUSES } from '../../support/appointment-actions.ts'
import { openDashboard, faultsOf, testEveryTeamChange, told } from '../../support/team-changes.ts'

const api = useSharedApi()

describe('appointments.markInvoiced', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.markInvoiced',
    input: () => ({ issued: true }),
  })

  it.each(STATUSES)('200: from %s, and taken back', async (status) => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, status)
    const mark = (issued: boolean) =>
      clinic.owner.mutate('appointments.markInvoiced', { appointment_id: row.id, issued })
    const marked = await mark(true)
    expect(marked.body).toMatchObject({ id: row.id, status, invoice_issued: true })
    expect(Date.parse(marked.body.updated_at)).toBeGreaterThanOrEqual(
      Math.floor(row.updatedAt.getTime() / 1000) * 1000,
    )
    const stored = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    expect(stored.updatedAt.getTime()).toBeGreaterThan(row.updatedAt.getTime())
    expect((await mark(false)).body).toMatchObject({ invoice_issued: false })
    expect((await told(api, clinic)).map(({ type, payload }) => [type, payload.changes])).toEqual([
      ['appointment.updated', { invoice_issued: { from: false, to: true } }],
      ['appointment.updated', { invoice_issued: { from: true, to: false } }],
    ])
  })

  it('200: what already is so changes nothing', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'COMPLETED', { invoiceIssued: true })
    const reply = await clinic.owner.mutate('appointments.markInvoiced', {
      appointment_id: row.id,
      issued: true,
    })
    expect(reply.body.invoice_issued).toBe(true)
    expect(await told(api, clinic)).toEqual([])
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('200: it blocks what an invoice blocks, until it is taken back', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const mark = (issued: boolean) =>
      clinic.owner.mutate('appointments.markInvoiced', { appointment_id: row.id, issued })
    await mark(true)
    for (const [procedure, input] of [
      ['cancel', {}],
      ['complete', {}],
      ['delete', {}],
      ['changePrice', { price: '1.00' }],
      ['changeServices', { service_ids: [clinic.service.id] }],
    ] as const) {
      const reply = await clinic.owner.mutate(`appointments.${procedure}`, {
        appointment_id: row.id,
        ...input,
      })
      expect([procedure, reply.problem?.code]).toEqual([procedure, 'appointment_not_editable'])
    }
    await mark(false)
    const reply = await clinic.owner.mutate('appointments.complete', { appointment_id: row.id })
    expect(reply.body.status).toBe('COMPLETED')
  })

  it('400 validation_error: anything but true and false', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'COMPLETED')
    for (const [issued, code] of [
      [null, 'invalid_type'],
      ['true', 'invalid_type'],
      [1, 'invalid_type'],
    ]) {
      const input = { appointment_id: row.id, issued }
      const reply = await clinic.owner.mutate('appointments.markInvoiced', input)
      expect(faultsOf(reply)).toEqual([`issued ${code}`])
    }
  })
})

describe('POST /v1/appointments/{appointment_id}/invoice', () => {
  const opened = async (columns: object = {}) => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'COMPLETED', columns)
    const mark = (body?: object, call: Call = {}) =>
      clinic.call('POST', `/v1/appointments/${row.id}/invoice`, {
        ...(body === undefined ? {} : { body }),
        ...call,
      })
    return { clinic, row, mark }
  }

  it('200: without a body it is issued; taken back by the same key; events say so', async () => {
    const { clinic, mark } = await opened()
    expect((await mark()).body.invoice_issued).toBe(true)
    expect((await mark({ issued: true })).body.invoice_issued).toBe(true)
    expect((await mark({ issued: false })).body.invoice_issued).toBe(false)
    expect((await told(api, clinic)).map(({ type, payload }) => [type, payload.changes])).toEqual([
      ['appointment.updated', { invoice_issued: { from: false, to: true } }],
      ['appointment.updated', { invoice_issued: { from: true, to: false } }],
    ])
  })

  it('200: the team takes back what a key has set', async () => {
    const { clinic, row, mark } = await opened()
    await mark()
    const reply = await clinic.owner.mutate('appointments.markInvoiced', {
      appointment_id: row.id,
      issued: false,
    })
    expect(reply.body.invoice_issued).toBe(false)
  })

  it('409 action_not_allowed: the mark of another key, or of the team, though a key says it again', async () => {
    const { clinic, row, mark } = await opened()
    await clinic.owner.mutate('appointments.markInvoiced', { appointment_id: row.id })
    await mark()
    const ofTeam = await mark({ issued: false })
    expect([ofTeam.status, ofTeam.body.code]).toEqual([409, 'action_not_allowed'])
    expect(ofTeam.body.detail).toContain('in the dashboard')
    const other = await opened()
    await other.mark()
    const key = await other.clinic.organization.keyWith(['write'])
    const ofOther = await other.mark({ issued: false }, { key })
    expect([ofOther.status, ofOther.body.code]).toEqual([409, 'action_not_allowed'])
    expect((await other.mark({ issued: false })).status).toBe(200)
  })

  it('409 duplicate_request: the same Idempotency-Key with another body', async () => {
    const { mark } = await opened()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await mark({}, { headers })
    expect((await mark({}, { headers })).text).toBe(first.text)
    expect((await mark({ issued: false }, { headers })).body.code).toBe('duplicate_request')
  })

  it('404 not_found: of another organization', async () => {
    const { row } = await opened()
    const stranger = await openDashboard(api)
    const reply = await stranger.call('POST', `/v1/appointments/${row.id}/invoice`)
    expect(reply.status).toBe(404)
  })

  it('400 validation_error: a value that is none', async () => {
    const { mark } = await opened()
    expect((await mark({ issued: 'yes' })).body.errors).toMatchObject([
      { field: 'issued', code: 'invalid_type' },
    ])
  })

  it('403 forbidden_scope: a key that only reads', async () => {
    const { clinic, mark } = await opened()
    const key = await clinic.organization.keyWith(['read'])
    expect((await mark({}, { key })).body.code).toBe('forbidden_scope')
  })
})
