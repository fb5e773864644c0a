/** Processes that start before their database, on a database that lacks migrations, or lose it for a while. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { spawnApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { onServer, urlOf } from '../support/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { openReceiver } from '../support/receiver.ts'
import { clientWebhook } from '../support/webhooks.ts'
import { fact, registerClient } from '../support/worker.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

let api: TestApi
let proxy: DatabaseProxy
/** A database without a table. */
let empty = ''

beforeAll(async () => {
  api = await startTestApi()
  // Worker processes go by the true time.
  api.setClock(Date.now)
  proxy = await openDatabaseProxy(api.databaseUrl)
  const server = inject('testServer')
  const name = `test_${server.run}_empty`
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  empty = urlOf(server.url, name)
})
afterAll(async () => {
  await proxy.close()
  await api.close()
})

/** On a machine that does other things as well. */
const START_MS = 50_000
vi.setConfig({ testTimeout: 3 * START_MS })

const status = async (url: string): Promise<number> => (await fetch(url)).status
const isServing = (url: string) => async (): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
const count = (lines: string, words: string): number => lines.split(words).length - 1

describe('the API', () => {
  it('starts before its database, answers 503 until it is there, and then works', async () => {
    await proxy.away()
    const process = await spawnApiProcess({ databaseUrl: proxy.url })
    await fact('the API listens', isServing(process.url), START_MS)
    expect(await status(`${process.url}/readyz`)).toBe(503)
    const { key } = await api.organization()
    const me = () => fetch(`${process.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    const refused = await me()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    await proxy.back()
    await fact(
      'the API is ready',
      async () => (await status(`${process.url}/readyz`)) === 200,
      START_MS,
    )
    expect((await me()).status).toBe(200)
    await fact('it has said so', () =>
      process.lines.join('\n').includes('the database is available'),
    )
    expect(count(process.lines.join('\n'), 'waiting for the database')).toBe(1)
    process.kill('SIGTERM')
    expect(await process.exited).toBe(0)
  })

  it('refuses to start on a database that lacks migrations, with the command to run', async () => {
    const process = await spawnApiProcess({ databaseUrl: empty })
    expect(await process.exited).toBe(1)
    expect(process.lines.join('\n')).toMatch(
      /^The database lacks \d+ migrations of this version, \d+_\w+ first\. Run: pnpm migrate$/,
    )
  })

  it('ends when the database that it waited for lacks migrations', async () => {
    const late = await openDatabaseProxy(empty)
    await late.away()
    const process = await spawnApiProcess({ databaseUrl: late.url })
    await fact('the API listens', isServing(process.url), START_MS)
    await late.back()
    expect(await process.exited).toBe(1)
    expect(process.lines.at(-1)).toContain('Run: pnpm migrate')
    await late.close()
  })

  it('refuses to start with credentials that the database does not take', async () => {
    const wrong = new URL(api.databaseUrl)
    wrong.pathname = '/no_such_database'
    const process = await spawnApiProcess({ databaseUrl: wrong.href })
    expect(await process.exited).toBe(1)
    expect(process.lines).toEqual([
      'The database refused the connection: database "no_such_database" does not exist',
    ])
  })

  it('stops while it waits', async () => {
    await proxy.away()
    const process = await spawnApiProcess({ databaseUrl: proxy.url })
    await fact('the API listens', isServing(process.url), START_MS)
    process.kill('SIGTERM')
    expect(await process.exited).toBe(0)
    await proxy.back()
  })
})

describe('a worker', () => {
  const waits = (worker: WorkerProcess) => () =>
    worker.output().includes('waiting for the database')

  it('starts before its database, and then does what was left for it', async () => {
    const owner = await api.organization()
    const receiver = await openReceiver()
    await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    await proxy.away()
    const worker = spawnWorker(proxy.url)
    await fact('it waits', waits(worker), START_MS)
    await proxy.back()
    await worker.running
    await fact('the delivery', () => receiver.arrivals.size === 1, START_MS)
    expect(count(worker.output(), 'waiting for the database')).toBe(1)
    expect(await worker.terminate()).toBe(0)
    await receiver.close()
  })

  it('refuses to start on a database that lacks migrations, with the command to run', async () => {
    const worker = spawnWorker(empty)
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toMatch(/^The database lacks .+ Run: pnpm migrate\n$/)
  })

  it('stops while it waits', async () => {
    await proxy.away()
    const worker = spawnWorker(proxy.url)
    await fact('it waits', waits(worker), START_MS)
    expect(await worker.terminate()).toBe(0)
    await proxy.back()
  })

  it('tells of an outage twice, when it begins and when it ends, and goes on', async () => {
    const owner = await api.organization()
    const receiver = await openReceiver()
    await clientWebhook(api, owner, receiver)
    const worker = spawnWorker(proxy.url)
    await worker.running
    await registerClient(api, owner)
    await fact('the first delivery', () => receiver.arrivals.size === 1, START_MS)
    proxy.refuse('57P03')
    await proxy.away()
    await proxy.back()
    await fact('it notices', () => worker.output().includes('the database is unavailable'))
    await registerClient(api, owner)
    // Its timers, heartbeats and runners fail again and again.
    await fact('it has tried often', () => proxy.refusals > 30, START_MS)
    proxy.refuse(null)
    await fact(
      'it is over',
      () => worker.output().includes('the database is available again'),
      START_MS,
    )
    await registerClient(api, owner)
    await fact('the other deliveries', () => receiver.arrivals.size === 3, START_MS)
    expect([...receiver.attempts.values()]).toEqual([1, 1, 1])
    const told = worker
      .output()
      .split('\n')
      .filter((line) => /"level":"(?:warn|error)"/.test(line))
      .map((line): string => JSON.parse(line).msg)
    expect(told.filter((message) => message === 'the database is unavailable')).toHaveLength(1)
    expect(told.length, told.join('\n')).toBeLessThan(12)
    expect(await worker.terminate()).toBe(0)
    await receiver.close()
  })
})
