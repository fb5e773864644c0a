import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith, STATUSES } from '../../support/appointment-actions.ts'
import { openDashboard, faultsOf, testEveryTeamChange, told } from '../../support/team-changes.ts'

const api = useSharedApi()

describe('appointments.markInvoiced', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.markInvoiced',
    input: () => ({ invoice_issued: true }),
  })

  it.each(STATUSES)('200: from %s, and taken back', async (status) => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, status)
    const mark = (invoice_issued: boolean) =>
      clinic.owner.mutate('appointments.markInvoiced', { appointment_id: row.id, invoice_issued })
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
      invoice_issued: true,
    })
    expect(reply.body.invoice_issued).toBe(true)
    expect(await told(api, clinic)).toEqual([])
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('200: it blocks what an invoice blocks, until it is taken back', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const mark = (invoice_issued: boolean) =>
      clinic.owner.mutate('appointments.markInvoiced', { appointment_id: row.id, invoice_issued })
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
    for (const [invoice_issued, code] of [
      [undefined, 'required'],
      [null, 'invalid_type'],
      ['true', 'invalid_type'],
      [1, 'invalid_type'],
    ]) {
      const input = { appointment_id: row.id, invoice_issued }
      const reply = await clinic.owner.mutate('appointments.markInvoiced', input)
      expect(faultsOf(reply)).toEqual([`invoice_issued ${code}`])
    }
  })
})
