import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Connection } from './client.ts'
import { databaseFault, isUnavailable } from './faults.ts'
import { Prisma } from './generated/client.ts'
import type { Sql } from './queryable.ts'
import { rawRows, sqlOf } from './sql.ts'
import { inTransaction, PATIENCE } from './transaction.ts'
import { createBareDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await createBareDatabase()
  connection = connect(database.url, { connections: 4 })
  await connection.pool.query('CREATE TABLE note (id int PRIMARY KEY)')
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

beforeEach(() => connection.pool.query('TRUNCATE note'))

const PID = { name: 'pid', text: 'SELECT pg_backend_pid() AS pid', values: [] }
const add = (id: number) => ({
  name: 'add note',
  text: 'INSERT INTO note VALUES ($1)',
  values: [id],
})

async function notes(): Promise<number[]> {
  const { rows } = await connection.pool.query<{ id: number }>('SELECT id FROM note ORDER BY id')
  return rows.map(({ id }) => id)
}

test('statements run on the connection of the transaction, and are prepared there', async () => {
  await inTransaction(connection.db, PATIENCE, async (tx) => {
    const [first] = (await tx.query<{ pid: number }>(PID)).rows
    const [second] = (await sqlOf(tx).query<{ pid: number }>(PID)).rows
    expect(second).toEqual(first)
    const prepared = await rawRows(
      tx,
      Prisma.sql`SELECT name, generic_plans + custom_plans AS uses FROM pg_prepared_statements`,
    )
    expect(prepared).toEqual([{ name: 'pid', uses: '2' }])
  })
})

test('transactions at the same time have a connection each', async () => {
  const pids = await Promise.all(
    [1, 2, 3].map((id) =>
      inTransaction(connection.db, PATIENCE, async (tx) => {
        await sqlOf(tx).query(add(id))
        await wait(50)
        const { rows } = await sqlOf(tx).query<{ pid: number }>(PID)
        return rows[0]?.pid
      }),
    ),
  )
  expect(new Set(pids).size).toBe(3)
  expect(await notes()).toEqual([1, 2, 3])
})

test('what they write is undone with the transaction', async () => {
  const failing = inTransaction(connection.db, PATIENCE, async (tx) => {
    await sqlOf(tx).query(add(1))
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(await notes()).toEqual([])
})

test('a fault of theirs is told apart like one of Prisma', async () => {
  const doubling = inTransaction(connection.db, PATIENCE, async (tx) => {
    await sqlOf(tx).query(add(1))
    await sqlOf(tx).query(add(1))
  })
  const error = await doubling.catch((fault: unknown) => fault)
  expect(databaseFault(error)).toEqual({ sqlState: '23505', constraint: 'note_pkey' })
  expect(await notes()).toEqual([])
})

test('after the end of the transaction they are refused', async () => {
  let kept: Sql | undefined
  await inTransaction(connection.db, PATIENCE, async (tx) => {
    kept = sqlOf(tx)
    await kept.query(add(1))
  })
  const late = await kept?.query(add(2)).catch((error: unknown) => error)
  expect(isUnavailable(late)).toBe(true)
  expect(await notes()).toEqual([1])
})

test('a transaction that runs out of time takes them with it, and lets none through behind its ROLLBACK', async () => {
  const faults: unknown[] = []
  const slow = inTransaction(
    connection.db,
    { connectionMs: 1000, transactionMs: 200 },
    async (tx) => {
      for (let id = 1; id <= 60; id += 1) {
        await sqlOf(tx)
          .query(add(id))
          .catch((error: unknown) => faults.push(error))
        await wait(10)
      }
    },
  )
  const error = await slow.catch((fault: unknown) => fault)
  expect(isUnavailable(error)).toBe(true)
  expect(faults.length).toBeGreaterThan(10)
  expect(faults.every(isUnavailable)).toBe(true)
  expect(await notes()).toEqual([])
})

test('outside a transaction they run on the pool', async () => {
  await sqlOf(connection.db).query(add(7))
  expect(await notes()).toEqual([7])
})
