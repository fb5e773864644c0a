import type { PlayedBank } from '@scheduling/payments/testing'
import { generate } from 'selfsigned'
import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { accountAt, banksPerTest, chargedAt, connectedClinic } from '../../support/bank.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'

const api = useOwnApi()
const bankOfTest = banksPerTest(() => api)
let bank: PlayedBank

async function live(values: { livemode?: boolean; planFeatures?: string[] } = {}) {
  bank = bankOfTest()
  const organization = await api.organization(values)
  const owner = await signIn(api, organization)
  const connect = (more: object = {}) =>
    owner.mutate('payments.connect', { ...accountAt(bank), ...more })
  return { organization, owner, connect }
}

const SECRET = /s3cret|PRIVATE|BEGIN/

describe('payments.connect', () => {
  it('200: the bank knows the account, and nothing of it is ever shown', async () => {
    const { organization, owner, connect } = await live()
    const pem = await generate([{ name: 'commonName', value: 'x' }], { algorithm: 'sha256' })
    const { status, body } = await connect({
      certificate: pem.cert,
      certificate_key: pem.private,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      provider: 'pix',
      connection: { bank: bank.bank.name, fault: null, notices_registered_at: null },
      banks: expect.arrayContaining([bank.bank.name]),
    })
    expect(body.connection.notice_url).toMatch(/^http:\/\/api\.test\/payments\/notices\/[\w-]{27}$/)
    expect((await owner.query('payments.get')).body).toEqual(body)
    expect(bank.calls).toEqual(['TOKEN'])
    const [row] = await api.db.paymentConnection.findMany()
    expect(Buffer.from(row?.accountSealed ?? []).toString('latin1')).not.toMatch(SECRET)
    const entries = await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id },
    })
    expect(entries.map(({ action }) => action)).toEqual(['payments.connected'])
    expect(entries[0]?.changes).toEqual({
      bank: { from: null, to: bank.bank.name },
      client_secret: { from: null, to: '***' },
      certificate: { from: null, to: '***' },
    })
    expect(JSON.stringify([body, entries.map(({ changes }) => changes), api.logged])).not.toMatch(
      SECRET,
    )
  })

  it('200: again, another account takes its place; eight at one time leave one', async () => {
    const { organization, connect } = await live()
    const replies = await Promise.all(Array.from({ length: 8 }, () => connect()))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const where = { organizationId: organization.row.id }
    expect(await api.db.paymentConnection.count({ where })).toBe(8)
    expect(
      await api.db.paymentConnection.count({ where: { ...where, disconnectedAt: null } }),
    ).toBe(1)
  })

  it.each<[string, object, string, string]>([
    ['a bank that is not listed', { bank: 'https://10.0.0.1/' }, 'bank', 'invalid_value'],
    [
      'a key that leads to another path of the bank',
      { pix_key: '..' },
      'pix_key',
      'invalid_format',
    ],
    ['a secret that is wrong', { client_secret: 'wrong' }, 'client_secret', 'invalid_value'],
    ['a certificate without its key', { certificate: 'x' }, 'certificate_key', 'required'],
    ['a key without its certificate', { certificate_key: 'x' }, 'certificate', 'required'],
    [
      'a certificate that is none',
      { certificate: 'x', certificate_key: 'y' },
      'certificate',
      'invalid_format',
    ],
  ])('400 validation_error: %s', async (_, more, field, code) => {
    const { connect } = await live()
    const { problem } = await connect(more)
    expect(problem).toMatchObject({ status: 400, errors: [{ field, code }] })
    expect(JSON.stringify(problem)).not.toMatch(SECRET)
    expect(await api.db.paymentConnection.count()).toBe(0)
  })

  it('409 action_not_allowed: a test organization; and a bank that does not answer', async () => {
    const test = await live({ livemode: false })
    expect((await test.connect()).problem).toMatchObject({ code: 'action_not_allowed' })
    expect((await test.owner.query('payments.get')).body).toMatchObject({
      provider: 'sandbox',
      connection: null,
      banks: [],
    })
    expect(bank.calls).toEqual([])
    const { connect } = await live()
    bank.fail('TOKEN', { status: 503 })
    expect((await connect()).problem).toMatchObject({
      code: 'action_not_allowed',
      detail: expect.stringContaining('did not answer'),
    })
    expect(await api.db.paymentConnection.count()).toBe(0)
  })

  it('403 feature_not_enabled: without deposits', async () => {
    const { connect } = await live({ planFeatures: ['api'] })
    expect((await connect()).problem.code).toBe('feature_not_enabled')
  })

  it('403 forbidden_scope: a collaborator; 401 unauthorized: no one', async () => {
    const { organization } = await live()
    const collaborator = await signIn(api, organization, 'manager')
    for (const name of ['connect', 'disconnect', 'registerNotices']) {
      const input = name === 'connect' ? accountAt(bank) : {}
      const denied = await collaborator.mutate(`payments.${name}`, input)
      expect(denied.problem.code).toBe('forbidden_scope')
      expect((await openBrowser(api).mutate(`payments.${name}`, input)).problem.code).toBe(
        'unauthorized',
      )
    }
    expect((await collaborator.query('payments.get')).problem.code).toBe('forbidden_scope')
    expect(bank.calls).toEqual([])
  })
})

describe('payments.disconnect', () => {
  it('200: new deposits go to the sandbox', async () => {
    const { owner, clinic } = await connectedClinic(api, bankOfTest())
    const { body } = await owner.mutate('payments.disconnect')
    expect(body).toMatchObject({ provider: 'sandbox', connection: null })
    const where = { organizationId: clinic.organization.row.id, action: 'payments.disconnected' }
    expect(await api.db.auditEntry.count({ where })).toBe(1)
  })

  it('409 action_not_allowed: nothing is connected', async () => {
    const { owner } = await live()
    expect((await owner.mutate('payments.disconnect')).problem.code).toBe('action_not_allowed')
  })
})

describe('payments.registerNotices', () => {
  it('200: the bank is told where to send notices', async () => {
    bank = bankOfTest()
    const { owner } = await connectedClinic(api, bank)
    const { body } = await owner.mutate('payments.registerNotices')
    expect(body.connection.notices_registered_at).not.toBeNull()
    expect(bank.noticeUrls.get(bank.pixKey)).toBe(body.connection.notice_url)
  })

  it('409 action_not_allowed: nothing is connected, or the bank refuses', async () => {
    const { owner } = await live()
    expect((await owner.mutate('payments.registerNotices')).problem.code).toBe('action_not_allowed')
    const connected = await connectedClinic(api, bank)
    bank.fail('PUT /webhook', { status: 400, detail: 'URL sem mTLS.' })
    expect((await connected.owner.mutate('payments.registerNotices')).problem).toMatchObject({
      code: 'action_not_allowed',
      detail: expect.stringContaining('URL sem mTLS.'),
    })
  })
})

describe('payments.get', () => {
  it('200: says what is wrong with the account, until it works again', async () => {
    bank = bankOfTest()
    const one = await chargedAt(api, bank)
    const fault = async () => (await one.owner.query('payments.get')).body.connection.fault
    bank.fail('GET /cob', { status: 403, detail: 'Contrato suspenso.' })
    await expect(one.settle()).rejects.toMatchObject({ fault: 'denied' })
    expect(await fault()).toContain('Contrato suspenso.')
    await one.settle()
    expect(await fault()).toBeNull()
  })
})
