import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../../support/booking.ts'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  createdWebhook,
  openEndpoint,
  plainRows,
  resolveNames,
  SLACK,
  STRANGE_IDS,
  type Endpoint,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization
let endpoint: Endpoint

const HOUR_MS = 3_600_000

beforeAll(async () => {
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
})

async function created(body: object = {}) {
  api.setNow(TEST_NOW)
  organization = await api.organization()
  return createdWebhook(api, organization, { url: endpoint.url, ...body })
}

const rotate = (id: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', `/v1/webhooks/${id}/rotate-secret`, {
    key: organization.key,
    headers,
    ...(body === undefined ? {} : { body }),
  })

/** What a ping is signed with: `v1`, then each `v0` in its order, and as many of the other kind. */
async function signers(id: string, secrets: readonly string[]): Promise<string[]> {
  const { headers, body } = await pinged(id)
  const [time = '', ...signatures] = String(headers['x-service-signature']).split(',')
  expect(signatures.map((part) => part.slice(0, 3))).toEqual(
    signatures.map((_, place) => (place === 0 ? 'v1=' : 'v0=')),
  )
  const standard = String(headers['webhook-signature']).split(' ')
  expect(standard).toHaveLength(signatures.length)
  return signatures.map((signature, place) => {
    const secret = secrets.find(
      (one) => signatureOf(one, time.slice(2), body) === signature.slice(3),
    )
    if (secret === undefined) throw new Error('Signed with a secret that no one knows.')
    new StandardWebhook(secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': standard[place] ?? '',
    })
    return secret
  })
}

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

  it('200: rotated again and again, every previous secret keeps its own 24 hours, newest first', async () => {
    const webhook = await created()
    // The public library compares with the real time.
    const start = Date.now()
    const secrets: string[] = [webhook.secret]
    const expiries: string[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      api.setNow(start + hour * 60_000)
      const { status, body } = await rotate(webhook.id)
      expect(status).toBe(200)
      secrets.unshift(body.secret)
      expiries.push(body.previous_secret_expires_at)
    }
    expect(expiries.map((text) => Date.parse(text) - Date.parse(expiries[0] ?? ''))).toEqual([
      0, 60_000, 120_000, 180_000, 240_000,
    ])
    expect(await signers(webhook.id, secrets)).toEqual(secrets)

    // From the oldest on they end, each at its time; what was announced is the end of the last.
    for (let ended = 1; ended <= 5; ended += 1) {
      api.setNow(start + 24 * HOUR_MS + (ended - 1) * 60_000)
      const { named, headers } = await pinged(webhook.id)
      expect(String(headers['x-service-signature']).split(',')).toHaveLength(2 + 5 - ended)
      expect('v0' in named).toBe(ended < 5)
      const { body } = await api.call('GET', `/v1/webhooks/${webhook.id}`, {
        key: organization.key,
      })
      expect(body.previous_secret_expires_at).toBe(ended < 5 ? expiries[4] : null)
    }
  })

  it('200: revoke_previous ends all of them, and is never refused', async () => {
    const webhook = await created()
    for (let count = 0; count < 5; count += 1) await rotate(webhook.id)
    const { status, body } = await rotate(webhook.id, { revoke_previous: true })
    expect([status, body.previous_secret_expires_at]).toEqual([200, null])
    const { headers } = await pinged(webhook.id)
    expect(headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1)
    // There is room again.
    expect((await rotate(webhook.id)).status).toBe(200)
  })

  it('200: no previous secret shows in the history where an endpoint repeats it', async () => {
    const webhook = await created()
    const secrets = [webhook.secret]
    for (let count = 0; count < 3; count += 1) secrets.push((await rotate(webhook.id)).body.secret)
    endpoint.answer(200, secrets.map((secret) => `<${secret}>`).join(' and '))
    const reply = await api.call('POST', `/v1/webhooks/${webhook.id}/test`, {
      key: organization.key,
    })
    endpoint.answer(200, 'ok')
    expect(reply.body.response_body).toBe(secrets.map(() => '<***>').join(' and '))
  })

  it('200: with an Idempotency-Key a repetition answers the same secret, and rotates once', async () => {
    const webhook = await created()
    const once = { 'Idempotency-Key': 'rotation-1' }
    const first = await rotate(webhook.id, undefined, once)
    const again = await rotate(webhook.id, {}, once)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await rotate(webhook.id, { revoke_previous: true }, once)
    expect([other.status, other.body.code]).toEqual([409, 'duplicate_request'])
    const { named, body } = await pinged(webhook.id)
    expect(named['v1']).toBe(signatureOf(first.body.secret, named['t'], body))
    expect(named['v0']).toBe(signatureOf(webhook.secret, named['t'], body))
    expect(await plainRows(api)).not.toContain(first.body.secret)
    // The key is of this webhook's path: another rotates by it.
    const second = await createdWebhook(api, organization, { url: endpoint.url })
    const elsewhere = await rotate(second.id, undefined, once)
    expect(elsewhere.headers.has('idempotent-replayed')).toBe(false)
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

  it('200: of ten at the same time five rotate, each to another secret, and all of them sign', async () => {
    const webhook = await created()
    api.setNow(Date.now())
    const replies = await Promise.all(Array.from({ length: 10 }, () => rotate(webhook.id)))
    const made = replies.filter(({ status }) => status === 200).map(({ body }) => body.secret)
    expect(new Set(made).size).toBe(5)
    expect(replies.filter(({ body }) => body.code === 'action_not_allowed')).toHaveLength(5)
    const found = await signers(webhook.id, [webhook.secret, ...made])
    expect(found.toSorted()).toEqual([webhook.secret, ...made].toSorted())
    expect(found.at(-1)).toBe(webhook.secret)
  })

  it('400 validation_error: another secret, or another type, changes nothing', async () => {
    const webhook = await created()
    const refused: [unknown, string][] = [
      [{ secret: 'x'.repeat(15) }, 'secret:too_short'],
      [{ secret: 'x'.repeat(129) }, 'secret:too_long'],
      [{ secret: 'sixteen letters and' }, 'secret:invalid_format'],
      [{ revoke_previous: 'yes', secret: 7 }, 'secret:invalid_type,revoke_previous:invalid_type'],
      [[], 'body:invalid_type'],
    ]
    for (const [body, fault] of refused) {
      const reply = await rotate(webhook.id, body)
      expect([reply.status, faults(reply).join()]).toEqual([400, fault])
    }
    const { named, body: sent } = await pinged(webhook.id)
    expect(named).not.toHaveProperty('v0')
    expect(named['v1']).toBe(signatureOf(webhook.secret, named['t'], sent))
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const webhook = await created()
    const key = await organization.keyWith(['read', 'write'])
    const reply = await api.call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const theirs = await created()
    organization = await api.organization()
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await rotate(id)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
    }
  })

  it('409 action_not_allowed: five previous secrets still sign; one that ends makes room', async () => {
    const webhook = await created()
    for (let minute = 0; minute < 5; minute += 1) {
      api.setNow(TEST_NOW + minute * 60_000)
      await rotate(webhook.id)
    }
    const where = { id: webhook.id }
    const before = await api.db.webhook.findUnique({ where })
    for (const body of [undefined, { secret: 'x'.repeat(20) }, { revoke_previous: false }]) {
      const reply = await rotate(webhook.id, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'action_not_allowed'])
      expect(reply.body.detail).toContain('2026-11-21T08:00:00-03:00')
    }
    expect(await api.db.webhook.findUnique({ where })).toEqual(before)
    api.setNow(TEST_NOW + 24 * HOUR_MS)
    const reply = await rotate(webhook.id)
    expect([reply.status, reply.body.previous_secret_expires_at]).toEqual([
      200,
      '2026-11-22T08:00:00-03:00',
    ])
  })

  it('409 action_not_allowed: messages to chat platforms are not signed', async () => {
    const webhook = await created({ url: SLACK, format: 'slack' })
    for (const body of [undefined, { secret: 'x'.repeat(20) }]) {
      const reply = await rotate(webhook.id, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'action_not_allowed'])
    }
  })
})
