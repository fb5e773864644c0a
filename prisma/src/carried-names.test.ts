import { Pool, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRepeatable, isUnavailable } from './faults.ts'
import { inSharedSessionsWith } from './session.ts'
import { createBareDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.drop())

const NAMED = { name: 'one', text: 'SELECT 1 AS one' }
const PREPARED = `SELECT name FROM pg_prepared_statements WHERE name = 'one'`

function poolWith(config: PoolConfig): Pool {
  const pool = new Pool({ connectionString: database.url, max: 1, ...config })
  // The server may say goodbye to a connection that is being closed.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const shared = (max: number): Pool => poolWith({ max, ...inSharedSessionsWith({}) })

describe('the names of statements', () => {
  test('are sent where a session is its own, and leave nothing else behind', async () => {
    const pool = shared(1)
    expect((await pool.query(NAMED)).rows).toEqual([{ one: 1 }])
    expect((await pool.query(PREPARED)).rows).toEqual([{ name: 'one' }])
    await pool.end()
  })

  test('that are lost once are sent on no connection that is open, and on those that come', async () => {
    const pool = shared(2)
    const [one, other] = await Promise.all([pool.connect(), pool.connect()])
    await other.query(NAMED)
    await one.query(NAMED)
    // As a pooler does that stops carrying them.
    await one.query('DEALLOCATE ALL')
    const lost: unknown = await one.query(NAMED).catch((error: unknown) => error)
    expect([isUnavailable(lost), isRepeatable(lost)]).toEqual([true, true])
    await other.query('DEALLOCATE ALL')
    for (const client of [one, other]) {
      expect((await client.query(NAMED)).rows).toEqual([{ one: 1 }])
      expect((await client.query(PREPARED)).rows).toEqual([])
      client.release(true)
    }
    await pool.query(NAMED)
    expect((await pool.query(PREPARED)).rows).toEqual([{ name: 'one' }])
    await pool.end()
  })

  test('are not sent on a connection that no one has looked at', async () => {
    const { Client: Made } = inSharedSessionsWith({})
    const pool = poolWith({ Client: Made })
    await pool.query(NAMED)
    expect((await pool.query(PREPARED)).rows).toEqual([])
    await pool.end()
  })

  test('are not sent in a session where someone has left the name of the look itself', async () => {
    const { verify, ...options } = inSharedSessionsWith({})
    const pool = poolWith({
      ...options,
      verify(client, done) {
        void client
          .query('PREPARE "are names carried" AS SELECT 2')
          .then(() => verify(client, done))
      },
    })
    expect((await pool.query(NAMED)).rows).toEqual([{ one: 1 }])
    expect((await pool.query(PREPARED)).rows).toEqual([])
    await pool.end()
  })
})
