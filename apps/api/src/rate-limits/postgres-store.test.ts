import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowances, ATTEMPTS } from './allowances.ts'
import type { CounterStore } from './counter-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import { ONE_CALL } from './testing/one-call.ts'
import { createTestDatabase, databaseName, openPool, type TestDatabase } from './testing/stores.ts'

const START = Date.UTC(2026, 10, 20, 12, 0, 0)
const LIMITS = allowances(1)

let database: TestDatabase
let pool: Pool
const stores: CounterStore[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 2)
})

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await pool.end()
  await database.drop()
})

function open(now: () => number): CounterStore {
  const store = createPostgresStore(LIMITS, { pool, now })
  stores.push(store)
  return store
}

test('counters wait for no disk', async () => {
  const { rows } = await pool.query<{ relname: string; relpersistence: string }>(
    `SELECT relname, relpersistence FROM pg_class WHERE relkind = 'r' AND relname LIKE 'rate_limit%' ORDER BY 1`,
  )
  expect(rows).toEqual([
    { relname: 'rate_limit_attempts', relpersistence: 'u' },
    { relname: 'rate_limit_key', relpersistence: 'u' },
    { relname: 'rate_limit_organization', relpersistence: 'u' },
  ])
})

test('requests that hold every connection of the pool do not switch the limits off', async () => {
  const store = open(() => START)
  const held = [await pool.connect(), await pool.connect()]
  const taken = await Promise.all(Array.from({ length: 20 }, () => store.take(ONE_CALL)))
  for (const client of held) client.release()
  expect(taken.filter((one) => one.isAllowed)).toHaveLength(10)
})

test('a database that isolates by default counts exactly all the same', async () => {
  const own = await createTestDatabase()
  const strict = openPool(own.url)
  await strict.query(
    `ALTER DATABASE ${databaseName(own.url)} SET default_transaction_isolation = 'serializable'`,
  )
  const store = createPostgresStore(LIMITS, { pool: strict, now: () => START })
  const taken = await Promise.all(Array.from({ length: 60 }, () => store.take(ONE_CALL)))
  expect(taken.filter((one) => one.isAllowed)).toHaveLength(10)
  await store.close()
  await strict.end()
  await own.drop()
})

test('purging deletes what says nothing any more, and only that', async () => {
  await pool.query('TRUNCATE rate_limit_organization, rate_limit_key, rate_limit_attempts')
  const clock = { now: START }
  const store = open(() => clock.now)
  const purge = async (): Promise<number> => {
    const { rows } = await pool.query<{ purged: number }>(
      'SELECT purge_rate_limits(asked_now_ms => $1) AS purged',
      [clock.now],
    )
    return rows[0]?.purged ?? -1
  }
  await store.take(ONE_CALL)
  await store.countAttempts('invalid key', 'once', 1)
  await store.countAttempts('invalid key', 'blocked', LIMITS.attempts['invalid key'])
  expect(await purge()).toBe(0)
  clock.now = START + 2 * 60_000
  expect(await purge()).toBe(0)
  clock.now = START + 3 * 60_000
  expect(await purge()).toBe(2)
  clock.now = START + 600_999
  expect(await purge()).toBe(0)
  expect(await store.lookAtAttempts('invalid key', 'once')).toMatchObject({ counted: 1 })
  clock.now = START + 1_799_999
  expect(await purge()).toBe(0)
  expect((await store.lookAtAttempts('invalid key', 'blocked')).blockedUntil).toBe(
    START + 1_800_000,
  )
  clock.now = START + 1_800_000
  expect(await purge()).toBe(1)
  clock.now = START + 3_600_999
  expect(await purge()).toBe(0)
  clock.now = START + 3_601_000
  expect(await purge()).toBe(1)
  for (const { windowSeconds } of Object.values(ATTEMPTS))
    expect(windowSeconds).toBeLessThanOrEqual(3600)
})

test('purging takes a piece at a time and leaves rows that are in use', async () => {
  await pool.query('TRUNCATE rate_limit_organization, rate_limit_key, rate_limit_attempts')
  await pool.query(
    `INSERT INTO rate_limit_attempts (whose) SELECT n::text FROM generate_series(1, 25) n`,
  )
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(`SELECT FROM rate_limit_attempts WHERE whose = '7' FOR UPDATE`)
  const purged: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const { rows } = await pool.query<{ purged: number }>(
      'SELECT purge_rate_limits(at_most => 10) AS purged',
    )
    purged.push(rows[0]?.purged ?? -1)
  }
  await client.query('ROLLBACK')
  client.release()
  expect(purged).toEqual([10, 10, 4, 0])
})

test('requests and a purge that want the same rows at once: nothing fails, nothing is counted twice', async () => {
  const [one, other] = [open(() => START), open(() => START)]
  for (let round = 0; round < 10; round += 1) {
    const organizationId = 1000 + round
    // Old rows, so that the purge and the first requests reach for them together.
    await pool.query('INSERT INTO rate_limit_organization (organization_id) VALUES ($1)', [
      organizationId,
    ])
    await pool.query(
      `INSERT INTO rate_limit_key (key_id) SELECT $1 || n FROM generate_series(1, 5) n`,
      [`purged_${round}_`],
    )
    const requests = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? one : other).take({
        ...ONE_CALL,
        organizationId,
        keyId: `purged_${round}_${(index % 5) + 1}`,
      }),
    )
    const purges = Array.from({ length: 10 }, () =>
      pool.query('SELECT purge_rate_limits(asked_now_ms => $1)', [START]),
    )
    const taken = await Promise.all(requests)
    await Promise.all(purges)
    expect(taken.filter((each) => each.isAllowed)).toHaveLength(50)
  }
})
