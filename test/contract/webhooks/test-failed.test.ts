import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createProfessional } from '../../support/clinic.ts'
import {
  createdWebhook,
  openEndpoint,
  readWebhook,
  resolveNames,
  type Endpoint,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization
let endpoint: Endpoint

beforeAll(async () => {
  resolveNames(api)
})
beforeEach(async () => {
  organization = await api.organization()
  endpoint = await openEndpoint()
})
afterEach(() => endpoint.close())

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
const ping = (id: string) => api.call('POST', `/v1/webhooks/${id}/test`, { key: organization.key })
const read = (id: string) => readWebhook(api, organization, id)

describe('POST /v1/webhooks/{webhook_id}/test whose delivery fails', () => {
  it('200: a template that fails on the ping is a failed delivery, not a failed call', async () => {
    const webhook = await created({
      format: 'custom',
      events: ['client.created'],
      template: {
        body: '{"name": {{ data.object.first_name | upper | json }}{% if type == "ping" %},{% endif %}}',
      },
    })
    const { body, status } = await ping(webhook.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'FAILED',
      error_code: 'template_error',
      response_status: null,
      attempt: 1,
      max_attempts: 1,
    })
    expect(endpoint.received).toHaveLength(0)
  })

  it.each<[number, object]>([
    [500, { error_code: 'http_status', response_status: 500, response_body: 'no' }],
    [404, { error_code: 'http_status', response_status: 404 }],
    [302, { error_code: 'redirect_refused', response_status: 302 }],
  ])(
    '200: an endpoint that answers %i; it does not count against the webhook',
    async (status, shown) => {
      const webhook = await created()
      endpoint.answer(status, 'no', status === 302 ? { location: '/elsewhere' } : {})
      const { body } = await ping(webhook.id)
      expect(body).toMatchObject({ status: 'FAILED', next_attempt_at: null, ...shown })
      expect(endpoint.received).toHaveLength(1)
      expect(await read(webhook.id)).toMatchObject({
        active: true,
        failing_since: null,
        last_delivery_at: '2026-11-20T08:00:00-03:00',
        last_success_at: null,
      })
    },
  )

  it('200: no one listens', async () => {
    const webhook = await created()
    await endpoint.close()
    const { body } = await ping(webhook.id)
    expect(body).toMatchObject({ status: 'FAILED', error_code: 'connection_error' })
    expect(body.error_message).not.toContain('127.0.0.1')
    endpoint = await openEndpoint()
  })

  it('200: an address that refuses to be dialled', async () => {
    const webhook = await created()
    await api.db.webhook.update({
      where: { id: webhook.id },
      data: { url: 'https://10.0.0.1/latest', urlSealed: null },
    })
    expect((await ping(webhook.id)).body).toMatchObject({
      status: 'FAILED',
      error_code: 'address_refused',
      response_status: null,
    })
  })

  it('200: a success ends a stretch of failures; a failure leaves it as it was', async () => {
    const webhook = await created()
    const failingSince = new Date(TEST_NOW - 6 * 86_400_000)
    await api.db.webhookHealth.create({
      data: {
        webhookId: webhook.id,
        failingSince,
        warnedAt: failingSince,
        consecutiveFailures: 40,
      },
    })
    endpoint.answer(503)
    await ping(webhook.id)
    expect((await read(webhook.id)).failing_since).toBe('2026-11-14T08:00:00-03:00')
    endpoint.answer(200)
    await ping(webhook.id)
    expect(await read(webhook.id)).toMatchObject({
      failing_since: null,
      last_success_at: '2026-11-20T08:00:00-03:00',
    })
    const health = await api.db.webhookHealth.findUnique({ where: { webhookId: webhook.id } })
    expect(health).toMatchObject({ warnedAt: null, consecutiveFailures: 0 })
  })

  it('200: a webhook that failed for 8 days is not turned off by a ping', async () => {
    const webhook = await created()
    const failingSince = new Date(TEST_NOW - 8 * 86_400_000)
    await api.db.webhookHealth.create({ data: { webhookId: webhook.id, failingSince } })
    endpoint.answer(500)
    await ping(webhook.id)
    expect((await read(webhook.id)).active).toBe(true)
  })

  it('200: 410 turns the webhook off at once, ends what waits and tells the owner', async () => {
    await createProfessional(api.db, organization.row, {
      role: 'owner',
      email: 'dona@example.com',
    })
    const webhook = await created()
    await api.db.delivery.create({
      data: {
        eventDay: new Date('2026-11-20'),
        eventId: 'evt_waiting',
        webhookId: webhook.id,
        run: 0,
        organizationId: organization.row.id,
        eventType: 'client.created',
        maxAttempts: 8,
        attemptId: api.service.newId('dlv'),
        scheduledAt: new Date(TEST_NOW),
        nextAttemptAt: new Date(TEST_NOW),
      },
    })
    endpoint.answer(410, 'gone')
    const { body, status } = await ping(webhook.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'FAILED', response_status: 410 })
    expect(await read(webhook.id)).toMatchObject({
      active: false,
      disabled_reason: 'ENDPOINT_GONE',
      disabled_at: '2026-11-20T08:00:00-03:00',
    })
    expect(await api.db.delivery.findFirst({ where: { webhookId: webhook.id } })).toMatchObject({
      state: 'discarded',
    })
    const mails = await api.connection.pool.query(
      'SELECT recipient FROM mail WHERE organization_id = $1',
      [organization.row.id],
    )
    expect(mails.rows).toEqual([{ recipient: 'dona@example.com' }])
    expect((await ping(webhook.id)).status).toBe(409)
  })
})
