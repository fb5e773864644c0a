import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createProfessional, createService, workingHours } from '../../support/clinic.ts'
import { createUser, signIn } from '../../support/dashboard.ts'

const api = useSharedApi()

const NOTHING = {
  object: 'first_day',
  hours: false,
  services: false,
  people: false,
  page: false,
  number: false,
  bank: false,
}

describe('overview.firstDay', () => {
  it('200: says what is set up, and what of it was taken back', async () => {
    const organization = await api.organization({ slug: null })
    const { row } = organization
    const { db } = api
    const owner = await signIn(api, organization)
    const told = async () => (await owner.query('overview.firstDay')).body
    expect(await told()).toEqual(NOTHING)
    const professional = await createProfessional(db, row)
    await workingHours(db, row, professional)
    expect(await told()).toEqual({ ...NOTHING, hours: true })
    const service = await createService(db, row, { performedBy: [professional] })
    expect(await told()).toEqual({ ...NOTHING, hours: true, services: true })
    await db.service.update({ where: { id: service.id }, data: { isActive: false } })
    await createUser(api, organization, { access: 'manager' })
    await db.organization.update({
      where: { id: row.id },
      data: { slug: `first-day-${row.id}` },
    })
    await db.messagingConnection.create({
      data: { organizationId: row.id, channel: 'own', status: 'CONNECTED' },
    })
    const bank = await db.paymentConnection.create({
      data: {
        organizationId: row.id,
        provider: 'pix',
        bank: 'test',
        accountSealed: new Uint8Array(1),
      },
    })
    const all = { hours: true, people: true, page: true, number: true, bank: true }
    expect(await told()).toEqual({ ...NOTHING, ...all })
    await db.professional.update({ where: { id: professional.id }, data: { isActive: false } })
    await db.messagingConnection.update({
      where: { organizationId: row.id },
      data: { status: 'DISCONNECTED' },
    })
    await db.paymentConnection.update({
      where: { id: bank.id },
      data: { disconnectedAt: new Date() },
    })
    expect(await told()).toEqual({ ...NOTHING, people: true, page: true })
    expect(
      await (await signIn(api, await api.organization())).query('overview.firstDay'),
    ).toMatchObject({
      body: { people: false, number: false },
    })
  })

  it('403 forbidden_scope: a manager', async () => {
    const manager = await signIn(api, await api.organization(), 'manager')
    const { status, problem } = await manager.query('overview.firstDay')
    expect([status, problem.code]).toEqual([403, 'forbidden_scope'])
  })
})
