import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { databaseName, onServer, urlOf } from '../support/database.ts'
import { openReceiver } from '../support/receiver.ts'
import { triesAll } from '../support/sample.ts'
import { clientWebhook, openEndpoint } from '../support/webhooks.ts'
import {
  arrived,
  PATIENCE_MS,
  register,
  requireEachOnce,
  stretchLeases,
} from '../support/each-once.ts'
import { deliveriesOf, fact, workerBeside, registerClient } from '../support/worker.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  // Worker processes go by the true time.
  api.setClock(Date.now)
})
afterAll(() => api.close())

/** Killed when the test is over, however it ends. */
function startWorkerProcess(): WorkerProcess {
  const worker = spawnWorker(api.databaseUrl)
  onTestFinished(() => worker.kill())
  return worker
}

/** Jobs of every runner are done: another runner does those of the timetable than does deliveries. */
async function requireTimetable(): Promise<void> {
  const { rows } = await api.connection.pool.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('sweep')`,
  )
  const left = 'SELECT FROM graphile_worker.jobs WHERE id = $1'
  await fact(
    'a sweep',
    async () => (await api.connection.pool.query(left, [rows[0]?.id])).rowCount === 0,
    PATIENCE_MS,
  )
}

/** As a server that restarts: every connection breaks, and for a while there is no new one. */
async function breakConnections(name: string, downMs: number): Promise<void> {
  const database = databaseName(api.databaseUrl)
  const isWorker = `datname = '${database}' AND application_name = '${name}'`
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isWorker}`
  await onServer(urlOf(api.databaseUrl, 'postgres'), async (client) => {
    const until = performance.now() + downMs
    for (;;) {
      await client.query(end)
      if (performance.now() >= until) return
      await client.query('SELECT pg_sleep(0.015)')
    }
  })
}

describe('A worker that is killed', () => {
  it('loses no event and records no attempt twice; the next one takes over at once', async () => {
    const EVENTS = triesAll ? 300 : 60
    const KILLS = triesAll ? 3 : 1
    const owner = await api.organization()
    const receiver = await openReceiver({ failEvery: 25, delayMs: 5 })
    const webhook = await clientWebhook(api, owner, receiver)
    let worker = startWorkerProcess()
    await worker.running
    const writing = (async () => {
      for (let count = 0; count < EVENTS; count += 10)
        await Promise.all(Array.from({ length: 10 }, () => registerClient(api, owner)))
    })()
    for (let kills = 0; kills < KILLS; kills += 1) {
      // Any moment will do, as long as it is not always the same.
      await arrived(receiver, 5 + 60 * kills + Math.floor(Math.random() * 20))
      await worker.kill()
      await stretchLeases(api)
      worker = startWorkerProcess()
      await worker.running
    }
    await writing
    // What the dead had leased too, which would not run out today.
    await arrived(receiver, EVENTS)
    // What failed waits for its minute; everything else is recorded, and no lease is held by the dead.
    await fact(
      'all records',
      async () => {
        const pending = await api.db.delivery.findMany({
          where: { webhookId: webhook.id, state: 'pending' },
        })
        return pending.every((row) => row.attempt === 2)
      },
      PATIENCE_MS,
    )
    expect(await worker.terminate()).toBe(0)
    const rows = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
    const numbered = rows.map((row) => `${row.eventId} ${row.attempt}`)
    expect(new Set(numbered).size).toBe(numbered.length)
    expect(new Set(rows.map((row) => row.eventId)).size).toBe(EVENTS)
    const deliveries = await api.db.delivery.findMany({ where: { webhookId: webhook.id } })
    expect(deliveries.every((row) => row.leaseToken === null)).toBe(true)
    const made = (eventId: string) => rows.filter((row) => row.eventId === eventId).length
    for (const row of deliveries)
      expect(made(row.eventId)).toBe(row.state === 'pending' ? row.attempt - 1 : row.attempt)
    for (const row of rows) expect(receiver.attempts.has(row.id)).toBe(true)
    await receiver.close()
  }, 400_000)
})

describe('A worker whose connections break', () => {
  it('goes on by itself once it has new ones, and loses nothing', async () => {
    const EVENTS = triesAll ? 200 : 60
    const owner = await api.organization()
    const receiver = await openReceiver({ delayMs: 5 })
    const webhook = await clientWebhook(api, owner, receiver)
    const worker = spawnWorker(api.databaseUrl)
    await worker.running
    const writing = register(api, owner, EVENTS)
    for (const downMs of triesAll ? [0, 500, 3000] : [0]) {
      const before = receiver.arrivals.size
      await arrived(receiver, Math.min(EVENTS, before + 20))
      await breakConnections('scheduling worker', downMs)
    }
    await writing
    await arrived(receiver, EVENTS)
    // What was sent while nothing could be written is taken over when its lease runs out, at the latest.
    await fact(
      'all records',
      async () =>
        (await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } })) === 0,
      PATIENCE_MS,
    )
    await requireEachOnce(api, webhook, receiver, EVENTS)
    // And it is whole again: every runner works, not only those that were spared.
    await registerClient(api, owner)
    await arrived(receiver, EVENTS + 1)
    await requireTimetable()
    expect(await worker.terminate()).toBe(0)
    await receiver.close()
  }, 400_000)
})

describe('A worker that is asked to stop', () => {
  it('ends its exchanges and records them, and begins none', async () => {
    const owner = await api.organization()
    const endpoint = await openEndpoint()
    const answers: (() => void)[] = []
    endpoint.onRequest = () => new Promise((resolve) => answers.push(resolve))
    const webhook = await clientWebhook(api, owner, endpoint)
    const worker = startWorkerProcess()
    await worker.running
    for (let count = 0; count < 5; count += 1) await registerClient(api, owner)
    await fact('all deliveries', async () => {
      const count = await api.db.delivery.count({ where: { webhookId: webhook.id } })
      // One in each of the two lanes that a new webhook has open.
      return count === 5 && endpoint.received.length === 2
    })
    const ended = worker.terminate()
    await worker.stopping
    const begun = 2
    for (const answer of answers) answer()
    expect(await ended).toBe(0)
    expect(endpoint.received).toHaveLength(begun)
    const rows = await deliveriesOf(api, owner, webhook)
    expect(rows.filter((row) => row.status === 'SUCCEEDED')).toHaveLength(begun)
    expect(rows.filter((row) => row.status === 'PENDING')).toHaveLength(5 - begun)
    const deliveries = await api.db.delivery.findMany({ where: { webhookId: webhook.id } })
    expect(deliveries.every((row) => row.leaseToken === null && row.attempt === 1)).toBe(true)
    const lanes = await api.db.webhookLane.findMany({ where: { webhookId: webhook.id } })
    expect(lanes.every((lane) => lane.leaseToken === null)).toBe(true)

    // No one has to wait for the sweeper: who comes next begins at once.
    endpoint.onRequest = async () => undefined
    const next = await workerBeside(api)
    await fact('the rest', () => endpoint.received.length === 5)
    await next.stop()
    await endpoint.close()
  })

  it('gives back an exchange that it had to cut off, uncounted and under the same id', async () => {
    const owner = await api.organization()
    const endpoint = await openEndpoint()
    endpoint.onRequest = () => new Promise(() => undefined)
    const webhook = await clientWebhook(api, owner, endpoint)
    // An exchange takes ten seconds at the most; this one may take longer than the worker waits. Others, such as
    // second attempts for the tests before, end as they do.
    const { sender } = api.service
    const patient: typeof sender = {
      ...sender,
      send: (request, options = {}) =>
        new Promise((resolve) => {
          void sender.send(request, options).then((result) => {
            if (result.errorCode === 'aborted' || request.url !== endpoint.url) resolve(result)
          })
        }),
    }
    Object.assign(api.service, { sender: patient })
    const worker = await workerBeside(api, { endWithinMs: 300 })
    await registerClient(api, owner)
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
