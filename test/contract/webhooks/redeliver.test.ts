import { formatInstant } from '@scheduling/availability'
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useOwnApi } from '../../support/api.ts'
import {
  attemptRow,
  createdWebhook,
  laneOf,
  deliveryRows,
  openEndpoint,
  resolveNames,
  STRANGE_IDS,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useOwnApi({ now: NOW })
let organization: TestOrganization
let endpoint: Endpoint
const DAY_MS = 86_400_000

beforeAll(async () => {
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
})
beforeEach(async () => {
  api.setNow(NOW)
  endpoint.answer(200)
  organization = await api.organization()
})

const redeliver = (webhookId: string, deliveryId: string, key = organization.key) =>
  api.call('POST', `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`, { key })

const deliveries = async (webhookId: string) =>
  (await api.call('GET', `/v1/webhooks/${webhookId}/deliveries`, { key: organization.key })).body
    .data

/** A webhook and the delivery of one event that it was sent. */
async function delivered(body: object = {}) {
  const webhook = await createdWebhook(api, organization, { url: endpoint.url, ...body })
  const [eventId = ''] = await writtenEvents(api, organization, 1)
  await fanOut(api.service, api.connection.pool, [eventId])
  await laneOf(api, webhook.id)
  const [delivery] = await deliveries(webhook.id)
  return { webhook, eventId, delivery }
}

const laneJobs = async (webhookId: string) =>
  (
    await api.connection.pool.query(
      `SELECT key, task_identifier FROM graphile_worker.jobs WHERE key LIKE $1 AND key NOT LIKE '%:timer'`,
      [`lane:${webhookId}:%`],
    )
  ).rows

describe('POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', () => {
  it('202: the same event as a new delivery with a schedule of its own', async () => {
    const { webhook, eventId, delivery } = await delivered()
    const arrived = endpoint.received.length
    await api.connection.pool.query('DELETE FROM graphile_worker._private_jobs')
    api.setNow(NOW + 5000)
    const { status, body } = await redeliver(webhook.id, delivery.id)
    expect(status).toBe(202)
    expect(body).toEqual({
      ...delivery,
      id: expect.stringMatching(/^dlv_[0-9a-z]{26}$/),
      trigger: 'REDELIVERY',
      attempt: 1,
      max_attempts: 8,
      status: 'PENDING',
      response_status: null,
      response_body: null,
      duration_ms: null,
      attempted_at: null,
      created_at: body.created_at,
    })
    expect(body.id).not.toBe(delivery.id)
    expect((await deliveries(webhook.id))[0]).toEqual(body)
    expect(await laneJobs(webhook.id)).toEqual([
      { key: `lane:${webhook.id}:0`, task_identifier: 'lane' },
    ])

    endpoint.answer(500)
    await laneOf(api, webhook.id)
    expect(endpoint.received).toHaveLength(arrived + 1)
    const [first, again] = endpoint.received.slice(-2)
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['webhook-id']).toBe(eventId)
    expect(again?.headers['x-service-delivery-id']).toBe(body.id)
    expect(await deliveries(webhook.id)).toMatchObject([
      { status: 'PENDING', trigger: 'RETRY', attempt: 2, max_attempts: 8 },
      { id: body.id, status: 'FAILED', trigger: 'REDELIVERY', attempt: 1 },
      { id: delivery.id, status: 'SUCCEEDED' },
    ])
  })

  it('202: it is made by the real clock, however far a test organization is ahead', async () => {
    const clockAheadSeconds = 40 * 86_400
    organization = await api.organization({ livemode: false, clockAheadSeconds })
    const { webhook, delivery } = await delivered()
    api.setNow(NOW + 5000)
    const { body } = await redeliver(webhook.id, delivery.id)
    expect(body.created_at).toBe(formatInstant(NOW + 5000, 'America/Sao_Paulo'))
    await laneOf(api, webhook.id)
    expect((await deliveries(webhook.id))[0]).toMatchObject({
      id: body.id,
      status: 'SUCCEEDED',
      created_at: body.created_at,
    })
  })

  it('202: one that still waits, one that failed and one that was discarded', async () => {
    const { webhook, delivery } = await delivered()
    api.setNow(NOW + 1000)
    const waiting = await redeliver(webhook.id, delivery.id)
    const again = await redeliver(webhook.id, waiting.body.id)
    expect([waiting.status, again.status]).toEqual([202, 202])
    const key = organization.key
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body: { active: false } })
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body: { active: true } })
    expect((await deliveries(webhook.id))[0].status).toBe('DISCARDED')
    expect((await redeliver(webhook.id, again.body.id)).status).toBe(202)
    const runs = (await deliveryRows(api, webhook.id)).map(({ run, state }) => `${run} ${state}`)
    expect(runs).toEqual(['0 succeeded', '1 discarded', '2 discarded', '3 pending'])
  })

  it('202: it is sent with the address, headers and secret of now', async () => {
    const { webhook, delivery } = await delivered()
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, {
      key: organization.key,
      body: { headers: { 'X-New': 'yes' }, url: `${endpoint.url}/moved` },
    })
    await redeliver(webhook.id, delivery.id)
    await laneOf(api, webhook.id)
    expect(endpoint.received.at(-1)).toMatchObject({
      path: '/hook/moved',
      headers: { 'x-new': 'yes' },
    })
  })

  it('202: of ten at the same time each is a run of its own', async () => {
    const { webhook, delivery } = await delivered()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => redeliver(webhook.id, delivery.id)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(202))
    expect((await deliveryRows(api, webhook.id)).map(({ run }) => run)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  it('202: chat messages have three attempts', async () => {
    const webhook = await createdWebhook(api, organization, {
      url: 'https://flows.example.com/hook',
      format: 'teams',
    })
    const [eventId = ''] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [eventId])
    const [waiting] = await deliveries(webhook.id)
    expect((await redeliver(webhook.id, waiting.id)).body).toMatchObject({ max_attempts: 3 })
  })

  it('400 validation_error: nothing can be expanded', async () => {
    const { webhook, delivery } = await delivered()
    const path = `/v1/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver?expand=event`
    const reply = await api.call('POST', path, { key: organization.key })
    expect(reply.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const { webhook, delivery } = await delivered()
    const key = await organization.keyWith(['read', 'write'])
    const reply = await redeliver(webhook.id, delivery.id, key)
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: no one has this delivery, another webhook, or another organization', async () => {
    const { webhook, delivery } = await delivered()
    const other = await createdWebhook(api, organization)
    const stranger = await api.organization()
    const theirs = await createdWebhook(api, stranger)
    const tries: [string, string, string][] = [
      [webhook.id, 'dlv_01k9xq3v5m8t2r7w4y6z0a1bcd', organization.key],
      [other.id, delivery.id, organization.key],
      [webhook.id, delivery.id, stranger.key],
      [theirs.id, delivery.id, stranger.key],
      [webhook.id, delivery.event_id, organization.key],
      ...STRANGE_IDS.map((id): [string, string, string] => [webhook.id, id, organization.key]),
      ...STRANGE_IDS.map((id): [string, string, string] => [id, delivery.id, organization.key]),
    ]
    for (const [webhookId, deliveryId, key] of tries) {
      const reply = await redeliver(webhookId, deliveryId, key)
      expect([webhookId, deliveryId, reply.status, reply.body.code]).toEqual([
        webhookId,
        deliveryId,
        404,
        'not_found',
      ])
    }
    expect(await deliveryRows(api, webhook.id)).toHaveLength(1)
  })

  it('404 not_found: an event older than 30 days, though an attempt at it is younger', async () => {
    const { webhook, eventId } = await delivered()
    const old = new Date(NOW - 30 * DAY_MS - 1000)
    await api.db.$executeRaw`
      UPDATE event SET created_at = ${old}, event_day = (${old}::timestamptz)::date WHERE id = ${eventId}`
    const id = await attemptRow(api, webhook, { eventId, eventDay: old, createdAt: NOW })
    const refused = await redeliver(webhook.id, id)
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    api.setNow(NOW - 1000)
    expect((await redeliver(webhook.id, id)).status).toBe(202)
  })

  it.each(['ping', 'client.created'])('409 action_not_allowed: a test, of %s', async (type) => {
    const { webhook } = await delivered()
    const test = await api.call('POST', `/v1/webhooks/${webhook.id}/test`, {
      key: organization.key,
      body: { event_type: type },
    })
    const reply = await redeliver(webhook.id, test.body.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'action_not_allowed'])
  })

  it('409 webhook_inactive: nothing is put on the list of a webhook that is off', async () => {
    const { webhook, delivery } = await delivered()
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, {
      key: organization.key,
      body: { active: false },
    })
    const reply = await redeliver(webhook.id, delivery.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'webhook_inactive'])
    expect(await deliveryRows(api, webhook.id)).toHaveLength(1)
  })
})
