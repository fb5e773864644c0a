import { LIMITS } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useOwnApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { signIn, type Dashboard, type DashboardReply } from '../../support/dashboard.ts'

const api = useOwnApi()
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const KEY = { name: 'CRM', scopes: ['read'] }
const create = (input: object = {}, who = owner) =>
  who.mutate('apiKeys.create', { ...KEY, ...input })
const faults = ({ problem }: DashboardReply): string[] =>
  problem.errors.map(({ field, code }: any) => `${field} ${code}`)
const entries = () =>
  api.db.auditEntry.findMany({
    where: { organizationId: organization.row.id },
    orderBy: { id: 'asc' },
  })

describe('apiKeys.create', () => {
  it('200: shows the value once, and it works at once', async () => {
    const { status, body } = await create({
      scopes: ['webhooks:manage', 'read'],
      expires_at: '2026-12-01T00:00:00-03:00',
    })
    expect([status, body]).toEqual([
      200,
      {
        object: 'api_key',
        id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
        name: 'CRM',
        display_prefix: body.value.slice(0, 12),
        scopes: ['read', 'webhooks:manage'],
        kind: 'integration',
        show_full_personal_data: false,
        livemode: true,
        expires_at: '2026-12-01T00:00:00-03:00',
        revoked_at: null,
        last_used_at: null,
        created_at: expect.any(String),
        value: expect.stringMatching(/^svc_live_[0-9A-Za-z]{38}$/),
      },
    ])
    const me = await api.call('GET', '/v1/me', { key: body.value })
    expect(me.body.api_key).toEqual({
      id: body.id,
      name: 'CRM',
      scopes: ['read', 'webhooks:manage'],
    })
    const listed = await owner.query('apiKeys.list')
    expect(JSON.stringify(listed.body)).not.toContain(body.value)
    expect(Object.keys(listed.body.data[1])).not.toContain('value')
  })

  it('200: a test organization has keys that say so', async () => {
    const sandbox = await api.organization({ livemode: false })
    const { body } = await create({}, await signIn(api, sandbox))
    expect([body.livemode, body.value.slice(0, 9)]).toEqual([false, 'svc_test_'])
  })

  it('200: an agent acts as one', async () => {
    const { body } = await create({ kind: 'agent', scopes: ['write'] })
    await api.call('POST', '/v1/clients', {
      key: body.value,
      body: { first_name: 'Ana', phone: '11987654321' },
    })
    const [, made] = await entries()
    expect(made).toMatchObject({ actorType: 'agent', actorId: body.id, source: 'agent' })
  })

  it('200: an agent reads reduced personal data, unless the owner says otherwise', async () => {
    for (const shows of [undefined, false, true]) {
      const { status, body } = await create({ kind: 'agent', show_full_personal_data: shows })
      expect([status, body.show_full_personal_data]).toEqual([200, shows ?? false])
    }
    const shown = (await owner.query('apiKeys.list')).body.data.map(
      (key: any) => key.show_full_personal_data,
    )
    expect(shown).toEqual([false, false, false, true])
    const changes = (await entries()).map((entry: any) => entry.changes.show_full_personal_data)
    expect(changes).toEqual([false, false, true].map((to) => ({ from: null, to })))
  })

  it('writes one entry of the audit, without the value or its hash', async () => {
    const { body } = await create()
    const written = await entries()
    expect(written).toMatchObject([
      {
        action: 'api_key.created',
        record: 'api_key',
        recordId: body.id,
        actorType: 'user',
        actorName: 'Dona',
        source: 'dashboard',
        changes: {
          name: { from: null, to: 'CRM' },
          scopes: { from: null, to: ['read'] },
          kind: { from: null, to: 'integration' },
        },
      },
    ])
    const { keyHash } = await api.db.apiKey.findUniqueOrThrow({ where: { id: body.id } })
    const text = JSON.stringify(written, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const secret of [body.value, body.value.slice(9, 20)]) expect(text).not.toContain(secret)
    for (const encoding of ['hex', 'base64'] as const) {
      expect(text).not.toContain(Buffer.from(keyHash).toString(encoding))
    }
  })

  it.each<[string, object, string[]]>([
    ['no name', { name: ' ' }, ['name too_short']],
    ['a name of two lines', { name: 'a\nb' }, ['name invalid_format']],
    ['a long name', { name: 'a'.repeat(LIMITS.nameCharacters + 1) }, ['name too_long']],
    ['no scope', { scopes: [] }, ['scopes required']],
    ['a scope twice', { scopes: ['read', 'read'] }, ['scopes[1] duplicate_item']],
    ['an unknown scope', { scopes: ['admin'] }, ['scopes[0] invalid_value']],
    ['many scopes', { scopes: Array(4000).fill('read') }, ['scopes too_many']],
    ['an unknown kind', { kind: 'owner' }, ['kind invalid_value']],
    [
      'an expiry without offset',
      { expires_at: '2026-12-01T00:00' },
      ['expires_at offset_required'],
    ],
    [
      'personal data in full for an integration',
      { show_full_personal_data: true },
      ['show_full_personal_data invalid_value'],
    ],
    [
      'a switch that is no boolean',
      { kind: 'agent', show_full_personal_data: 'true' },
      ['show_full_personal_data invalid_type'],
    ],
    [
      'a switch that is null',
      { kind: 'agent', show_full_personal_data: null },
      ['show_full_personal_data invalid_type'],
    ],
    ['an expiry now', { expires_at: new Date(TEST_NOW) }, ['expires_at out_of_range']],
    ['an expiry long ago', { expires_at: '0001-01-01T00:00:00Z' }, ['expires_at out_of_range']],
  ])('400: %s, and no key is made', async (_, input, expected) => {
    const reply = await create(input)
    expect([reply.status, faults(reply)]).toEqual([400, expected])
    expect(await api.db.apiKey.count({ where: { organizationId: organization.row.id } })).toBe(1)
    expect(await entries()).toEqual([])
  })

  it('400: expiry is compared with the clock, however far the organization is ahead', async () => {
    const sandbox = await api.organization({ livemode: false, clockAheadSeconds: 40 * 86_400 })
    const its = await signIn(api, sandbox)
    const inAMonth = new Date(TEST_NOW + 30 * 86_400_000)
    expect((await create({ expires_at: inAMonth }, its)).status).toBe(200)
  })

  it('401 and 403 forbidden_scope: no one else makes keys', async () => {
    const collaborator = await signIn(api, organization, 'manager')
    const refused = await create({}, collaborator)
    expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden_scope'])
    const response = await fetch(`${api.url}/trpc/apiKeys.create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${organization.key}` },
      body: JSON.stringify(KEY),
    })
    expect(response.status).toBe(401)
  })

  it('409 action_not_allowed: beyond the bound, also for many at once; revoked and expired keys do not count', async () => {
    const room = LIMITS.apiKeysPerOrganization - 1
    await api.db.apiKey.createMany({
      data: Array.from({ length: room + 3 }, (_, index) => ({
        id: `key_${organization.row.id}_${index}`,
        organizationId: organization.row.id,
        name: 'Old',
        scopes: ['read'],
        keyHash: Buffer.from(`${organization.row.id} ${index}`),
        displayPrefix: 'svc_live_abc',
        ...(index === 0 ? { revokedAt: new Date(TEST_NOW) } : {}),
        ...(index === 1 ? { expiresAt: new Date(TEST_NOW) } : {}),
        ...(index > 1 && index < 6 ? { revokedAt: new Date(TEST_NOW) } : {}),
      })),
    })
    // One of the organization, and all but six of these, work.
    const replies = await times(12, () => create())
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 200, 200, ...Array(9).fill(409)])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.problem).toMatchObject({
      code: 'action_not_allowed',
      detail: expect.stringContaining(`${LIMITS.apiKeysPerOrganization} API keys`),
    })
    expect(await entries()).toHaveLength(3)
  })

  it('an Idempotency-Key is not taken: each call makes a key of its own, and none is shown again', async () => {
    const cookies = (await signIn(api, organization)).cookies
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const send = async () => {
      const response = await fetch(`${api.url}/trpc/apiKeys.create`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify(KEY),
      })
      const reply: any = await response.json()
      return reply.result.data
    }
    const [first, second] = [await send(), await send()]
    expect(second.value).not.toBe(first.value)
    expect(second.id).not.toBe(first.id)
    expect(await api.db.idempotencyRecord.count()).toBe(0)
  })
})
