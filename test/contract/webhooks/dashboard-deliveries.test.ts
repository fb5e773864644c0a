import { formatInstant } from '@scheduling/availability'
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  attemptRow,
  createdWebhook,
  laneOf,
  openEndpoint,
  resolveNames,
  SLACK,
  STRANGE_IDS,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useSharedApi({ now: NOW })
let organization: TestOrganization
let owner: Dashboard
let endpoint: Endpoint
const HOUR_MS = 3_600_000

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
  organization = await api.organization({ timeZone: 'UTC' })
  owner = await signIn(api, organization)
})

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
const instant = (ms: number) => formatInstant(ms, 'UTC')
const { get } = askedRoutes(api, () => organization)
const search = (webhook: { id: string }, input: object = {}) =>
  get('/deliveries', { webhook_id: webhook.id, ...input })
const idsOf = (reply: { body: any }): string[] => reply.body.data.map(({ id }: any) => id)

/** A webhook that was sent one event. */
async function delivered(body: object = {}) {
  const webhook = await created(body)
  const [eventId = ''] = await writtenEvents(api, organization, 1)
  await fanOut(api.service, api.connection.pool, [eventId])
  await laneOf(api, webhook.id)
  const { data } = (await search(webhook)).body
  return { webhook, eventId, delivery: data.at(-1), all: data }
}

const read = (webhook: { id: string }, deliveryId: string) =>
  get(`/webhooks/${webhook.id}/deliveries/${deliveryId}`)

describe('GET /v1/deliveries', () => {
  it('200: by status, type, event and time, page by page', async () => {
    const webhook = await created()
    const [first = '', second = ''] = await writtenEvents(api, organization, 2)
    const at = (hours: number) => ({ createdAt: NOW - hours * HOUR_MS })
    const old = await attemptRow(api, webhook, { eventId: first, ...at(5) })
    const middle = await attemptRow(api, webhook, { eventId: second, ...at(3) })
    const young = await attemptRow(api, webhook, { eventId: first, status: 'SUCCEEDED', ...at(1) })
    expect(idsOf(await search(webhook))).toEqual([young, middle, old])
    expect(idsOf(await search(webhook, { status: ['FAILED'] }))).toEqual([middle, old])
    expect(idsOf(await search(webhook, { status: ['UNDELIVERED'] }))).toEqual([middle])
    expect(idsOf(await search(webhook, { event_id: first }))).toEqual([young, old])
    expect(idsOf(await search(webhook, { event_type: 'client.created' }))).toHaveLength(3)
    expect(idsOf(await search(webhook, { event_type: 'client.updated' }))).toEqual([])
    const span = { from: instant(NOW - 3 * HOUR_MS), to: instant(NOW - HOUR_MS) }
    expect(idsOf(await search(webhook, span))).toEqual([middle])
    const page = await search(webhook, { event_id: first, limit: 1 })
    expect(page.body).toMatchObject({ has_more: true, data: [{ id: young }] })
    const cursor = page.body.next_cursor
    expect(idsOf(await search(webhook, { event_id: first, limit: 1, cursor }))).toEqual([old])
    const other = await search(webhook, { event_id: second, limit: 1, cursor })
    expect(other.problem.errors).toMatchObject([{ field: 'cursor' }])
  })

  it('200: of all webhooks of the organization, and of no other, in one order', async () => {
    const [one, two] = [await created(), await created()]
    const foreign = await createdWebhook(api, await api.organization())
    const [eventId = ''] = await writtenEvents(api, organization, 1)
    const attempt = (webhook: typeof one, minutes: number, more: object = {}) =>
      attemptRow(api, webhook, { eventId, createdAt: NOW - minutes * 60_000, ...more })
    const ids = [
      await attempt(one, 1),
      await attempt(two, 2),
      await attempt(one, 3, { status: 'SUCCEEDED' }),
      await attempt(two, 4),
    ]
    await attempt(foreign, 1)
    expect(idsOf(await get('/deliveries'))).toEqual(ids)
    const first = await get('/deliveries', { limit: 3 })
    expect(idsOf(first)).toEqual(ids.slice(0, 3))
    const { next_cursor: cursor } = first.body
    expect(idsOf(await get('/deliveries', { limit: 3, cursor }))).toEqual(ids.slice(3))
    expect(idsOf(await get('/deliveries', { status: 'SUCCEEDED' }))).toEqual([ids[2]])
    expect(idsOf(await get('/deliveries', { status: 'UNDELIVERED' }))).toEqual([ids[0], ids[1]])
    const backwards = await get('/deliveries', { from: '2026-11-24', to: '2026-11-23' })
    expect(backwards.problem.errors).toMatchObject([{ field: 'from', code: 'out_of_range' }])
  })

  it('200: nothing of strange ids; 400 of values that do not exist', async () => {
    for (const id of STRANGE_IDS.filter((one) => one !== '')) {
      expect(idsOf(await search({ id })), id).toEqual([])
    }
    const webhook = await created()
    const collaborator = await signIn(api, organization, 'manager')
    const input = { webhook_id: webhook.id }
    const refused = await collaborator.query('webhooks.searchDeliveries', input)
    expect(refused.problem.code).toBe('forbidden_scope')
    const wrong = await search(webhook, { event_type: 'client.exploded', from: 'yesterday' })
    expect(wrong.problem.errors.map(({ field }: any) => field)).toEqual(['event_type', 'from'])
    expect(idsOf(await search(webhook, { event_id: 'evt_1' }))).toEqual([])
  })
})

describe('GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}', () => {
  it('200: the event, its attempts, and the request as it would be made now', async () => {
    endpoint.answer(503, 'closed for lunch')
    const { webhook, eventId, delivery } = await delivered()
    const { body } = await read(webhook, delivery.id)
    expect(body).toMatchObject({
      delivery: { id: delivery.id, status: 'FAILED', response_status: 503 },
      attempts: [
        { status: 'PENDING', attempt: 2 },
        { id: delivery.id, attempt: 1, response_body: 'closed for lunch' },
      ],
      event: { id: eventId, type: 'client.created' },
      request_error: null,
    })
    const [sent] = endpoint.received.slice(-1)
    expect(body.request).toMatchObject({ method: 'POST', url: endpoint.url, body: sent?.body })
    // As it arrived, but for what is covered.
    const shown = Object.entries<string>(body.request.headers)
    expect(shown.map(([name]) => name.toLowerCase())).toEqual(
      expect.arrayContaining(['webhook-signature', 'x-service-signature', 'content-type']),
    )
    const covered = new Set(['x-service-delivery-id', 'x-service-signature', 'webhook-signature'])
    for (const [name, value] of shown) {
      const lower = name.toLowerCase()
      if (covered.has(lower)) expect([name, value]).toEqual([name, expect.stringContaining('***')])
      else expect([name, value]).toEqual([name, sent?.headers[lower]])
    }
  })

  it('200: secrets, credential headers and signatures are covered; a change of the template shows at once', async () => {
    const { webhook, delivery } = await delivered({
      format: 'custom',
      headers: { Authorization: 'Bearer very-secret', 'X-Team': 'north' },
      template: {
        method: 'PUT',
        body: '{"key": {{ secret_ref("crm") | json }}, "id": {{ id | json }}}',
        query: { key: '{{ secret_ref("crm") }}' },
      },
      secrets: { crm: 'hidden-value' },
    })
    const { body } = await read(webhook, delivery.id)
    expect(body.request).toMatchObject({
      method: 'PUT',
      url: `${endpoint.url}?key=***`,
      headers: { Authorization: '***', 'X-Team': 'north' },
      body: `{"key": "***", "id": "${delivery.event_id}"}`,
    })
    expect(JSON.stringify(body)).not.toMatch(/hidden-value|very-secret/)
    await owner.mutate('webhooks.update', {
      webhook_id: webhook.id,
      template: { content_type: 'text/plain', body: 'now {{ type }}' },
    })
    expect((await read(webhook, delivery.id)).body.request.body).toBe('now client.created')
  })

  it('200: why there would be no request', async () => {
    const { webhook, delivery } = await delivered({
      format: 'custom',
      template: {
        content_type: 'text/plain',
        body: 'x',
        headers: { 'X-Name': '{{ data.object.last_name }}' },
      },
    })
    const client = delivery.event_id
    await api.connection.pool.query(
      `UPDATE event SET payload = jsonb_set(payload::jsonb, '{object,last_name}', '"a\\nb"')::json WHERE id = $1`,
      [client],
    )
    const { body } = await read(webhook, delivery.id)
    expect(body).toMatchObject({ request: null, request_error: { code: 'template_error' } })
  })

  it('200: the address of a chat channel stays hidden', async () => {
    const webhook = await created({ url: SLACK, format: 'slack' })
    const [eventId = ''] = await writtenEvents(api, organization, 1)
    const id = await attemptRow(api, webhook, { eventId })
    const { body } = await read(webhook, id)
    expect(body.request.url).toBe(webhook.url)
    expect(JSON.stringify(body)).not.toContain('B0001')
    expect(JSON.parse(body.request.body).text).toContain('Ana')
  })

  it('200: a test has no event that is kept', async () => {
    const webhook = await created()
    const { body: sent } = await owner.mutate('webhooks.test', { webhook_id: webhook.id })
    const { body } = await read(webhook, sent.id)
    expect(body).toMatchObject({ delivery: { trigger: 'TEST' }, event: null, request: null })
  })

  it('404 not_found: strangers and their webhooks; to a collaborator it is 403', async () => {
    const { webhook, delivery } = await delivered()
    const { key } = await api.organization()
    const path = `/v1/webhooks/${webhook.id}/deliveries/${delivery.id}`
    expect((await api.call('GET', path, { key })).body.code).toBe('not_found')
    expect((await read(await created(), delivery.id)).problem.code).toBe('not_found')
    expect((await read(webhook, 'dlv_1')).problem.code).toBe('not_found')
    const collaborator = await signIn(api, organization, 'manager')
    const input = { webhook_id: webhook.id, delivery_id: delivery.id }
    const refused = await collaborator.query('webhooks.getDelivery', input)
    expect(refused.problem.code).toBe('forbidden_scope')
  })
})

describe('webhooks.overview', () => {
  const overview = async (who = owner) => who.query('webhooks.overview')

  it('200: the last answer, what waits, and the figures of a day', async () => {
    expect((await overview()).body).toEqual({ data: [] })
    endpoint.answer(503)
    const { webhook, delivery } = await delivered()
    const idle = await created()
    const { body } = await overview()
    expect(body.data).toEqual([
      {
        webhook_id: webhook.id,
        last: delivery,
        waiting: 1,
        next_attempt_at: delivery.next_attempt_at,
        attempts: 1,
        succeeded: 0,
      },
      {
        webhook_id: idle.id,
        last: null,
        waiting: 0,
        next_attempt_at: null,
        attempts: 0,
        succeeded: 0,
      },
    ])
    endpoint.answer(200)
    await owner.mutate('webhooks.test', { webhook_id: idle.id })
    const [, tested] = (await overview()).body.data
    expect(tested).toMatchObject({ attempts: 0, last: { trigger: 'TEST', response_status: 200 } })
  })

  it('403 forbidden_scope, and nothing of another organization', async () => {
    await created()
    const stranger = await signIn(api, await api.organization())
    expect((await overview(stranger)).body).toEqual({ data: [] })
    const collaborator = await signIn(api, organization, 'manager')
    expect((await overview(collaborator)).problem.code).toBe('forbidden_scope')
  })
})
