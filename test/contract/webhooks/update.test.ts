import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import {
  arrivedPing,
  createdWebhook,
  CUSTOM,
  deliveryRows,
  HOOK,
  laneOf,
  openEndpoint,
  patchWebhook,
  plainRows,
  readWebhook,
  resolveNames,
  writtenEvents,
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

describe('PATCH /v1/webhooks/{webhook_id}', () => {
  it('200: what is sent is replaced whole, what is left out stays', async () => {
    const webhook = await created({
      name: 'CRM',
      events: ['client.*', 'queue.*'],
      filters: { professional_ids: [1], service_ids: [2] },
      headers: { 'X-A': '1', 'X-B': '2' },
    })
    const reply = await patch(webhook.id, {
      url: 'https://other.example.com/in',
      events: ['deposit.paid'],
      filters: { sources: ['api'] },
      headers: { 'X-C': '3' },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...webhook,
      secret: null,
      url: 'https://other.example.com/in',
      events: ['deposit.paid'],
      filters: { professional_ids: [], service_ids: [], statuses: [], types: [], sources: ['api'] },
      headers: { 'X-C': '3' },
      updated_at: reply.body.updated_at,
    })
    expect(await read(webhook.id)).toEqual(reply.body)
    const found = await api.call('GET', '/v1/webhooks?url=https://other.example.com/in', {
      key: organization.key,
    })
    expect(found.body.data).toHaveLength(1)
    const old = await api.call('GET', `/v1/webhooks?url=${HOOK}`, { key: organization.key })
    expect(old.body.data).toHaveLength(0)
  })

  it('200: an empty body, and values that are there already, change nothing', async () => {
    const webhook = await created({ ...CUSTOM, headers: { 'X-A': '1' } })
    const before = await read(webhook.id)
    for (const body of [
      {},
      { name: before.name, events: before.events, url: before.url, headers: before.headers },
      { filters: {}, template: before.template, secrets: { a: 'value-of-a', zz: null } },
      { active: true, message_template: null, show_full_personal_data: false },
    ]) {
      const reply = await patch(webhook.id, body)
      expect([body, reply.status, reply.body]).toEqual([body, 200, before])
    }
  })

  it('200: a template keeps the order in which it was written, and its order is a change', async () => {
    const form = (body: object) => ({
      template: { content_type: 'application/x-www-form-urlencoded', body },
    })
    const webhook = await created({
      url: endpoint.url,
      format: 'custom',
      ...form({ zeta_first: '1', b: '2', a: '3' }),
    })
    expect((await pinged(webhook.id)).body).toBe('zeta_first=1&b=2&a=3')
    const { body } = await patch(webhook.id, form({ a: '3', zeta_first: '1', b: '2' }))
    expect(Object.keys(body.template.body)).toEqual(['a', 'zeta_first', 'b'])
    expect(body.updated_at >= webhook.updated_at).toBe(true)
    const rows = await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })
    expect(rows.updatedAt.getTime()).toBeGreaterThan(rows.createdAt.getTime())
    expect((await pinged(webhook.id)).body).toBe('a=3&zeta_first=1&b=2')
  })

  it('200: name null is the host again', async () => {
    const webhook = await created({ name: 'CRM' })
    expect((await patch(webhook.id, { name: null })).body.name).toBe('hooks.example.com')
    const moved = await patch(webhook.id, { name: '', url: 'https://other.example.com' })
    expect(moved.body.name).toBe('other.example.com')
  })

  it('200: secrets merge, null deletes one, and the signing secret stays', async () => {
    const webhook = await created({ url: endpoint.url, ...CUSTOM })
    const reply = await patch(webhook.id, { secrets: { b: null, c: 'value-of-c', a: 'new-a' } })
    expect(reply.body.secret_names).toEqual(['a', 'c'])
    expect(reply.text).not.toMatch(/value-of|new-a/)
    expect(JSON.parse((await pinged(webhook.id)).body)).toEqual({ key: 'new-a' })
    const rows = await plainRows(api)
    expect(rows).not.toMatch(/value-of|new-a/)
    expect(rows).not.toContain(webhook.secret)
  })

  it('200: the 10 secrets count after the merge', async () => {
    const secrets = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`s${i}`, 'x']))
    const webhook = await created({ format: 'custom', template: { body: '1' }, secrets })
    const over = await patch(webhook.id, { secrets: { more: 'x' } })
    expect([over.status, faults(over)]).toEqual([400, ['secrets:too_many']])
    const swapped = await patch(webhook.id, { secrets: { more: 'x', s0: null } })
    expect(swapped.body.secret_names).toHaveLength(10)
  })

  it('200: secrets change also beside a template with a name that no event has any more', async () => {
    const webhook = await created(CUSTOM)
    const template = {
      content_type: 'text/plain',
      body: '{{ data.object.gone }}{{ secret_ref("a") }}',
    }
    await api.db.webhook.update({ where: { id: webhook.id }, data: { template } })
    expect((await patch(webhook.id, { secrets: { a: 'another-value' } })).status).toBe(200)
    expect((await patch(webhook.id, { name: 'Other' })).status).toBe(200)
    const { status, body } = await patch(webhook.id, { events: ['client.*'] })
    expect([status, body.errors]).toMatchObject([422, [{ field: 'template.body' }]])
  })

  it('200: the template is replaced whole', async () => {
    const webhook = await created({
      ...CUSTOM,
      template: { ...CUSTOM.template, method: 'PUT', query: { a: '1' } },
    })
    const { body } = await patch(webhook.id, { template: { body: '{}' } })
    expect(body.template).toEqual({
      method: 'POST',
      content_type: 'application/json',
      body: '{}',
      headers: {},
      query: {},
    })
  })

  it('200: active false discards what waits, active true begins again', async () => {
    const webhook = await created({ url: endpoint.url })
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 2))
    const arrived = endpoint.received.length
    const off = await patch(webhook.id, { active: false })
    expect(off.body).toMatchObject({
      active: false,
      disabled_reason: 'MANUAL',
      disabled_at: '2026-11-20T08:00:00-03:00',
    })
    expect((await deliveryRows(api, webhook.id)).map(({ state }) => state)).toEqual([
      'discarded',
      'discarded',
    ])
    const history = await api.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, {
      key: organization.key,
    })
    expect(history.body.data).toMatchObject([{ status: 'DISCARDED' }, { status: 'DISCARDED' }])

    await api.db.webhookHealth.create({
      data: {
        webhookId: webhook.id,
        failingSince: new Date(TEST_NOW - 8 * 86_400_000),
        warnedAt: new Date(TEST_NOW),
        consecutiveFailures: 9,
        pausedUntil: new Date(TEST_NOW + 3_600_000),
      },
    })
    const on = await patch(webhook.id, { active: true })
    expect(on.body).toMatchObject({
      active: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    })
    const health = await api.db.webhookHealth.findUnique({ where: { webhookId: webhook.id } })
    expect(health).toMatchObject({ pausedUntil: null, warnedAt: null, consecutiveFailures: 0 })
    await laneOf(api, webhook.id)
    expect(endpoint.received).toHaveLength(arrived)
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 1))
    await laneOf(api, webhook.id)
    expect(endpoint.received).toHaveLength(arrived + 1)
  })

  it('200: active true, repeated, clears failing_since and not the pause that the endpoint asked for', async () => {
    const webhook = await created()
    const pausedUntil = new Date(TEST_NOW + 3_600_000)
    const failingSince = new Date(TEST_NOW - 86_400_000)
    await api.db.webhookHealth.create({
      data: { webhookId: webhook.id, pausedUntil, failingSince, consecutiveFailures: 3 },
    })
    expect((await patch(webhook.id, { active: true })).body.failing_since).toBe(null)
    expect(
      await api.db.webhookHealth.findUnique({ where: { webhookId: webhook.id } }),
    ).toMatchObject({ pausedUntil, failingSince: null, consecutiveFailures: 3 })
  })

  it('200: a reason that is there is kept by active false', async () => {
    const webhook = await created()
    await api.db.webhook.update({
      where: { id: webhook.id },
      data: { active: false, disabledReason: 'ENDPOINT_GONE', disabledAt: new Date(0) },
    })
    const { body } = await patch(webhook.id, { active: false })
    expect(body).toMatchObject({ disabled_reason: 'ENDPOINT_GONE', active: false })
  })

  it('200: ten at the same time lose no secret of one another', async () => {
    const webhook = await created({ format: 'custom', template: { body: '1' } })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(webhook.id, { secrets: { [`s${i}`]: 'x' } })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await read(webhook.id)).secret_names).toHaveLength(10)
  })

  it('200: `***` keeps the value of a header, in whatever case its name is written', async () => {
    const webhook = await created({
      url: endpoint.url,
      headers: { Authorization: 'Bearer of-the-owner', 'X-Tenant': 'aurora', 'X-Old': '1' },
    })
    const shown = await read(webhook.id)
    expect(shown.headers).toEqual({ Authorization: '***', 'X-Tenant': 'aurora', 'X-Old': '1' })
    expect((await patch(webhook.id, { headers: shown.headers })).body).toEqual(shown)

    const changed = await patch(webhook.id, {
      headers: { authorization: '***', 'x-tenant': '***', 'X-New': '2' },
    })
    expect(changed.body.headers).toEqual({
      authorization: '***',
      'x-tenant': 'aurora',
      'X-New': '2',
    })
    const { headers } = await pinged(webhook.id)
    expect(headers).toMatchObject({
      authorization: 'Bearer of-the-owner',
      'x-tenant': 'aurora',
      'x-new': '2',
    })
    expect(headers).not.toHaveProperty('x-old')
    expect((await patch(webhook.id, { headers: {} })).body.headers).toEqual({})
    expect((await pinged(webhook.id)).headers).not.toHaveProperty('authorization')
  })
})
