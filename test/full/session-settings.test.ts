/** Processes behind a pooler that drops the start-up parameter `options`, on a database with defaults of its own. */
import { SESSION } from '@scheduling/database'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { spawnApiProcess, startApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { databaseName } from '../support/database.ts'
import { fact } from '../support/worker.ts'
import { spawnWorker } from '../support/worker-process.ts'

let api: TestApi
let proxy: DatabaseProxy

beforeAll(async () => {
  api = await startTestApi()
  await setZone()
  proxy = await openDatabaseProxy(api.databaseUrl)
})
afterAll(async () => {
  await proxy.close()
  await api.close()
})

async function setZone(): Promise<void> {
  const database = databaseName(api.databaseUrl)
  await api.connection.pool.query(`ALTER DATABASE ${database} SET TimeZone = 'America/Sao_Paulo'`)
}

/** On a machine that does other things as well. */
const START_MS = 50_000
vi.setConfig({ testTimeout: 3 * START_MS })

const REASON = /TimeZone is America\/Sao_Paulo and must be UTC/

describe('a pooler that drops `options`', () => {
  it('keeps an API and a worker from starting, with the reason', async () => {
    proxy.dropOptions(true)
    const process = await spawnApiProcess({ databaseUrl: proxy.url })
    expect(await process.exited).toBe(1)
    expect(process.lines).toHaveLength(1)
    expect(process.lines[0]).toMatch(REASON)
    const worker = spawnWorker(proxy.url)
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toMatch(REASON)
  })

  it('lets an API start where the role has the settings, and no worker, whose lanes need more', async () => {
    const database = databaseName(api.databaseUrl)
    for (const [name, value] of Object.entries(SESSION))
      await api.connection.pool.query(`ALTER DATABASE ${database} SET ${name} = '${value}'`)
    proxy.dropOptions(true)
    const process = await startApiProcess({ databaseUrl: proxy.url })
    expect((await fetch(`${process.url}/readyz`)).status).toBe(200)
    const worker = spawnWorker(proxy.url)
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toMatch(/enable_seqscan is on and must be off/)
    await api.connection.pool.query(`ALTER DATABASE ${database} RESET ALL`)
    await setZone()
  })

  it('that comes later: nothing is read or written through it, and /readyz says why', async () => {
    const { key, row } = await api.organization()
    proxy.dropOptions(false)
    const process = await startApiProcess({ databaseUrl: proxy.url })
    const create = (first_name: string) =>
      fetch(`${process.url}/v1/clients`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ first_name, email: `${first_name}@example.com` }),
      })
    expect((await create('before')).status).toBe(201)
    proxy.dropOptions(true)
    await proxy.away()
    await proxy.back()
    const refused = await create('meanwhile')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const readiness = async (): Promise<unknown> => {
      const response = await fetch(`${process.url}/readyz`)
      return [response.status, await response.json()]
    }
    await expect.poll(readiness, { timeout: START_MS }).toEqual([
      503,
      {
        status: 'not ready',
        database: 'ok',
        migrations: 'unknown',
        session: 'unfit',
        reason: expect.stringMatching(REASON),
      },
    ])
    proxy.dropOptions(false)
    await fact('it is ready', async () => (await fetch(`${process.url}/readyz`)).ok)
    expect((await create('after')).status).toBe(201)
    const clients = await api.db.client.findMany({ where: { organizationId: row.id } })
    expect(clients.map(({ firstName }) => firstName)).toEqual(['before', 'after'])
    // Written with the time that it was, whatever zone the database is set to.
    for (const { createdAt } of clients)
      expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(10 * 60_000)
  })
})
