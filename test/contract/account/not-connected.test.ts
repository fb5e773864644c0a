/** What `account.me` says of the ways to the clients, and to their money. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useSharedApi, type TestOrganization } from '../../support/api.ts'
import { createProfessional, createService } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { connectNumber } from '../../support/whatsapp.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeEach(async () => {
  organization = await api.organization()
})

/** How the service runs until the test ends. */
function during(settings: { readonly sendsMail?: boolean; readonly isDemonstration?: boolean }) {
  const { sendsMail, isDemonstration } = api.service
  Object.assign(api.service, settings)
  onTestFinished(() => void Object.assign(api.service, { sendsMail, isDemonstration }))
}

const asksForDeposits = async ({ row }: TestOrganization) => {
  const professional = await createProfessional(api.db, row)
  const fields = { requiresDeposit: true, depositAmount: 10, performedBy: [professional] }
  return createService(api.db, row, fields)
}
const told = async (access: 'owner' | 'professional', of = organization) =>
  (await (await signIn(api, of, access)).query('account.me')).body.organization.not_connected

describe('account.me: not_connected', () => {
  it('200: the mail server, to every access', async () => {
    await connectNumber(api, organization)
    during({ sendsMail: false })
    expect([await told('owner'), await told('professional')]).toEqual([
      ['mail_server'],
      ['mail_server'],
    ])
  })

  it('200: the number until it is connected, and where the plan does not include it', async () => {
    expect(await told('professional')).toEqual(['number'])
    await connectNumber(api, organization)
    expect(await told('professional')).toEqual([])
    const where = { id: organization.row.id }
    await api.db.organization.update({ where, data: { switchedOff: ['messaging_own_number'] } })
    expect(await told('professional')).toEqual(['number'])
  })

  it('200: the bank, to an owner alone, while an active service asks for deposits', async () => {
    during({ isDemonstration: false })
    await connectNumber(api, organization)
    expect(await told('owner')).toEqual([])
    const { id } = await asksForDeposits(organization)
    expect([await told('owner'), await told('professional')]).toEqual([['bank'], []])
    const organizationId = organization.row.id
    const bank = { provider: 'pix', bank: 'test', accountSealed: new Uint8Array(1) }
    const connection = await api.db.paymentConnection.create({ data: { organizationId, ...bank } })
    expect(await told('owner')).toEqual([])
    await api.db.paymentConnection.update({
      where: { id: connection.id },
      data: { disconnectedAt: new Date() },
    })
    expect(await told('owner')).toEqual(['bank'])
    await api.db.service.update({ where: { id }, data: { isActive: false } })
    expect(await told('owner')).toEqual([])
  })

  it('200: the mail server alone in a test organization, which messages and charges no one', async () => {
    const test = await api.organization({ livemode: false })
    await asksForDeposits(test)
    expect(await told('owner', test)).toEqual([])
    during({ sendsMail: false })
    expect(await told('owner', test)).toEqual(['mail_server'])
  })
})
