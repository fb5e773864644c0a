/** What the team is shown of the message before a change. No worker runs, so nothing is sent. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createProfessional, performs } from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import { connectNumber } from '../../support/whatsapp.ts'

const api = useSharedApi()
let clinic: Clinic
let owner: Dashboard

beforeEach(async () => {
  clinic = await openClinic(api)
  owner = await signIn(api, clinic.organization)
})

const PHONE = '+5511991114444'
const preview = async (appointmentId: number, change: string, more: object = {}): Promise<any> =>
  owner.mutate('messaging.previewChange', { appointment_id: appointmentId, change, ...more })
const everything = async () => {
  const organizationId = clinic.organization.row.id
  return Promise.all([
    api.db.appointment.findMany({ where: { organizationId } }),
    api.db.message.findMany({ where: { organizationId }, orderBy: { id: 'asc' } }),
    api.db.event.findMany({ where: { organizationId }, orderBy: { id: 'asc' } }),
  ])
}

describe('messaging.previewChange', () => {
  it('200: the channel, the recipient and the words of a move and of a cancellation, and keeps nothing', async () => {
    const { id } = await clinic.book({ email: 'ana@example.com' })
    const before = await everything()
    const moved = await preview(id, 'move', { start: clinic.nextStart() })
    expect([moved.status, moved.body.lacks]).toEqual([200, []])
    expect(moved.body.message).toMatchObject({ channel: 'email', recipient: 'ana@example.com' })
    const cancelled = await preview(id, 'cancel', { reason: 'A médica adoeceu' })
    expect(cancelled.body.message.text).toContain('A médica adoeceu')
    expect(cancelled.body.message.text).not.toBe(moved.body.message.text)
    expect(await everything()).toEqual(before)
  })

  it('200: goes by WhatsApp once the client agreed, and says what is missing before', async () => {
    const { id, client_id } = await clinic.book({ phone: PHONE })
    const lacks = async () => (await preview(id, 'cancel')).body.lacks
    expect(await lacks()).toEqual(['email', 'number'])
    await connectNumber(api, clinic.organization)
    expect(await lacks()).toEqual(['consent', 'email'])
    await owner.mutate('messaging.setOptIn', { client_id, opted_in: true })
    const { message, lacks: missing } = (await preview(id, 'cancel')).body
    expect(missing).toEqual([])
    expect(message).toMatchObject({ channel: 'whatsapp', recipient: PHONE, is_template: true })
  })

  it('200: lacks the mail server of a live organization', async () => {
    const { id } = await clinic.book({ email: 'ana@example.com' })
    const service: { sendsMail: boolean } = api.service
    service.sendsMail = false
    onTestFinished(() => {
      service.sendsMail = true
    })
    const { message, lacks } = (await preview(id, 'cancel')).body
    expect([message, lacks]).toEqual([null, ['mail_server']])
  })

  it('200: nothing follows where nothing moves', async () => {
    const { id, start } = await clinic.book({ email: 'ana@example.com' })
    expect((await preview(id, 'move', { start })).body).toEqual({
      object: 'message_preview',
      client_id: null,
      message: null,
      lacks: [],
    })
  })

  it('404 not_found: the appointment of another organization', async () => {
    const other = await openClinic(api)
    const { id } = await other.book({ email: 'ana@example.com' })
    expect(await preview(id, 'cancel')).toMatchObject({
      status: 404,
      problem: { code: 'not_found' },
    })
  })

  it('400 mutually_exclusive: a start of what is no move', async () => {
    const { id, start } = await clinic.book({ email: 'ana@example.com' })
    expect(await preview(id, 'cancel', { start })).toMatchObject({
      status: 400,
      problem: { errors: [{ field: 'start', code: 'mutually_exclusive' }] },
    })
  })

  it('409 appointment_not_editable: undoes nothing that has not ended', async () => {
    const { id } = await clinic.book({ email: 'ana@example.com' })
    expect((await preview(id, 'undo')).status).toBe(409)
  })

  it('409 action_not_allowed: an undo after the invoice', async () => {
    const { id } = await clinic.book({ email: 'ana@example.com' })
    await owner.mutate('appointments.cancel', { appointment_id: id })
    await api.db.appointment.update({ where: { id }, data: { invoiceIssued: true } })
    expect(await preview(id, 'undo')).toMatchObject({
      status: 409,
      problem: { code: 'action_not_allowed' },
    })
  })

  it('409 professional_cannot_perform_service: a move to who does not perform it', async () => {
    const { id } = await clinic.book({ email: 'ana@example.com' })
    const other = await createProfessional(api.db, clinic.organization.row)
    expect(await preview(id, 'move', { professional_id: other.id })).toMatchObject({
      status: 409,
      problem: { code: 'professional_cannot_perform_service' },
    })
  })

  it('409 slot_unavailable: a move to a professional who is off', async () => {
    const { id, service_ids } = await clinic.book({ email: 'ana@example.com' })
    const other = await createProfessional(api.db, clinic.organization.row)
    await performs(api.db, clinic.organization.row, other, { id: service_ids[0] })
    expect(await preview(id, 'move', { professional_id: other.id })).toMatchObject({
      status: 409,
      problem: { code: 'slot_unavailable' },
    })
  })
})
