/** Connections that are taken and never answered, and those that only take long. */
import { connect, isUnavailable, SESSION, type Connection } from '@scheduling/database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, databaseName } from '../support/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'

const ASK_AFTER_MS = 100
const SILENCE_MS = 700

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: DatabaseProxy
let connection: Connection

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await openDatabaseProxy(database.url)
  // As the role has them where a pooler shares its sessions.
  const direct = connect(database.url)
  const name = databaseName(database.url)
  for (const [setting, value] of Object.entries(SESSION)) {
    await direct.pool.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
  }
  await direct.close()
})
afterAll(async () => {
  await proxy.close()
  await database[Symbol.asyncDispose]()
})
beforeEach(() => {
  const patience = { askAfterMs: ASK_AFTER_MS, silenceMs: SILENCE_MS }
  connection = connect(proxy.url, { connections: 4, ...patience })
})
afterEach(async () => {
  proxy.cutAt(null)
  await connection.close()
})

/** How a statement ended, and after how many milliseconds. */
async function run(text: string): Promise<{ how: string; ms: number }> {
  const begun = performance.now()
  const how = await connection.pool.query(text).then(
    () => 'answered',
    (error: unknown) => (isUnavailable(error) ? 'given up' : String(error)),
  )
  return { how, ms: performance.now() - begun }
}

it('gives up a statement that was taken and never sent on, and an answer that was lost', async () => {
  await connection.close()
  // So long that a busy machine is no slower.
  const silenceMs = 60_000
  connection = connect(proxy.url, { connections: 4, askAfterMs: ASK_AFTER_MS, silenceMs })
  for (const when of ['unsent', 'answered'] as const) {
    proxy.cutAt({ at: /taken/, when, how: 'silence' })
    const { how, ms } = await run(`SELECT 'taken'`)
    expect(how, when).toBe('given up')
    expect(ms, 'long before the silence is over').toBeLessThan(silenceMs)
    expect((await run('SELECT 1')).how).toBe('answered')
  }
})

it('behind a pooler: gives up too, unless the server works on some statement for as long', async () => {
  await connection.close()
  connection = connect(proxy.url, {
    connections: 4,
    // The same server by another name: then the first counts as a pooler.
    directUrl: proxy.url.replace('127.0.0.1', 'localhost'),
    askAfterMs: 800,
    silenceMs: 3000,
  })
  proxy.cutAt({ at: /taken/, when: 'unsent', how: 'silence' })
  // A statement of the same role in another database keeps no connection to this one.
  await using elsewhere = await createTestDatabase()
  const other = connect(elsewhere.url)
  const [alone] = await Promise.all([
    run(`SELECT 'taken'`),
    other.pool.query('SELECT pg_sleep(2.5)'),
  ])
  await other.close()
  expect([alone.how, alone.ms < 2000]).toEqual(['given up', true])
  const [beside, working] = await Promise.all([run(`SELECT 'taken'`), run('SELECT pg_sleep(1.2)')])
  expect([beside.how, beside.ms > 1500, working.how]).toEqual(['given up', true, 'answered'])
})

it('waits for a statement that the server works on', async () => {
  const long = (ASK_AFTER_MS * 4) / 1000
  const all = await Promise.all([1, 2, 3].map(() => run(`SELECT pg_sleep(${long})`)))
  expect(all.map(({ how }) => how)).toEqual(['answered', 'answered', 'answered'])
})

it('waits no longer than it may at the most', async () => {
  const { how, ms } = await run(`SELECT pg_sleep(${(SILENCE_MS * 3) / 1000})`)
  expect(how).toBe('given up')
  expect(ms).toBeLessThan(SILENCE_MS * 3)
})
