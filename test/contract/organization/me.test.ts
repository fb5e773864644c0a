import { describe, expect, it } from 'vitest'
import { ALL_FEATURES, useSharedApi } from '../../support/api.ts'

const api = useSharedApi()

describe('GET /v1/me', () => {
  it('200: the organization, its features and the key that asks', async () => {
    const { row, key } = await api.organization({ name: 'Clínica Aurora', slug: 'aurora' })
    const reply = await me(key)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body)).toEqual([
      'object',
      'id',
      'name',
      'slug',
      'timezone',
      'plan',
      'features',
      'api_key',
      'whatsapp',
    ])
    expect(reply.body).toEqual({
      object: 'organization',
      id: row.id,
      name: 'Clínica Aurora',
      slug: 'aurora',
      timezone: 'America/Sao_Paulo',
      plan: { name: 'Pro' },
      features: Object.fromEntries(ALL_FEATURES.map((feature) => [feature, true])),
      api_key: {
        id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Test key',
        scopes: ['read', 'write', 'setup', 'webhooks:manage'],
      },
      whatsapp: { channel: null, status: null, phone: null },
    })
    expect(reply.text).not.toContain(key)
  })

  it('200: any genuine key may ask, and its scopes come in one order', async () => {
    const organization = await api.organization()
    const key = await organization.keyWith(['webhooks:manage', 'read'])
    expect((await me(key)).body.api_key.scopes).toEqual(['read', 'webhooks:manage'])
    const manager = await organization.keyWith(['webhooks:manage'])
    expect((await me(manager)).status).toBe(200)
  })

  it('200: a feature is on when the plan has it and the owner did not switch it off', async () => {
    const { key } = await api.organization({
      planName: null,
      slug: null,
      planFeatures: ['api', 'webhooks', 'deposits', 'a_feature_of_later'],
      switchedOff: ['deposits', 'telemedicine'],
    })
    const { body } = await me(key)
    expect(body.plan).toBeNull()
    expect(body.slug).toBeNull()
    expect(body.features).toEqual({
      ...Object.fromEntries(ALL_FEATURES.map((feature) => [feature, false])),
      api: true,
      webhooks: true,
    })
  })

  it.each([
    ['own', 'CONNECTED', '+5511987654321'],
    ['central', 'PENDING', null],
  ])('200: the messaging connection, %s and %s', async (channel, status, phone) => {
    const { row, key } = await api.organization()
    await api.db.messagingConnection.create({
      data: { organizationId: row.id, channel, status, phone },
    })
    expect((await me(key)).body.whatsapp).toEqual({ channel, status, phone })
  })

  it('400 validation_error: nothing can be expanded', async () => {
    const { key } = await api.organization()
    const reply = await api.call('GET', '/v1/me?expand=plan', { key })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('401 unauthorized: no key, a malformed one, one that no one has, one that was revoked or expired', async () => {
    const organization = await api.organization()
    const revoked = await organization.keyWith(['read'])
    await revoke(revoked, { revokedAt: new Date(api.service.now() - 1000) })
    const expired = await organization.keyWith(['read'])
    await revoke(expired, { expiresAt: new Date(api.service.now() - 1000) })
    const other = await organization.keyWith(['read'])
    const unknown = `${other.slice(0, -1)}${other.endsWith('a') ? 'b' : 'a'}`
    for (const key of [null, 'svc_live_short', unknown, revoked, expired]) {
      const reply = await api.call('GET', '/v1/me', { key })
      expect(reply.status, key ?? 'none').toBe(401)
      expect(reply.body.code).toBe('unauthorized')
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
    const inQuery = await api.call('GET', `/v1/me?key=${other}&api_key=${other}`, {
      headers: { cookie: `key=${other}` },
    })
    expect(inQuery.status).toBe(401)
  })

  it('403 feature_not_enabled: the plan does not include the API, or its owner switched it off', async () => {
    const without = await api.organization({ planFeatures: ['webhooks'] })
    const off = await api.organization({ switchedOff: ['api'] })
    for (const { key } of [without, off]) {
      const reply = await api.call('GET', '/v1/me', { key })
      expect(reply.status).toBe(403)
      expect(reply.body.code).toBe('feature_not_enabled')
    }
  })
})

function me(key: string) {
  return api.call('GET', '/v1/me', { key })
}

/** Keys are looked up again after five seconds at the latest; this one was never used before. */
async function revoke(key: string, values: { revokedAt?: Date; expiresAt?: Date }) {
  const keyHash = new Uint8Array(api.service.crypto.hmac('api-key', key))
  await api.db.apiKey.update({ where: { keyHash }, data: values })
}
