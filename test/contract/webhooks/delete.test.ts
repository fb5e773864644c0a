import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  createdWebhook,
  laneOf,
  deliveryRows,
  openEndpoint,
  resolveNames,
  STRANGE_IDS,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization
let endpoint: Endpoint

beforeAll(async () => {
  organization = await api.organization()
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
})

const remove = (id: string, key = organization.key) =>
  api.call('DELETE', `/v1/webhooks/${id}`, { key })

describe('DELETE /v1/webhooks/{webhook_id}', () => {
  it('204: it is gone, with everything that is kept about it', async () => {
    const { id } = await createdWebhook(api, organization)
    await api.db.webhookHealth.create({ data: { webhookId: id } })
    await api.db.webhookLane.create({ data: { webhookId: id, lane: 0 } })
    await api.db.chatMessage.create({
      data: { webhookId: id, record: 'appointment:1', messageId: 'm' },
    })
    const reply = await remove(id)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await api.db.webhook.count({ where: { id } })).toBe(0)
    const key = { key: organization.key }
    expect((await api.call('GET', `/v1/webhooks/${id}`, key)).status).toBe(404)
    expect((await api.call('GET', `/v1/webhooks/${id}/deliveries`, key)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
  })

  it('204: what waits is not sent any more', async () => {
    const { id } = await createdWebhook(api, organization, { url: endpoint.url })
    const events = await writtenEvents(api, organization, 3)
    await fanOut(api.service, api.connection.pool, events)
    expect((await deliveryRows(api, id)).map(({ state }) => state)).toEqual(
      Array(3).fill('pending'),
    )
    expect((await remove(id)).status).toBe(204)
    expect((await deliveryRows(api, id)).map(({ state }) => state)).toEqual(
      Array(3).fill('discarded'),
    )
    await laneOf(api, id)
    expect(endpoint.received).toHaveLength(0)
  })

  it('204: an event that was being fanned out to it does not wait for ever', async () => {
    const { id } = await createdWebhook(api, organization, { url: endpoint.url })
    const events = await writtenEvents(api, organization, 1)
    await remove(id)
    // As a fan-out does that read the subscriptions just before.
    await api.connection.pool.query(
      `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, max_attempts, attempt_id,
         scheduled_at, next_attempt_at)
       SELECT event_day, id, $1, 0, organization_id, type, 8, 'dlv_late', now(), now() FROM event WHERE id = ANY($2)`,
      [id, events],
    )
    await laneOf(api, id)
    expect((await deliveryRows(api, id)).map(({ state }) => state)).toEqual(['discarded'])
    expect(endpoint.received).toHaveLength(0)
  })

  it('204: others keep theirs', async () => {
    const one = await createdWebhook(api, organization, { url: endpoint.url })
    const other = await createdWebhook(api, organization, { url: endpoint.url })
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 1))
    await remove(one.id)
    expect((await deliveryRows(api, other.id)).map(({ state }) => state)).toEqual(['pending'])
  })

  it('204: of ten at the same time one deletes it', async () => {
    const { id } = await createdWebhook(api, organization)
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(id)))
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([204, ...Array(9).fill(404)])
  })

  it('400 validation_error: nothing can be expanded', async () => {
    const { id } = await createdWebhook(api, organization)
    expect((await remove(`${id}?expand=x`)).status).toBe(400)
    expect(await api.db.webhook.count({ where: { id } })).toBe(1)
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const { id } = await createdWebhook(api, organization)
    const reply = await remove(id, await organization.keyWith(['read', 'write']))
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
    expect(await api.db.webhook.count({ where: { id } })).toBe(1)
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const stranger = await api.organization()
    const theirs = await createdWebhook(api, stranger)
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await remove(id)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
    }
    expect(await api.db.webhook.count({ where: { id: theirs.id } })).toBe(1)
  })
})
