import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { createdWebhook, openEndpoint } from '../support/webhooks.ts'
import { deliveriesOf, fact, workerBeside } from '../support/worker.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  // Worker processes go by the true time.
  Object.assign(api.service, { now: Date.now })
})
afterAll(() => api.close())

let people = 0
async function registerClient(owner: TestOrganization): Promise<void> {
  people += 1
  const reply = await api.call('POST', '/v1/clients', {
    key: owner.key,
    body: { first_name: 'Ana', last_name: 'Lima', email: `ana${people}@example.com` },
  })
  if (reply.status !== 201) throw new Error(reply.text)
}

async function arrived(receiver: Receiver, count: number, withinMs: number): Promise<void> {
  await fact(`${count} events`, () => receiver.arrivals.size >= count, withinMs)
}

describe('A worker that is killed', () => {
  it('loses no event and records no attempt twice; the next one takes over at once', async () => {
    const EVENTS = 300
    const owner = await api.organization()
    const receiver = await openReceiver({ failEvery: 25, delayMs: 5 })
    const webhook = await createdWebhook(api, owner, {
      url: receiver.url,
      events: ['client.created'],
    })
    let worker: WorkerProcess = spawnWorker(api.databaseUrl)
    await worker.running
    const writing = (async () => {
      for (let count = 0; count < EVENTS; count += 10)
        await Promise.all(Array.from({ length: 10 }, () => registerClient(owner)))
    })()
    for (let kills = 0; kills < 3; kills += 1) {
      await arrived(receiver, 20 + 60 * kills, 60_000)
      await pause(Math.random() * 100)
      await worker.kill()
      worker = spawnWorker(api.databaseUrl)
      await worker.running
    }
    const lastStart = performance.now()
    await writing
    await arrived(receiver, EVENTS, 110_000)
    // Sooner than leases run out by themselves.
    expect(performance.now() - lastStart).toBeLessThan(25_000)
    // What failed waits for its minute; everything else is recorded, and no lease is held by the dead.
    await fact(
      'all records',
      async () => {
        const pending = await api.db.delivery.findMany({
          where: { webhookId: webhook.id, state: 'pending' },
        })
        return pending.every((row) => row.attempt === 2)
      },
      60_000,
    )
    expect(await worker.terminate()).toBe(0)
    const rows = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
    const numbered = rows.map((row) => `${row.eventId} ${row.attempt}`)
    expect(new Set(numbered).size).toBe(numbered.length)
    expect(new Set(rows.map((row) => row.eventId)).size).toBe(EVENTS)
    const ledger = await api.db.delivery.findMany({ where: { webhookId: webhook.id } })
    expect(ledger.every((row) => row.leaseToken === null)).toBe(true)
    const made = (eventId: string) => rows.filter((row) => row.eventId === eventId).length
    for (const row of ledger)
      expect(made(row.eventId)).toBe(row.state === 'pending' ? row.attempt - 1 : row.attempt)
    for (const row of rows) expect(receiver.attempts.has(row.id)).toBe(true)
    await receiver.close()
  }, 180_000)
})

describe('A worker that is asked to stop', () => {
  it('ends its exchanges and records them, and begins none', async () => {
    const owner = await api.organization()
    const endpoint = await openEndpoint()
    const answers: (() => void)[] = []
    endpoint.onRequest = () => new Promise((resolve) => answers.push(resolve))
    const webhook = await createdWebhook(api, owner, {
      url: endpoint.url,
      events: ['client.created'],
    })
    const worker = spawnWorker(api.databaseUrl)
    await worker.running
    for (let count = 0; count < 5; count += 1) await registerClient(owner)
    await fact('all on the ledger', async () => {
      const count = await api.db.delivery.count({ where: { webhookId: webhook.id } })
      return count === 5 && endpoint.received.length > 0
    })
    const ended = worker.terminate()
    await pause(200)
    const begun = endpoint.received.length
    for (const answer of answers) answer()
    expect(await ended).toBe(0)
    expect(endpoint.received).toHaveLength(begun)
    const rows = await deliveriesOf(api, owner, webhook)
    expect(rows.filter((row) => row.status === 'SUCCEEDED')).toHaveLength(begun)
    expect(rows.filter((row) => row.status === 'PENDING')).toHaveLength(5 - begun)
    const ledger = await api.db.delivery.findMany({ where: { webhookId: webhook.id } })
    expect(ledger.every((row) => row.leaseToken === null && row.attempt === 1)).toBe(true)
    const lanes = await api.db.webhookLane.findMany({ where: { webhookId: webhook.id } })
    expect(lanes.every((lane) => lane.leaseToken === null)).toBe(true)

    // Nobody has to wait for the sweeper: who comes next begins at once.
    endpoint.onRequest = async () => undefined
    const next = await workerBeside(api)
    await fact('the rest', () => endpoint.received.length === 5, 3000)
    await next.stop()
    await endpoint.close()
  })

  it('gives back an exchange that it had to cut off, uncounted and under the same id', async () => {
    const owner = await api.organization()
    const endpoint = await openEndpoint()
    endpoint.onRequest = () => new Promise(() => undefined)
    const webhook = await createdWebhook(api, owner, {
      url: endpoint.url,
      events: ['client.created'],
    })
    // An exchange takes ten seconds at the most; this one may take longer than the worker waits.
    const { sender } = api.service
    const patient: typeof sender = {
      ...sender,
      send: (request, options = {}) =>
        new Promise((resolve) => {
          void sender.send(request, options).then((result) => {
            if (result.errorCode === 'aborted') resolve(result)
          })
        }),
    }
    Object.assign(api.service, { sender: patient })
    const worker = await workerBeside(api, { endWithinMs: 300 })
    await registerClient(owner)
    await fact('the exchange', () => endpoint.received[0])
    await worker.stop()
    const [row] = await api.db.delivery.findMany({ where: { webhookId: webhook.id } })
    expect(row).toMatchObject({
      state: 'pending',
      attempt: 1,
      leaseToken: null,
      attemptId: endpoint.received[0]?.headers['x-service-delivery-id'],
    })
    expect(await api.db.deliveryAttempt.count({ where: { webhookId: webhook.id } })).toBe(0)
    await endpoint.close()
  })
})
