/** A worker's own port: `/healthz`, `/readyz` and `/metrics`, as the API has them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createMetrics } from '@scheduling/api'
import { dropExpired } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { spawnWorker } from '../support/worker-process.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

async function listening(settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
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

/** The SQL that the page for operators has under an alert. */
function statementOf(alert: string): string {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const part = page.split('\n### ').find((one) => one.toLowerCase().startsWith(alert)) ?? ''
  return /```sql\n([^`]+)```/.exec(part)?.[1] ?? ''
}

describe('the port of a worker', () => {
  it('answers probes and scrapers, and no one else; not ready once it stops', async () => {
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

  it('shows a fan-out that fails as old as its event, which the cleaning of the night leaves alone', async () => {
    const { pool } = api.connection
    const add = (task: string, attempts: number) =>
      pool
        .query(
          `WITH job AS (SELECT * FROM graphile_worker.add_job($1, '{"event_ids":[]}', run_at => now() + interval '6 hours'))
         SELECT id FROM job`,
          [task],
        )
        .then(({ rows: [row] }) =>
          pool.query(
            `UPDATE graphile_worker._private_jobs SET attempts = $2, created_at = now() - interval '3 days',
             updated_at = now() - interval '3 days' WHERE id = $1`,
            [row.id, attempts],
          ),
        )
    // What the worker before has left to do.
    await pool.query('DELETE FROM graphile_worker._private_jobs')
    await add('fan_out', 7)
    await add('fan_out', 25)
    await add('remind', 25)
    const connection = connect(api.databaseUrl)
    onTestFinished(() => connection.close())
    await dropExpired(api.service, pool)
    const text = await createMetrics(connection).registry.metrics()
    expect(text).toMatch(/^oldest_fan_out_job_seconds 2592\d\d/m)
    expect(text).toMatch(/^queue_depth\{queue="fan_out"\} 2$/m)
    expect(text).toMatch(/^queue_depth\{queue="jobs"\} 0$/m)
    const { rows: kept } = await pool.query(
      'SELECT task_identifier AS task FROM graphile_worker.jobs',
    )
    expect(kept).toEqual([{ task: 'fan_out' }, { task: 'fan_out' }])
    // As operations.md says.
    const worker = spawnWorker(api.databaseUrl)
    onTestFinished(() => worker.kill())
    await worker.running
    await pool.query(statementOf('fanoutbacklog'))
    await fact('the end of both', async () => {
      const { rows } = await pool.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'fan_out'`,
      )
      return rows.length === 0
    })
    await worker.terminate()
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
    gone.port = String(await freePort())
    const port = await freePort()
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

  it('is not ready when no other worker hears of it, though the database answers', async () => {
    const proxy = await openDatabaseProxy(api.databaseUrl)
    onTestFinished(() => proxy.close())
    const { worker, ask } = await listening({ DATABASE_URL: proxy.url })
    await worker.running
    expect((await ask('GET', '/readyz')).status).toBe(200)
    proxy.cutAt({ at: /INSERT INTO worker_process/, when: 'unsent' })
    await fact(
      'that it does not work',
      async () => (await ask('GET', '/readyz')).status === 503,
      40_000,
    )
    expect(await (await ask('GET', '/readyz')).json()).toMatchObject({
      status: 'not working',
      database: 'ok',
    })
    proxy.cutAt(null)
    await fact('that it works', async () => (await ask('GET', '/readyz')).ok, 10_000)
    await worker.terminate()
  }, 60_000)

  it('begins again, with the same metrics, when the database goes away as it starts', async () => {
    const proxy = await openDatabaseProxy(api.databaseUrl)
    onTestFinished(() => proxy.close())
    proxy.cutAt({ at: /INSERT INTO worker_process/, when: 'unsent', most: 1 })
    const { worker, ask } = await listening({ DATABASE_URL: proxy.url })
    await worker.running
    expect(proxy.cuts).toBe(1)
    await fact('a beat that is shown', async () =>
      /^worker_heartbeat_timestamp_seconds [1-9]/m.test(
        await (await ask('GET', '/metrics')).text(),
      ),
    )
    expect(await worker.terminate()).toBe(0)
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
