/** Workers that share a database, and that are asked to stop under load. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { arrived, register, requireEachOnce, stretchLeases } from '../support/each-once.ts'
import { openReceiver } from '../support/receiver.ts'
import { clientWebhook } from '../support/webhooks.ts'
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

describe('Two workers on one database', () => {
  it('share the work; no attempt is made twice, nor when one of them leaves', async () => {
    const EVENTS = 300
    const owner = await api.organization()
    const receiver = await openReceiver({ delayMs: 3 })
    const webhook = await clientWebhook(api, owner, receiver)
    const [leaving, staying] = [startWorkerProcess(), startWorkerProcess()]
    await Promise.all([leaving.running, staying.running])
    const writing = register(api, owner, EVENTS)
    await arrived(receiver, EVENTS / 3)
    expect(await leaving.terminate()).toBe(0)
    await writing
    await arrived(receiver, EVENTS)
    await requireEachOnce(api, webhook, receiver, EVENTS)
    expect([...receiver.attempts.values()].every((times) => times === 1)).toBe(true)
    expect(await staying.terminate()).toBe(0)
    await receiver.close()
  }, 300_000)
})

it('A worker that is asked to stop under load leaves nothing locked: who comes next goes on at once', async () => {
  const EVENTS = 300
  const owner = await api.organization()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  // It is busy when it is asked, and can't have done all before it hears.
  const hold = (request: number) => (request > 20 && request < EVENTS ? released : null)
  const receiver = await openReceiver({ delayMs: 3, hold })
  const webhook = await clientWebhook(api, owner, receiver)
  await register(api, owner, EVENTS)
  const worker = startWorkerProcess()
  await worker.running
  await arrived(receiver, 21)
  const ended = worker.terminate()
  await worker.stopping
  release()
  expect(await ended).toBe(0)
  expect(receiver.arrivals.size).toBeLessThan(EVENTS)
  const locked = await api.connection.pool.query(
    'SELECT task_identifier FROM graphile_worker.jobs WHERE locked_at IS NOT NULL',
  )
  expect(locked.rows).toEqual([])
  await stretchLeases(api)
  const next = startWorkerProcess()
  await next.running
  await arrived(receiver, EVENTS)
  await requireEachOnce(api, webhook, receiver, EVENTS)
  expect([...receiver.attempts.values()].every((times) => times === 1)).toBe(true)
  expect(await next.terminate()).toBe(0)
  await receiver.close()
}, 300_000)
