import { createHmac } from 'node:crypto'
import { EVENT_TYPES, EventEnvelope } from '@scheduling/events'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { sample } from '../../support/sample.ts'
import {
  createdWebhook,
  openEndpoint,
  plainRows,
  readWebhook,
  resolveNames,
  STRANGE_IDS,
  type Endpoint,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization
let endpoint: Endpoint

beforeAll(async () => {
  resolveNames(api)
})
beforeEach(async () => {
  api.setNow(TEST_NOW)
  organization = await api.organization()
  endpoint = await openEndpoint()
})
afterEach(() => endpoint.close())

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
const ping = (id: string, key = organization.key) =>
  api.call('POST', `/v1/webhooks/${id}/test`, { key })
const sampled = (id: string, type: string) =>
  api.call('POST', `/v1/webhooks/${id}/test`, {
    key: organization.key,
    body: { event_type: type },
  })
const read = (id: string) => readWebhook(api, organization, id)

describe('POST /v1/webhooks/{webhook_id}/test', () => {
  it('200: the delivery record of a ping that arrived, signed both ways', async () => {
    // The public library compares with the real time.
    api.setNow(Date.now())
    const webhook = await created({ name: 'CRM', headers: { 'X-Crm': 'abc' } })
    endpoint.answer(204)
    const reply = await ping(webhook.id)
    expect(reply.status).toBe(200)
    const [arrived, ...more] = endpoint.received
    if (arrived === undefined) throw new Error('Nothing arrived.')
    expect(more).toEqual([])
    const event = JSON.parse(arrived.body)
    expect(reply.body).toEqual({
      object: 'delivery',
      id: arrived.headers['x-service-delivery-id'],
      webhook_id: webhook.id,
      event_id: event.id,
      event_type: 'ping',
      trigger: 'TEST',
      attempt: 1,
      max_attempts: 1,
      status: 'SUCCEEDED',
      response_status: 204,
      response_body: '',
      duration_ms: expect.any(Number),
      error_code: null,
      error_message: null,
      next_attempt_at: null,
      attempted_at: event.created_at,
      created_at: event.created_at,
    })
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      type: 'ping',
      api_version: '2026-11-01',
      created_at: expect.stringMatching(/-03:00$/),
      organization_id: organization.row.id,
      livemode: false,
      sequence: 0,
      data: {
        object: {
          object: 'ping',
          webhook_id: webhook.id,
          webhook_name: 'CRM',
          message: 'Test delivery',
        },
        changes: null,
        batch_id: null,
      },
      context: {
        actor: { type: 'api_key', id: expect.stringMatching(/^key_/), name: 'Test key' },
        source: 'api',
        request_id: reply.headers.get('x-request-id'),
      },
    })
    const { headers } = arrived
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Service-Webhooks\/1\.0 \(\+http/),
      'x-service-event': 'ping',
      'x-service-event-id': event.id,
      'x-service-webhook-id': webhook.id,
      'webhook-id': event.id,
      'x-crm': 'abc',
    })
    expect(
      new StandardWebhook(webhook.secret).verify(arrived.body, headers as Record<string, string>),
    ).toEqual(event)
    const [, t, v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? []
    const expected = createHmac('sha256', webhook.secret).update(`${t}.${arrived.body}`)
    expect(v1).toBe(expected.digest('hex'))
    expect(headers['x-service-timestamp']).toBe(t)
    expect(headers['webhook-timestamp']).toBe(t)
  })

  it('200: filters do not apply, and the ping is no event of the feed', async () => {
    const webhook = await created({
      events: ['client.created'],
      filters: { professional_ids: [1], sources: ['agent'] },
    })
    const { body } = await ping(webhook.id)
    expect(body.status).toBe('SUCCEEDED')
    expect(await api.db.event.count({ where: { id: body.event_id } })).toBe(0)
    expect(await api.db.delivery.count({ where: { webhookId: webhook.id } })).toBe(0)
    const listed = await api.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, {
      key: organization.key,
    })
    expect(listed.body.data).toEqual([body])
  })

  it.each(sample('samples of event types', Object.keys(EVENT_TYPES), 6))(
    '200: a sample of %s, whatever is subscribed to',
    async (type) => {
      const webhook = await created({
        events: ['deposit.expired'],
        filters: { types: ['IN_PERSON'] },
      })
      const { status, body } = await sampled(webhook.id, type)
      expect([status, body]).toMatchObject([
        200,
        {
          event_type: type,
          trigger: 'TEST',
          status: 'SUCCEEDED',
          attempt: 1,
          max_attempts: 1,
          next_attempt_at: null,
        },
      ])
      const [arrived] = endpoint.received
      const event = JSON.parse(arrived?.body ?? '')
      expect(arrived?.headers).toMatchObject({ 'x-service-event': type, 'webhook-id': event.id })
      expect(event).toMatchObject({
        id: body.event_id,
        type,
        api_version: webhook.api_version,
        created_at: '2026-11-20T08:00:00-03:00',
        organization_id: organization.row.id,
        livemode: false,
        sequence: 0,
        context: { actor: { type: 'api_key', name: 'Test key' }, source: 'api' },
      })
      expect(EventEnvelope.safeParse(event).error).toBeUndefined()
      // In the organization's time zone, as its events are.
      expect(arrived?.body).not.toMatch(/T\d\d:\d\d:\d\d(Z|[+-](?!03:00))/)
      // Another has another id: receivers discard those that they know.
      expect((await sampled(webhook.id, type)).body.event_id).not.toBe(body.event_id)
    },
  )

  it('200: a test leaves by the real clock, however far a test organization is ahead', async () => {
    const clockAheadSeconds = 40 * 86_400
    organization = await api.organization({ livemode: false, clockAheadSeconds })
    const webhook = await created()
    const { body } = await ping(webhook.id)
    expect(body.attempted_at).toBe('2026-11-20T08:00:00-03:00')
    const [arrived] = endpoint.received
    expect(JSON.parse(arrived?.body ?? '').created_at).toBe('2026-11-20T08:00:00-03:00')
    const now = String(TEST_NOW / 1000)
    expect(arrived?.headers['webhook-timestamp']).toBe(now)
    expect(arrived?.headers['x-service-signature']).toContain(`t=${now},`)
  })

  it('200: of an organization elsewhere a sample has its time zone', async () => {
    organization = await api.organization({ timeZone: 'America/Manaus' })
    const webhook = await created()
    await sampled(webhook.id, 'appointment.created')
    const event = JSON.parse(endpoint.received[0]?.body ?? '')
    expect([event.created_at, event.data.object.start]).toEqual([
      '2026-11-20T07:00:00-04:00',
      expect.stringMatching(/-04:00$/),
    ])
  })

  it('200: `ping` by its name, an empty body and null are the ping', async () => {
    const webhook = await created()
    for (const body of [{ event_type: 'ping' }, {}, 'null']) {
      const reply = await api.call('POST', `/v1/webhooks/${webhook.id}/test`, {
        key: organization.key,
        body,
      })
      expect([reply.status, reply.body.event_type]).toEqual([200, 'ping'])
    }
    expect(JSON.parse(endpoint.received[0]?.body ?? '').data.object.webhook_id).toBe(webhook.id)
  })

  it('200: samples are in no feed, are never undelivered, and count in no statistics', async () => {
    const webhook = await created()
    endpoint.answer(500)
    const { body } = await sampled(webhook.id, 'client.created')
    expect(body.status).toBe('FAILED')
    const feed = await api.call('GET', '/v1/events', { key: organization.key })
    expect(feed.body.data).toEqual([])
    const list = (query: string) =>
      api.call('GET', `/v1/webhooks/${webhook.id}/deliveries${query}`, { key: organization.key })
    expect((await list('')).body.data).toEqual([body])
    expect((await list('?status=UNDELIVERED')).body.data).toEqual([])
    expect(await read(webhook.id)).toMatchObject({ active: true, failing_since: null })
  })

  it('200: a custom template is rendered with the sample, one that fails on it is a failed delivery', async () => {
    const webhook = await created({
      format: 'custom',
      events: ['client.created'],
      secrets: { crm: 'very-secret-value' },
      template: {
        body: '{"who": {{ data.object.first_name | json }}, "key": {{ secret_ref("crm") | json }}{% if type == "client.updated" %},{% endif %}}',
      },
    })
    expect((await sampled(webhook.id, 'client.created')).body.status).toBe('SUCCEEDED')
    expect(JSON.parse(endpoint.received[0]?.body ?? '')).toEqual({
      who: expect.stringMatching(/^\p{L}+$/u),
      key: 'very-secret-value',
    })
    expect((await sampled(webhook.id, 'client.updated')).body).toMatchObject({
      status: 'FAILED',
      error_code: 'template_error',
      event_type: 'client.updated',
    })
    expect(endpoint.received).toHaveLength(1)
  })

  it.each([
    [{ event_type: 'client.exploded' }, 'event_type:invalid_value'],
    [{ event_type: 'client.*' }, 'event_type:invalid_value'],
    [{ event_type: null }, 'event_type:invalid_value'],
    [{ event_type: 7 }, 'event_type:invalid_value'],
    [[], 'body:invalid_type'],
  ])('400 validation_error: %j', async (body, fault) => {
    const webhook = await created()
    const reply = await api.call('POST', `/v1/webhooks/${webhook.id}/test`, {
      key: organization.key,
      body,
    })
    expect([reply.status, faults(reply)]).toEqual([400, [fault]])
    expect(endpoint.received).toHaveLength(0)
  })

  it('200: a custom template is rendered with the ping, and its secrets stay hidden', async () => {
    const webhook = await created({
      format: 'custom',
      headers: { 'x-token': 'from the subscription' },
      template: {
        method: 'PUT',
        body: '{"what": {{ data.object.message | default("none") | json }}, "type": {{ type | json }}, "key": {{ secret_ref("crm") | json }}}',
        headers: { 'X-Token': 'T {{ secret_ref("crm") }}' },
        query: { id: '{{ id }}' },
      },
      secrets: { crm: 'very-secret-value' },
    })
    endpoint.answer(200, 'you sent very-secret-value and from the subscription')
    const { body } = await ping(webhook.id)
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      response_body: 'you sent *** and ***',
    })
    const [arrived] = endpoint.received
    expect(arrived?.method).toBe('PUT')
    expect(arrived?.path).toBe(`/hook?id=${body.event_id}`)
    expect(arrived?.headers['x-token']).toBe('T very-secret-value')
    expect(JSON.parse(arrived?.body ?? '')).toEqual({
      what: 'Test delivery',
      type: 'ping',
      key: 'very-secret-value',
    })
    expect(await plainRows(api)).not.toContain('very-secret-value')
  })

  it('200: an agent key pings as agent', async () => {
    const webhook = await created()
    await ping(webhook.id, await organization.keyWith(['webhooks:manage'], 'agent'))
    expect(JSON.parse(endpoint.received[0]?.body ?? '').context).toMatchObject({
      actor: { type: 'agent' },
      source: 'agent',
    })
  })

  it('200: deleted while the endpoint takes its time', async () => {
    const webhook = await created()
    const slow = new Promise<void>((resolve) => {
      endpoint.onRequest = async () => {
        await api.call('DELETE', `/v1/webhooks/${webhook.id}`, { key: organization.key })
        resolve()
      }
    })
    const [reply] = await Promise.all([ping(webhook.id), slow])
    expect(reply.body).toMatchObject({ status: 'SUCCEEDED' })
    expect(await api.db.webhookHealth.count({ where: { webhookId: webhook.id } })).toBe(0)
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const webhook = await created()
    const reply = await ping(webhook.id, await organization.keyWith(['read', 'write']))
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
    expect(endpoint.received).toHaveLength(0)
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const theirs = await created()
    const stranger = await api.organization()
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await ping(id, stranger.key)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
    }
    expect(endpoint.received).toHaveLength(0)
  })

  it('409 webhook_inactive: it is off, and stays so', async () => {
    const webhook = await created({ active: false })
    const reply = await ping(webhook.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'webhook_inactive'])
    expect(endpoint.received).toHaveLength(0)
    expect((await read(webhook.id)).active).toBe(false)
  })
})
