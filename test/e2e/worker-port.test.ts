/** A worker's own port: `/healthz`, `/readyz` and `/metrics`, as the API has them. */
import { freePort } from '@scheduling/api'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { spawnWorker } from '../support/worker-process.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

async function listening(settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort('127.0.0.1', 0)
  const worker = spawnWorker(api.databaseUrl, undefined, { WORKER_PORT: String(port), ...settings })
  onTestFinished(() => worker.kill())
  worker.running.catch(() => undefined)
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  await fact('an answer', () =>
    ask('GET', '/healthz').then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { worker, ask }
}

describe('the port of a worker', () => {
  it('answers probes and scrapers, and nobody else; not ready once it stops', async () => {
    const { worker, ask } = await listening()
    await worker.running
    const statuses = async (method: string, path: string, headers = {}) =>
      (await ask(method, path, headers)).status
    expect(await statuses('GET', '/healthz')).toBe(200)
    expect(await (await ask('GET', '/readyz')).json()).toMatchObject({ status: 'ready' })
    expect(await statuses('HEAD', '/readyz')).toBe(200)
    const refused = await ask('POST', '/healthz')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    for (const path of ['/', '/v1/me', '/metrics/', '/Healthz', '/__proto__', '/constructor'])
      expect(await statuses('GET', path), path).toBe(404)
    expect(await statuses('GET', '/metrics', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
    const text = await (await ask('GET', '/metrics')).text()
    expect(text).toMatch(/^workers_alive 1$/m)
    expect(text).toMatch(/^event_partition_days_ahead [1-7]$/m)
    expect(text).toMatch(/^database_up 1$/m)
    expect(await worker.terminate()).toBe(0)
  })

  it('asks for the token where there is one', async () => {
    const { ask } = await listening({ METRICS_TOKEN: 'a token of metrics' })
    expect((await ask('GET', '/metrics')).status).toBe(404)
    const wrong = await ask('GET', '/metrics', { authorization: 'Bearer a token of metricz' })
    expect(wrong.status).toBe(404)
    const right = await ask('GET', '/metrics', { authorization: 'Bearer a token of metrics' })
    expect(right.status).toBe(200)
  })

  it('lives and is not ready while the database is away', async () => {
    const gone = new URL(api.databaseUrl)
    gone.port = String(await freePort('127.0.0.1', 0))
    const port = await freePort('127.0.0.1', 0)
    const worker = spawnWorker(gone.href, undefined, { WORKER_PORT: String(port) })
    onTestFinished(() => worker.kill())
    worker.running.catch(() => undefined)
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    await fact('an answer', () =>
      ask('/healthz').then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    expect((await ask('/readyz')).status).toBe(503)
    expect(await (await ask('/metrics')).text()).toMatch(/^database_up 0$/m)
  })

  it('that is taken is told by its name, and the worker ends', async () => {
    const { port } = new URL(api.url)
    const worker = spawnWorker(api.databaseUrl, undefined, { WORKER_PORT: port })
    worker.running.catch(() => undefined)
    worker.stopping.catch(() => undefined)
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toContain(`WORKER_PORT ${port} on HOST 127.0.0.1: EADDRINUSE`)
  })
})
