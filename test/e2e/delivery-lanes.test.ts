import { LIMITS } from '@scheduling/core'
import { LEASE_SECONDS, sweep } from '@scheduling/delivery'
import { createPauses, fakeTimers, fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  clientWebhook,
  endpointsPerTest,
  laneOf,
  deliveryRows,
  writtenEvents,
  type Endpoint,
} from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'

let api: TestApi
let organization: TestOrganization
let receiver: Endpoint
let webhook: { id: string }

const DAY = 86_400_000

const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  api.setNow(TEST_NOW)
  organization = await api.organization()
  receiver = await endpoint()
  webhook = await clientWebhook(api, organization, receiver)
})
afterAll(() => api.close())

/** So many deliveries that are due, with no lane woken. */
async function due(count: number): Promise<void> {
  const ids = await writtenEvents(api, organization, count)
  await fanOut(api.service, api.connection.pool, ids)
}

/** From now on every request waits for its own gate, in the order in which they come. */
function gates(): { open(place: number): void } {
  const all: PromiseWithResolvers<void>[] = []
  receiver.onRequest = () => {
    const gate = Promise.withResolvers<void>()
    all.push(gate)
    return gate.promise
  }
  return { open: (place) => all[place]?.resolve() }
}

const arrived = (count: number) =>
  fact(`${count} requests`, () => receiver.received.length === count)

/** Leases of a table end so many seconds from now; before now when negative. */
async function leasedFor(table: 'delivery' | 'webhook_lane', seconds: number): Promise<void> {
  await api.connection.pool.query(
    `UPDATE ${table} SET lease_token = 'another.1', lease_until = clock_timestamp() + make_interval(secs => $2)
     WHERE webhook_id = $1`,
    [webhook.id, seconds],
  )
}

const attempts = () => api.db.deliveryAttempt.count({ where: { webhookId: webhook.id } })

/** Whether a sweep wakes the webhook. */
async function woken(): Promise<boolean> {
  await sweep(api.service, api.connection.pool)
  const { rowCount } = await api.connection.pool.query(
    `SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'lane:' || $1 || ':%'`,
    [webhook.id],
  )
  return rowCount !== 0
}

it('A sweep wakes a webhook when a delivery is due and no one has taken it', async () => {
  await due(1)
  api.setNow(TEST_NOW - 1)
  expect(await woken()).toBe(false)
  api.setNow(TEST_NOW)
  expect(await woken()).toBe(true)
  await leasedFor('delivery', 600)
  expect(await woken()).toBe(false)
})

it('A turn that has taken its time gives back what it has not sent, for the next one', async () => {
  const { elapsed, wait } = api.service
  onTestFinished(() => void Object.assign(api.service, { elapsed, wait }))
  const timers = fakeTimers()
  Object.assign(api.service, timers)
  await due(2)
  receiver.onRequest = () => timers.advance(LIMITS.webhookChangeSeconds * 1000 + 1)
  await laneOf(api, webhook.id)
  expect(receiver.received).toHaveLength(1)
  const rows = await deliveryRows(api, webhook.id)
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['pending', 'succeeded'])
  expect(rows.map(({ leaseToken }) => leaseToken)).toEqual([null, null])
  await laneOf(api, webhook.id)
  expect(receiver.received).toHaveLength(2)
})

describe('A lease', () => {
  it('holds what another claims until it runs out, and then no longer', async () => {
    await due(1)
    await leasedFor('delivery', 600)
    await laneOf(api, webhook.id)
    expect(receiver.received).toHaveLength(0)
    await leasedFor('delivery', -0.001)
    await laneOf(api, webhook.id)
    expect(receiver.received).toHaveLength(1)
    expect(await deliveryRows(api, webhook.id)).toMatchObject([
      { state: 'succeeded', leaseToken: null, leaseUntil: null },
    ])
  })

  it('of a lane holds the lane, and the sweep wakes one only when it runs out', async () => {
    await due(1)
    await laneOf(api, webhook.id)
    await due(1)
    await woken()
    await leasedFor('webhook_lane', 600)
    await laneOf(api, webhook.id)
    expect([receiver.received.length, await woken()]).toEqual([1, false])
    await leasedFor('webhook_lane', -0.001)
    expect(await woken()).toBe(true)
    await laneOf(api, webhook.id)
    expect(receiver.received).toHaveLength(2)
  })

  it('lasts longer than a turn and its last exchange, by the clock of the database', async () => {
    await due(1)
    const gate = gates()
    const turn = laneOf(api, webhook.id)
    await arrived(1)
    const { rows } = await api.connection.pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM lease_until - clock_timestamp())::float8 AS seconds FROM (
         SELECT lease_until FROM delivery WHERE webhook_id = $1
         UNION ALL SELECT lease_until FROM webhook_lane WHERE webhook_id = $1 AND lease_token IS NOT NULL) AS held`,
      [webhook.id],
    )
    gate.open(0)
    await turn
    expect(rows).toHaveLength(2)
    // A turn of exchanges, and then one at a chat platform, which can be two.
    const { webhookChangeSeconds: turnSeconds, deliverySeconds } = LIMITS
    expect(LEASE_SECONDS).toBeGreaterThan(turnSeconds + 2 * deliverySeconds)
    for (const { seconds } of rows) {
      expect(seconds).toBeGreaterThan(LEASE_SECONDS / 2)
      expect(seconds).toBeLessThanOrEqual(LEASE_SECONDS)
    }
  })

  it('that was lost leaves no record: its new holder makes the attempt', async () => {
    await due(1)
    const gate = gates()
    const turn = laneOf(api, webhook.id)
    await arrived(1)
    await leasedFor('delivery', 600)
    const [before] = await deliveryRows(api, webhook.id)
    gate.open(0)
    await turn
    expect(await deliveryRows(api, webhook.id)).toEqual([before])
    expect(await attempts()).toBe(0)
  })

  it('that was lost to someone who has made the attempt leaves that record as it is', async () => {
    await due(1)
    const gate = gates()
    receiver.answer(500)
    const slow = laneOf(api, webhook.id)
    await arrived(1)
    await leasedFor('delivery', -0.001)
    receiver.answer(200)
    const quick = laneOf(api, webhook.id)
    await arrived(2)
    gate.open(1)
    await quick
    const [succeeded] = await deliveryRows(api, webhook.id)
    expect(succeeded).toMatchObject({ state: 'succeeded', attempt: 1 })
    receiver.answer(500)
    gate.open(0)
    await slow
    expect(await deliveryRows(api, webhook.id)).toEqual([succeeded])
    expect(await attempts()).toBe(1)
  })
})

describe('Lanes of one webhook', () => {
  it('stop together when one of them is told 429: the other makes no further exchange', async () => {
    await due(4)
    const gate = gates()
    const pauses = createPauses(api.service.elapsed)
    // A new webhook has two lanes, and each claims two.
    const [first, second] = [
      laneOf(api, webhook.id, { pauses }),
      laneOf(api, webhook.id, { pauses }),
    ]
    await arrived(2)
    receiver.answer(429, '', { 'Retry-After': '600' })
    gate.open(0)
    await Promise.race([first, second])
    receiver.answer(200)
    gate.open(1)
    await Promise.all([first, second])
    expect(receiver.received).toHaveLength(2)
    const rows = await deliveryRows(api, webhook.id)
    expect(rows.map(({ state }) => state).toSorted()).toEqual([
      'pending',
      'pending',
      'pending',
      'succeeded',
    ])
    // What was claimed and not tried was given back.
    expect(rows.filter(({ leaseToken }) => leaseToken !== null)).toEqual([])
    expect(rows.filter(({ attempt }) => attempt === 2)).toHaveLength(1)
  })

  it('look again before seven days of failures end a webhook: another may just have succeeded', async () => {
    const failingSince = new Date(TEST_NOW - 8 * DAY)
    await api.db.webhookHealth.upsert({
      where: { webhookId: webhook.id },
      create: { webhookId: webhook.id, failingSince, warnedAt: failingSince },
      update: { failingSince, warnedAt: failingSince },
    })
    await due(1)
    const gate = gates()
    receiver.answer(500)
    const turn = laneOf(api, webhook.id)
    await arrived(1)
    // As the other lane writes it when its exchange succeeds.
    await api.db.webhookHealth.update({
      where: { webhookId: webhook.id },
      data: { failingSince: null, warnedAt: null, lastSuccessAt: new Date(TEST_NOW) },
    })
    gate.open(0)
    await turn
    const isActive = async () =>
      (await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })).active
    expect(await isActive()).toBe(true)

    // Without such news the same failure is the end.
    await api.db.webhookHealth.update({
      where: { webhookId: webhook.id },
      data: { failingSince, lastSuccessAt: null },
    })
    receiver.onRequest = async () => undefined
    await due(1)
    await laneOf(api, webhook.id)
    expect(await isActive()).toBe(false)
  })
})

describe('What follows an exchange waits for its turn', () => {
  it.each([
    ['only where it hung and failed', 500, 1100, 1],
    ['and not where it took long and went well', 200, 1100, 0],
    ['and not where it failed at once', 500, 0, 0],
  ])('%s', async (_, status, milliseconds, times) => {
    receiver.answer(status)
    const { sender } = api.service
    onTestFinished(() => void Object.assign(api.service, { sender }))
    const send: typeof sender.send = async (...request) => ({
      ...(await sender.send(...request)),
      durationMs: milliseconds,
    })
    Object.assign(api.service, { sender: { ...sender, send } })
    await due(1)
    const recorded: number[] = []
    await laneOf(api, webhook.id, {
      afterHanging: async () => void recorded.push(await attempts()),
    })
    expect(await attempts()).toBe(1)
    // It waits before it records.
    expect(recorded).toEqual(Array.from({ length: times }, () => 0))
  })
})
