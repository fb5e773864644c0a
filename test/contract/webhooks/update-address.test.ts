import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import {
  arrivedPing,
  createdWebhook,
  CUSTOM,
  openEndpoint,
  patchWebhook,
  plainRows,
  readWebhook,
  resolveNames,
  SLACK,
  type Endpoint,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization
let endpoint: Endpoint

beforeAll(async () => {
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
})
beforeEach(async () => {
  organization = await api.organization()
})

const created = (body: object = {}) => createdWebhook(api, organization, body)
const patch = (id: string, body: unknown) => patchWebhook(api, organization, id, body)
const read = (id: string) => readWebhook(api, organization, id)
const pinged = (id: string) => arrivedPing(api, organization, endpoint, id)

describe('PATCH /v1/webhooks/{webhook_id} with a new address', () => {
  const KEYED = {
    ...CUSTOM,
    url: 'https://hooks.example.com/tenants/1?a=b',
    headers: { Authorization: 'Bearer of-the-owner', 'X-Tenant': 'aurora' },
  }
  const GIVEN_AGAIN = {
    secrets: { a: 'value-of-a', b: null },
    headers: { Authorization: 'Bearer of-the-owner' },
  }

  it.each([
    ['another host', 'https://elsewhere.example.com/tenants/1?a=b'],
    ['another path', 'https://hooks.example.com/tenants/2?a=b'],
    ['another query', 'https://hooks.example.com/tenants/1?a=c'],
    ['another port', 'https://hooks.example.com:8443/tenants/1?a=b'],
    ['another letter case of the path', 'https://hooks.example.com/Tenants/1?a=b'],
  ])('400: %s takes no secret and no credential header along', async (_what, url) => {
    const webhook = await created(KEYED)
    const before = await read(webhook.id)
    const refused = async (body: object, ...expected: string[]) => {
      const reply = await patch(webhook.id, { url, ...body })
      expect([body, reply.status, faults(reply)]).toEqual([body, 400, expected])
      expect(reply.text).not.toMatch(/value-of|of-the-owner/)
      expect(await read(webhook.id)).toEqual(before)
    }
    await refused({}, 'headers:required', 'secrets:required')
    await refused({ secrets: GIVEN_AGAIN.secrets }, 'headers:required')
    await refused({ headers: GIVEN_AGAIN.headers }, 'secrets:required')
    await refused({ ...GIVEN_AGAIN, secrets: { a: 'value-of-a' } }, 'secrets:required')
    await refused({ ...GIVEN_AGAIN, secrets: { a: '***', b: null } }, 'secrets:required')
    await refused({ ...GIVEN_AGAIN, headers: { authorization: '***' } }, 'headers:required')
    await refused(
      { ...GIVEN_AGAIN, headers: { Authorization: '***', 'X-Token': '***' }, template: null },
      'headers.X-Token:invalid_value',
      'headers:required',
      'template:required',
    )
    const moved = await patch(webhook.id, { url, ...GIVEN_AGAIN })
    expect([moved.status, moved.body.url]).toEqual([200, url])
    expect(moved.body.secret_names).toEqual(['a'])
  })

  it('200: given again, or removed: what was given is what is sent', async () => {
    const webhook = await created(KEYED)
    const reply = await patch(webhook.id, {
      url: endpoint.url,
      secrets: { a: 'new-value-of-a', b: null },
      headers: { 'X-Tenant': '***', 'X-Key': 'new-key' },
    })
    expect(reply.status).toBe(200)
    const arrived = await pinged(webhook.id)
    expect(JSON.parse(arrived.body)).toEqual({ key: 'new-value-of-a' })
    expect(arrived.headers).toMatchObject({ 'x-tenant': 'aurora', 'x-key': 'new-key' })
    expect(arrived.headers).not.toHaveProperty('authorization')
  })

  it('200: the address that it has, written in another way, is none', async () => {
    const webhook = await created(KEYED)
    const same = 'https://HOOKS.example.com:443/tenants/1?a=b'
    expect((await patch(webhook.id, { url: same })).body).toEqual(await read(webhook.id))
    expect((await patch(webhook.id, { url: KEYED.url, name: 'CRM' })).body.name).toBe('CRM')
  })

  it('200: a webhook without such values is changed freely, one with other headers too', async () => {
    const plain = await created({ headers: { 'X-Tenant': 'aurora' } })
    const moved = await patch(plain.id, { url: 'https://elsewhere.example.com/in' })
    expect([moved.status, moved.body.headers]).toEqual([200, { 'X-Tenant': 'aurora' }])
    const empty = await created({ format: 'custom', template: { body: '1' } })
    expect((await patch(empty.id, { url: 'https://elsewhere.example.com/2' })).status).toBe(200)
  })

  it('400: of a chat channel, too; its shown form is no new address', async () => {
    const webhook = await created({
      url: SLACK,
      format: 'slack',
      headers: { 'X-Gateway-Key': 'of-the-owner' },
    })
    expect((await patch(webhook.id, { url: webhook.url, name: 'Chat' })).status).toBe(200)
    const url = 'https://hooks.slack.com/services/T0001/B0002/ZzYyXxWwVvUu8888'
    const refused = await patch(webhook.id, { url })
    expect([refused.status, faults(refused)]).toEqual([400, ['headers:required']])
    expect((await patch(webhook.id, { url, headers: {} })).status).toBe(200)
  })

  it('either the secret or the address comes first, and never does a secret go to an address of another', async () => {
    for (let round = 0; round < 5; round += 1) {
      const webhook = await created({
        url: endpoint.url,
        format: 'custom',
        template: CUSTOM.template,
        secrets: { a: 'value-of-a' },
      })
      const [moved, given] = await Promise.all([
        patch(webhook.id, {
          url: `${endpoint.url}/strangers`,
          secrets: { a: 'known-to-strangers' },
        }),
        patch(webhook.id, { secrets: { b: 'value-of-b' } }),
      ])
      expect(given.status).toBe(200)
      const { url, secret_names: names } = await read(webhook.id)
      if (moved.status === 400) {
        expect(faults(moved)).toEqual(['secrets:required'])
        expect([url, names]).toEqual([endpoint.url, ['a', 'b']])
      } else {
        // The secret was given to the address of that moment.
        expect([url, names]).toEqual([`${endpoint.url}/strangers`, ['a', 'b']])
      }
      expect(JSON.parse((await pinged(webhook.id)).body)).toEqual({
        key: moved.status === 400 ? 'value-of-a' : 'known-to-strangers',
      })
    }
  })

  it('200: of a chat address the shown form leaves it, a whole one replaces it', async () => {
    const webhook = await created({ url: SLACK, format: 'slack', message_template: 'A' })
    const where = { id: webhook.id }
    const before = await api.db.webhook.findUniqueOrThrow({ where })
    const kept = await patch(webhook.id, { url: webhook.url, message_template: null })
    expect(kept.body).toMatchObject({ url: webhook.url, message_template: null })
    expect((await api.db.webhook.findUniqueOrThrow({ where })).urlSealed).toEqual(before.urlSealed)
    await patch(webhook.id, { url: SLACK })
    expect((await api.db.webhook.findUniqueOrThrow({ where })).urlSealed).toEqual(before.urlSealed)

    const next = 'https://hooks.slack.com/services/T0001/B0002/ZzYyXxWwVvUu8888'
    const moved = await patch(webhook.id, { url: next })
    expect(moved.body.url).toBe('https://hooks.slack.com/…8888')
    expect(await plainRows(api)).not.toContain('ZzYyXxWw')
    const found = await api.call('GET', `/v1/webhooks?url=${next}`, { key: organization.key })
    expect(found.body.data).toHaveLength(1)
  })
})
