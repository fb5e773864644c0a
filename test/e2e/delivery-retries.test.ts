import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import { byHand, clientWebhook, endpointsPerTest, readWebhook } from '../support/webhooks.ts'
import {
  deliveriesOf,
  fact,
  registerClient,
  settledDeliveries,
  sweepNow,
  workerBeside,
} from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker
let owner: TestOrganization

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
  worker = await workerBeside(api)
})
afterAll(async () => {
  await worker.stop()
  await api.close()
})
beforeEach(async () => {
  api.setNow(TEST_NOW)
  owner = await api.organization()
})

/** To the moment of the next attempt, and the sweeper that a minute would bring. */
async function toNextAttempt(webhook: { id: string }): Promise<number> {
  const row = await fact('a retry that waits', () =>
    api.db.delivery.findFirst({
      where: {
        webhookId: webhook.id,
        state: 'pending',
        nextAttemptAt: { gt: new Date(api.service.now()) },
      },
      orderBy: { nextAttemptAt: 'asc' },
    }),
  )
  const next = row.nextAttemptAt?.getTime() ?? 0
  api.setNow(next)
  await sweepNow(api)
  return next
}
describe('A delivery that fails', () => {
  it('is tried again by the schedule, until it succeeds', async () => {
    const receiver = await endpoint()
    receiver.answer(503, 'busy, secret: hunter2-tenant')
    const webhook = await clientWebhook(api, owner, receiver, {
      headers: { 'X-Tenant': 'hunter2-tenant' },
    })
    await registerClient(api, owner)
    const [waiting, first] = await settledDeliveries(api, owner, webhook, 1)
    expect(first).toMatchObject({
      trigger: 'EVENT',
      attempt: 1,
      status: 'FAILED',
      response_status: 503,
      response_body: 'busy, secret: ***',
      error_code: 'http_status',
    })
    expect(waiting).toMatchObject({
      trigger: 'RETRY',
      attempt: 2,
      status: 'PENDING',
      attempted_at: null,
      response_status: null,
    })
    const wait = Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)
    expect(wait).toBeGreaterThanOrEqual(MINUTE)
    expect(wait).toBeLessThanOrEqual(1.1 * MINUTE + SECOND)
    expect((await readWebhook(api, owner, webhook.id)).failing_since).toBe(first.attempted_at)

    receiver.answer(204)
    const retriedAt = await toNextAttempt(webhook)
    const [second] = await settledDeliveries(api, owner, webhook, 2)
    expect(second).toMatchObject({
      id: waiting.id,
      status: 'SUCCEEDED',
      attempt: 2,
      next_attempt_at: null,
    })
    expect(receiver.received.map(({ body }) => body)).toEqual([
      receiver.received[0]?.body,
      receiver.received[0]?.body,
    ])
    const ids = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
    expect(ids).toEqual([first.id, waiting.id])
    // Each is signed with the time of its own attempt: receivers refuse what is five minutes old.
    for (const [place, request] of receiver.received.entries()) {
      const t = Math.floor((place === 0 ? TEST_NOW : retriedAt) / 1000)
      expect(request.headers).toMatchObject({
        'x-service-timestamp': String(t),
        'webhook-timestamp': String(t),
        'x-service-signature': `t=${t},v1=${byHand(request, webhook.secret)}`,
      })
    }
    const after = await readWebhook(api, owner, webhook.id)
    expect(after).toMatchObject({ failing_since: null, last_success_at: second.attempted_at })
  })

  it('ends after eight attempts, and begins again when it is redelivered', async () => {
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    await settledDeliveries(api, owner, webhook, 1)
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      await toNextAttempt(webhook)
      await settledDeliveries(api, owner, webhook, attempt)
    }
    const all = (await deliveriesOf(api, owner, webhook)).toReversed()
    expect(all.map(({ attempt, trigger, status }) => `${attempt} ${trigger} ${status}`)).toEqual([
      '1 EVENT FAILED',
      ...[2, 3, 4, 5, 6, 7, 8].map((attempt) => `${attempt} RETRY FAILED`),
    ])
    const waits = all
      .slice(0, 7)
      .map((one) => Date.parse(one.next_attempt_at) - Date.parse(one.attempted_at))
    const schedule = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(schedule[index] ?? 0)
      expect(wait).toBeLessThanOrEqual((schedule[index] ?? 0) * 1.1 + SECOND)
    }
    expect(all.at(-1)?.next_attempt_at).toBeNull()
    expect(
      await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } }),
    ).toBe(0)
    expect(await deliveriesOf(api, owner, webhook, '?status=UNDELIVERED')).toHaveLength(1)

    receiver.answer(200)
    const redelivered = await api.call(
      'POST',
      `/v1/webhooks/${webhook.id}/deliveries/${all[0].id}/redeliver`,
      { key: owner.key },
    )
    expect(redelivered.status).toBe(202)
    await settledDeliveries(api, owner, webhook, 9)
    const [last] = await deliveriesOf(api, owner, webhook)
    expect(last).toMatchObject({
      id: redelivered.body.id,
      event_id: all[0].event_id,
      trigger: 'REDELIVERY',
      attempt: 1,
      status: 'SUCCEEDED',
    })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveriesOf(api, owner, webhook, '?status=UNDELIVERED')).toHaveLength(0)
  })

  it('with 429 and Retry-After pauses the whole webhook, other events too', async () => {
    const receiver = await endpoint()
    receiver.answer(429, '', { 'Retry-After': '600' })
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    const [, first] = await settledDeliveries(api, owner, webhook, 1)
    const wait = Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)
    expect(wait).toBeGreaterThanOrEqual(10 * MINUTE)
    expect(wait).toBeLessThanOrEqual(11 * MINUTE + SECOND)

    receiver.answer(200)
    for (let count = 0; count < 5; count += 1) await registerClient(api, owner)
    await fact('all deliveries', async () => {
      const count = await api.db.delivery.count({ where: { webhookId: webhook.id } })
      return count === 6
    })
    api.setNow(TEST_NOW + 10 * MINUTE - 1)
    await sweepNow(api)
    await fact('no one works', async () => {
      const jobs = await api.connection.pool.query(
        `SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND task_identifier IN ('lane', 'fan_out', 'sweep')`,
      )
      return jobs.rowCount === 0
    })
    expect(receiver.received).toHaveLength(1)

    api.setNow(TEST_NOW + 11 * MINUTE + SECOND)
    await sweepNow(api)
    await settledDeliveries(api, owner, webhook, 7)
    expect(receiver.received).toHaveLength(7)
  })

  it('obeys a wish of a day for an hour, no longer', async () => {
    const receiver = await endpoint()
    receiver.answer(429, '', { 'Retry-After': '86400' })
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    const [, first] = await settledDeliveries(api, owner, webhook, 1)
    const wait = Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)
    expect(wait).toBe(HOUR)
  })
})
