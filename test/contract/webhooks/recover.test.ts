import { formatInstant } from '@scheduling/availability'
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'
import {
  createdWebhook,
  laneOf,
  deliveryRows,
  openEndpoint,
  resolveNames,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useSharedApi({ now: NOW })
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
beforeEach(async () => {
  api.setNow(NOW)
  organization = await api.organization({ timeZone: 'UTC' })
})

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
/** A webhook whose first attempts failed: each event waits for its second. */
async function failedOnce(count: number) {
  endpoint.answer(503)
  const webhook = await created()
  const events = await writtenEvents(api, organization, count)
  await fanOut(api.service, api.connection.pool, events)
  await laneOf(api, webhook.id)
  endpoint.answer(200)
  return { webhook, events }
}
const instant = (ms: number) => formatInstant(ms, 'UTC')

const { post } = askedRoutes(api, () => organization)

describe('POST /v1/webhooks/{webhook_id}/recover', () => {
  const recover = (webhook: { id: string }, more: object = {}) =>
    post(`/webhooks/${webhook.id}/recover`, { since: instant(NOW - HOUR_MS), ...more })
  const statesOf = async (webhook: { id: string }) =>
    (await deliveryRows(api, webhook.id)).map(
      ({ run, state, trigger }) => `${run} ${state} ${trigger}`,
    )

  it('200: resends what failed and what was missed while it was off, and nothing else', async () => {
    const webhook = await created({ events: ['client.created'] })
    const [fine = '', bad = ''] = await writtenEvents(api, organization, 2)
    await fanOut(api.service, api.connection.pool, [fine])
    await laneOf(api, webhook.id)
    await fanOut(api.service, api.connection.pool, [bad])
    const key = organization.key
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body: { active: false } })
    const missed = await writtenEvents(api, organization, 3)
    expect((await recover(webhook)).problem.code).toBe('webhook_inactive')
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body: { active: true } })
    const [waits = ''] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [waits])

    const { body } = await recover(webhook)
    expect(body).toMatchObject({
      queued: 4,
      looked_at: 6,
      position: 6,
      last_position: 6,
      is_done: true,
    })
    const again = await recover(webhook)
    expect(again.body).toMatchObject({ queued: 0, is_done: true })

    const rows = await deliveryRows(api, webhook.id)
    const queued = rows.filter(({ trigger }) => trigger === 'REDELIVERY')
    expect(queued.map(({ eventId }) => eventId).toSorted()).toEqual([bad, ...missed].toSorted())
    expect(queued.every(({ maxAttempts, attempt }) => maxAttempts === 8 && attempt === 1)).toBe(
      true,
    )
    const arrived = endpoint.received.length
    for (let turn = 0; turn < 6; turn += 1) {
      api.setNow(NOW + turn * 1000)
      await laneOf(api, webhook.id)
    }
    const sent = endpoint.received.slice(arrived).map(({ headers }) => headers['webhook-id'])
    expect(sent.toSorted()).toEqual([waits, bad, ...missed].toSorted())
    expect((await recover(webhook)).body.queued).toBe(0)
  })

  it('200: a retry that waits is made earlier, once, and goes on with its run', async () => {
    const { webhook } = await failedOnce(3)
    const due = async () =>
      (await deliveryRows(api, webhook.id))
        .map(({ run, attempt, nextAttemptAt }) => [run, attempt, Number(nextAttemptAt) - NOW])
        .toSorted()
    for (const [, attempt, ms] of await due()) {
      expect(attempt).toBe(2)
      expect(ms).toBeGreaterThanOrEqual(60_000)
    }
    for (let times = 0; times < 2; times += 1) {
      const { body } = await recover(webhook)
      expect(body.queued).toBe(times === 0 ? 3 : 0)
      expect(await due()).toEqual([
        [0, 2, 0],
        [0, 2, 100],
        [0, 2, 200],
      ])
    }
    const arrived = endpoint.received.length
    api.setNow(NOW + 1000)
    await laneOf(api, webhook.id)
    expect(endpoint.received.length - arrived).toBe(3)
    expect((await recover(webhook)).body.queued).toBe(0)
  })

  it('200: a retry that is being made is left alone', async () => {
    const { webhook, events } = await failedOnce(2)
    const [inFlight] = await api.db.delivery.updateManyAndReturn({
      where: { webhookId: webhook.id, eventId: events[0] ?? '' },
      data: { leaseToken: 'another lane', leaseUntil: new Date(Date.now() + HOUR_MS) },
    })
    expect((await recover(webhook)).body.queued).toBe(1)
    const rows = await deliveryRows(api, webhook.id)
    const row = rows.find(({ eventId }) => eventId === events[0])
    expect(row?.nextAttemptAt).toEqual(inFlight?.nextAttemptAt)
  })

  it('is throttled: ten first attempts a second, after what was queued before', async () => {
    const webhook = await created()
    await writtenEvents(api, organization, 5)
    await recover(webhook)
    const due = async () =>
      (await deliveryRows(api, webhook.id))
        .map(({ nextAttemptAt }) => Number(nextAttemptAt) - NOW)
        .toSorted((a, b) => a - b)
    expect(await due()).toEqual([0, 100, 200, 300, 400])
    await writtenEvents(api, organization, 2)
    await recover(webhook)
    expect(await due()).toEqual([0, 100, 200, 300, 400, 500, 600])
  })

  it('matches events and filters, and does not go back behind since or the creation', async () => {
    await writtenEvents(api, organization, 1)
    const other = await created({ events: ['deposit.*'] })
    const webhook = await created()
    expect((await recover(webhook)).body).toMatchObject({ queued: 0, looked_at: 0 })
    await writtenEvents(api, organization, 1)
    expect((await recover(other)).body).toMatchObject({ queued: 0, looked_at: 1 })
    const later = { since: instant(NOW + 3 * HOUR_MS) }
    expect((await recover(webhook, later)).body).toMatchObject({ queued: 0, looked_at: 0 })
    expect((await recover(webhook)).body).toMatchObject({ queued: 1 })
  })

  it('an event that is fanned out at the same time is sent once', async () => {
    const webhook = await created()
    const events = await writtenEvents(api, organization, 10)
    await Promise.all([
      recover(webhook),
      fanOut(api.service, api.connection.pool, events),
      recover(webhook),
      fanOut(api.service, api.connection.pool, events),
    ])
    expect(await deliveryRows(api, webhook.id)).toHaveLength(10)
    expect(new Set((await statesOf(webhook)).map((state) => state.slice(0, 9)))).toEqual(
      new Set(['0 pending']),
    )
  })

  it('goes on page by page', async () => {
    const webhook = await created()
    await api.connection.pool.query(
      `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
       SELECT current_date, $1::int, n, 'evt_' || $1::int || '_' || n, 'client.created', true, clock_timestamp(), '{}', '{}'
       FROM generate_series(1, 1100) AS n`,
      [organization.row.id],
    )
    await api.connection.pool.query(
      'UPDATE event_feed SET last_position = 1100 WHERE organization_id = $1',
      [organization.row.id],
    )
    const seen: unknown[] = []
    let position = 0
    for (let isDone = false; !isDone;) {
      const { body } = await recover(webhook, { position })
      seen.push([body.queued, body.position, body.is_done])
      position = body.position
      isDone = body.is_done
    }
    expect(seen).toEqual([
      [500, 500, false],
      [500, 1000, false],
      [100, 1100, true],
    ])
    expect(await deliveryRows(api, webhook.id)).toHaveLength(1100)
  })

  it('400 validation_error: behind what is kept', async () => {
    const webhook = await created()
    const { problem } = await recover(webhook, { since: instant(NOW - 31 * 24 * HOUR_MS) })
    expect(problem.errors).toMatchObject([{ field: 'since', code: 'out_of_range' }])
  })

  it('404 not_found: a webhook of another organization', async () => {
    const foreign = await createdWebhook(api, await api.organization())
    expect((await recover(foreign)).problem.code).toBe('not_found')
  })

  it('409 webhook_inactive: one that is switched off', async () => {
    const webhook = await created({ active: false })
    expect((await recover(webhook)).problem.code).toBe('webhook_inactive')
    expect(await deliveryRows(api, webhook.id)).toEqual([])
  })
})
