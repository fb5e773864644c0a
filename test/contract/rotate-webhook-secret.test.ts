import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../support/booking.ts'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  createdWebhook,
  openEndpoint,
  plainRows,
  resolveNames,
  SLACK,
  STRANGE_IDS,
  type Endpoint,
} from '../support/webhooks.ts'

let api: TestApi
let organization: TestOrganization
let endpoint: Endpoint

const HOUR_MS = 3_600_000

beforeAll(async () => {
  api = await startTestApi()
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
  await api.close()
})

async function created(body: object = {}) {
  api.setNow(TEST_NOW)
  organization = await api.organization()
  return createdWebhook(api, organization, { url: endpoint.url, ...body })
}

const rotate = (id: string, body?: unknown) =>
  api.call('POST', `/v1/webhooks/${id}/rotate-secret`, {
    key: organization.key,
    ...(body === undefined ? {} : { body }),
  })

/** Sends a ping and returns what arrived. */
async function pinged(id: string) {
  const reply = await api.call('POST', `/v1/webhooks/${id}/test`, { key: organization.key })
  expect(reply.body.status).toBe('SUCCEEDED')
  const arrived = endpoint.received.at(-1)
  if (arrived === undefined) throw new Error('Nothing arrived.')
  const parts = String(arrived.headers['x-service-signature']).split(',')
  const named = Object.fromEntries(parts.map((part) => part.split('='))) as Record<string, string>
  return { ...arrived, named }
}

function signatureOf(secret: string, t: string | undefined, body: string): string {
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
}

describe('POST /v1/webhooks/{webhook_id}/rotate-secret', () => {
  it('200: a new secret, and for 24 hours the old one signs as v0', async () => {
    const webhook = await created()
    const { secret: _old, ...unchanged } = webhook
    const { body, status } = await rotate(webhook.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...unchanged,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_secret_expires_at: '2026-11-21T08:00:00-03:00',
      updated_at: body.updated_at,
    })
    expect(body.secret).not.toBe(webhook.secret)
    const read = await api.call('GET', `/v1/webhooks/${webhook.id}`, { key: organization.key })
    expect(read.body.secret).toBe(null)

    const during = await pinged(webhook.id)
    const { t, v1, v0 } = during.named
    expect(v1).toBe(signatureOf(body.secret, t, during.body))
    expect(v0).toBe(signatureOf(webhook.secret, t, during.body))
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2)

    api.setNow(TEST_NOW + 24 * HOUR_MS - 1000)
    expect((await pinged(webhook.id)).named).toHaveProperty('v0')
    api.setNow(TEST_NOW + 24 * HOUR_MS)
    const after = await pinged(webhook.id)
    expect(after.named).not.toHaveProperty('v0')
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1)
    const shown = await api.call('GET', `/v1/webhooks/${webhook.id}`, { key: organization.key })
    expect(shown.body.previous_secret_expires_at).toBe(null)
  })

  it('200: the public library accepts either secret during the overlap', async () => {
    const webhook = await created()
    // The library compares with the real time.
    api.setNow(Date.now())
    const { body } = await rotate(webhook.id)
    const arrived = await pinged(webhook.id)
    const headers = arrived.headers as Record<string, string>
    for (const secret of [body.secret, webhook.secret]) {
      expect(new StandardWebhook(secret).verify(arrived.body, headers)).toMatchObject({
        type: 'ping',
      })
    }
    const other = await createdWebhook(api, organization)
    expect(() => new StandardWebhook(other.secret).verify(arrived.body, headers)).toThrow()
  })

  it('200: revoke_previous leaves the old secret no time', async () => {
    const webhook = await created()
    await rotate(webhook.id)
    const { body } = await rotate(webhook.id, { revoke_previous: true })
    expect(body.previous_secret_expires_at).toBe(null)
    const { named, body: sent } = await pinged(webhook.id)
    expect(named).not.toHaveProperty('v0')
    expect(named['v1']).toBe(signatureOf(body.secret, named['t'], sent))
  })

  it('200: a second rotation keeps only the latest previous secret, for 24 hours of its own', async () => {
    const webhook = await created()
    const first = await rotate(webhook.id)
    api.setNow(TEST_NOW + HOUR_MS)
    const second = await rotate(webhook.id, {})
    expect(second.body.previous_secret_expires_at).toBe('2026-11-21T09:00:00-03:00')
    const { named, body } = await pinged(webhook.id)
    expect(named['v1']).toBe(signatureOf(second.body.secret, named['t'], body))
    expect(named['v0']).toBe(signatureOf(first.body.secret, named['t'], body))
  })

  it('200: an own secret; null and no body generate one; an inactive webhook rotates too', async () => {
    const webhook = await created({ active: false })
    const own = await rotate(webhook.id, { secret: 'sixteen-letters!' })
    expect(own.body).toMatchObject({ secret: 'sixteen-letters!', active: false })
    expect((await rotate(webhook.id, { secret: null })).body.secret).toMatch(/^whsec_/)
    expect((await rotate(webhook.id, {})).body.secret).toMatch(/^whsec_/)
    expect((await rotate(webhook.id)).body.secret).toMatch(/^whsec_/)
  })

  it('200: no secret, new or old, stands in the database in plain', async () => {
    const webhook = await created()
    const { body } = await rotate(webhook.id)
    const rows = await plainRows(api)
    for (const secret of [webhook.secret, body.secret]) {
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('200: of ten at the same time every answer is another secret, and the last one signs', async () => {
    const webhook = await created()
    const replies = await Promise.all(Array.from({ length: 10 }, () => rotate(webhook.id)))
    const secrets = replies.map(({ body }) => body.secret)
    expect(new Set(secrets).size).toBe(10)
    const { named, body } = await pinged(webhook.id)
    const signers = (signature: string | undefined) =>
      secrets.filter((secret) => signatureOf(secret, named['t'], body) === signature)
    expect(signers(named['v1'])).toHaveLength(1)
    expect(signers(named['v0'])).toHaveLength(1)
    expect(named['v0']).not.toBe(named['v1'])
  })

  it.each<[unknown, string]>([
    [{ secret: 'x'.repeat(15) }, 'secret:too_short'],
    [{ secret: 'x'.repeat(129) }, 'secret:too_long'],
    [{ secret: 'sixteen letters and' }, 'secret:invalid_format'],
    [{ secret: 7 }, 'secret:invalid_type'],
    [{ revoke_previous: 'yes' }, 'revoke_previous:invalid_type'],
    [[], 'body:invalid_type'],
  ])('400 validation_error: %j', async (body, fault) => {
    const webhook = await created()
    const reply = await rotate(webhook.id, body)
    expect([reply.status, faults(reply)]).toEqual([400, [fault]])
    const { named, body: sent } = await pinged(webhook.id)
    expect(named['v1']).toBe(signatureOf(webhook.secret, named['t'], sent))
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const webhook = await created()
    const key = await organization.keyWith(['read', 'write'])
    const reply = await api.call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: nobody has this id, or only another organization', async () => {
    const theirs = await created()
    organization = await api.organization()
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await rotate(id)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
    }
  })

  it('409 action_not_allowed: messages to chat platforms are not signed', async () => {
    const webhook = await created({ url: SLACK, format: 'slack' })
    for (const body of [undefined, { secret: 'x'.repeat(20) }]) {
      const reply = await rotate(webhook.id, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'action_not_allowed'])
    }
  })
})
