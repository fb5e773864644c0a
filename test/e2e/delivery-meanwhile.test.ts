import type { RunningWorker } from '@scheduling/worker'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  byHand,
  clientWebhook,
  endpointsPerTest,
  readWebhook,
  type Endpoint,
} from '../support/webhooks.ts'
import {
  atRest,
  deliveriesOf,
  fact,
  registerClient,
  stopTimetable,
  sweepNow,
  workerBeside,
} from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
  worker = await workerBeside(api)
})
afterEach(() => api.setNow(TEST_NOW))
afterAll(async () => {
  await worker.stop()
  await api.close()
})

type Held = {
  readonly owner: TestOrganization
  readonly receiver: Endpoint
  readonly webhook: any
  /** Deliveries that its lanes have taken to send. */
  readonly claimed: number
  /** Lets the endpoint answer, to this and every later request. */
  release(): void
  change(body: object): Promise<void>
}

/** An endpoint that was sent its first events and has not answered yet. */
async function exchangeUnderWay(events: number): Promise<Held> {
  const owner = await api.organization()
  const receiver = await endpoint()
  const gate = Promise.withResolvers<void>()
  receiver.onRequest = () => gate.promise
  const webhook = await clientWebhook(api, owner, receiver)
  for (let count = 0; count < events; count += 1) await registerClient(api, owner)
  // A new webhook has two lanes.
  await fact('an exchange of each lane', () => receiver.received.length === Math.min(events, 2))
  await fact('the deliveries', async () => (await rowsOf(webhook)).length === events)
  const claimed = (await rowsOf(webhook)).filter(({ leaseToken }) => leaseToken !== null).length
  return {
    claimed,
    owner,
    receiver,
    webhook,
    release: () => gate.resolve(),
    async change(body) {
      const reply = await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key: owner.key, body })
      if (reply.status !== 200) throw new Error(reply.text)
    },
  }
}

const rowsOf = (webhook: { id: string }) =>
  api.db.delivery.findMany({ where: { webhookId: webhook.id } })

async function failedOnce(webhook: { id: string }): Promise<void> {
  await fact('a failure on record', async () => (await rowsOf(webhook))[0]?.attempt === 2)
}

async function whenRetryIsDue(): Promise<void> {
  api.setNow(TEST_NOW + 2 * MINUTE)
  await sweepNow(api)
}

describe('While an exchange is under way, a webhook', () => {
  it('is deleted: the exchange ends and leaves nothing behind, nothing else is sent', async () => {
    const { owner, receiver, webhook, claimed, release } = await exchangeUnderWay(5)
    const gone = await api.call('DELETE', `/v1/webhooks/${webhook.id}`, { key: owner.key })
    expect(gone.status).toBe(204)
    const failures = api.logged.filter(({ level }) => level === 'error').length
    release()
    await atRest(api, webhook)
    // Another webhook is served by the same process as before.
    const other = await endpoint()
    await clientWebhook(api, owner, other)
    await registerClient(api, owner)
    await fact('the event', () => other.received[0])
    expect(receiver.received.length).toBeLessThanOrEqual(claimed)
    expect((await rowsOf(webhook)).filter(({ state }) => state === 'pending')).toEqual([])
    expect(api.logged.filter(({ level }) => level === 'error')).toHaveLength(failures)
  })

  it('is switched off: what was sent is recorded, what waits is discarded', async () => {
    const { owner, receiver, webhook, claimed, release, change } = await exchangeUnderWay(6)
    await change({ active: false })
    release()
    await fact('an end of each', async () => {
      const rows = await rowsOf(webhook)
      return rows.every(({ state }) => state !== 'pending')
    })
    await atRest(api, webhook)
    const rows = await deliveriesOf(api, owner, webhook)
    const count = (status: string) => rows.filter((row) => row.status === status).length
    expect(rows).toHaveLength(6)
    expect(count('SUCCEEDED')).toBe(receiver.received.length)
    expect(count('DISCARDED')).toBe(6 - receiver.received.length)
    expect(receiver.received.length).toBeLessThanOrEqual(claimed)
  })

  it('is switched off by the answer, and on again by its owner: what came since is sent at once', async () => {
    const { owner, receiver, webhook, release, change } = await exchangeUnderWay(1)
    await stopTimetable(api)
    // The turn can't leave its lane, and no other turn can enter one.
    const holder = await api.connection.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM webhook_lane WHERE webhook_id = $1 FOR UPDATE', [webhook.id])
    receiver.answer(410)
    release()
    await fact('the end', async () => !(await readWebhook(api, owner, webhook.id)).active)
    receiver.answer(200)
    await change({ active: true })
    await registerClient(api, owner)
    await fact('the delivery', async () => (await rowsOf(webhook)).length === 2)
    await holder.query('ROLLBACK')
    holder.release()
    await fact('the event', () => receiver.received.length === 2)
  })

  it('gets another address, and the retry goes there, with the same bytes', async () => {
    const { receiver, webhook, release, change } = await exchangeUnderWay(1)
    const moved = await endpoint()
    await change({ url: moved.url })
    receiver.answer(500)
    release()
    await failedOnce(webhook)
    await whenRetryIsDue()
    const retry = await fact('the retry', () => moved.received[0])
    expect(retry.body).toBe(receiver.received[0]?.body)
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    [
      'is rotated: the retry is signed with both secrets',
      {},
      /^t=\d+,v1=[0-9a-f]{64},v0=[0-9a-f]{64}$/,
    ],
    [
      'is rotated and its old secret revoked: the retry is signed with the new one alone',
      { revoke_previous: true },
      /^t=\d+,v1=[0-9a-f]{64}$/,
    ],
  ])('%s', async (_, body, signature) => {
    const { owner, receiver, webhook, release } = await exchangeUnderWay(1)
    const path = `/v1/webhooks/${webhook.id}/rotate-secret`
    const rotated = await api.call('POST', path, { key: owner.key, body })
    expect(rotated.status).toBe(200)
    receiver.answer(500)
    release()
    await failedOnce(webhook)
    await whenRetryIsDue()
    const retry = await fact('the retry', () => receiver.received[1])
    const header = String(retry.headers['x-service-signature'])
    expect(header).toMatch(signature)
    const [, v1] = /v1=([0-9a-f]+)/.exec(header) ?? []
    expect(v1).toBe(byHand(retry, rotated.body.secret))
    expect(receiver.received[0]?.headers['x-service-event-id']).toBe(
      retry.headers['x-service-event-id'],
    )
  })
})

describe('A clock that jumps', () => {
  it('forward by days and back again: nothing is lost, sent twice or held up', async () => {
    const owner = await api.organization()
    const receiver = await endpoint()
    const webhook = await clientWebhook(api, owner, receiver)
    const jumps = [0, 3 * DAY, 0, -2 * HOUR, 5 * MINUTE, -30 * DAY, 0]
    for (const [place, jump] of jumps.entries()) {
      api.setNow(TEST_NOW + jump)
      await registerClient(api, owner)
      await fact(`the event at ${jump}`, () => receiver.received.length === place + 1, 5000)
    }
    await atRest(api, webhook)
    const rows = await deliveriesOf(api, owner, webhook)
    expect(rows.map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(
      jumps.map(() => 'SUCCEEDED 1'),
    )
    expect(
      new Set(receiver.received.map(({ headers }) => headers['x-service-event-id'])).size,
    ).toBe(jumps.length)
  })

  it('while a retry waits: it comes by the time that was promised, once', async () => {
    const owner = await api.organization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    await failedOnce(webhook)
    receiver.answer(200)
    api.setNow(TEST_NOW - DAY)
    await sweepNow(api)
    await registerClient(api, owner)
    await fact('what came since', () => receiver.received.length === 2)
    await atRest(api, webhook)
    expect((await rowsOf(webhook)).filter(({ state }) => state === 'pending')).toHaveLength(1)
    await whenRetryIsDue()
    await fact('the retry', () => receiver.received.length === 3)
    await atRest(api, webhook)
    await sweepNow(api)
    expect((await rowsOf(webhook)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    expect(receiver.received).toHaveLength(3)
  })
})

describe('Someone who holds a lock for long', () => {
  it('on the health, the lanes, the row or the deliveries of one webhook holds up no other', async () => {
    const owner = await api.organization()
    const [stuck, free] = [await endpoint(), await endpoint()]
    const webhook = await clientWebhook(api, owner, stuck)
    await clientWebhook(api, owner, free)
    await registerClient(api, owner)
    await fact('both', () => stuck.received.length === 1 && free.received.length === 1)
    await atRest(api, webhook)
    const holder: PoolClient = await api.connection.pool.connect()
    try {
      for (const [round, tables] of [
        ['webhook_health'],
        ['webhook_lane'],
        ['webhook', 'webhook_health', 'webhook_lane'],
        ['delivery'],
      ].entries()) {
        // The lock comes while an exchange is under way: its lane can neither be told of nor be left.
        const gate = Promise.withResolvers<void>()
        stuck.onRequest = () => gate.promise
        await registerClient(api, owner)
        await fact('an exchange', () => stuck.received.length > 1 + 6 * round)
        await holder.query('BEGIN')
        for (const table of tables) {
          const id = table === 'webhook' ? 'id' : 'webhook_id'
          await holder.query(`SELECT FROM ${table} WHERE ${id} = $1 FOR UPDATE`, [webhook.id])
        }
        gate.resolve()
        for (let count = 0; count < 5; count += 1) await registerClient(api, owner)
        await fact('all of the other', () => free.received.length === 7 + 6 * round, 5000)
        await holder.query('COMMIT')
        await sweepNow(api)
        await fact('all of its own', () => stuck.received.length === 7 + 6 * round)
        await atRest(api, webhook)
      }
    } finally {
      holder.release()
    }
  })

  it('on the health of a webhook loses nothing of what its lane saw meanwhile', async () => {
    const { receiver, webhook, release } = await exchangeUnderWay(1)
    receiver.answer(500)
    const health = { where: { webhookId: webhook.id } }
    expect(await api.db.webhookHealth.findUnique(health)).toMatchObject({ failingSince: null })
    const holder: PoolClient = await api.connection.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM webhook_health WHERE webhook_id = $1 FOR UPDATE', [
        webhook.id,
      ])
      release()
      await failedOnce(webhook)
      await holder.query('COMMIT')
    } finally {
      holder.release()
    }
    await atRest(api, webhook)
    expect(await api.db.webhookHealth.findUnique(health)).toMatchObject({
      failingSince: new Date(TEST_NOW),
      consecutiveFailures: 1,
    })
  })
})
