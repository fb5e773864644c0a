/** The stores that the tests run against, each opened as two processes would. */
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
// @boundaries-ignore The server of the test run is everybody's.
import { createTestDatabase, databaseName } from '../../../../../test/support/database.ts'
// @boundaries-ignore So is the way to start a Redis.
import { redisBinary, startRedis } from '../../../../../test/support/redis.ts'
import type { Allowances } from '../allowances.ts'
import type { CounterStore } from '../counter-store.ts'
import { createMemoryStore } from '../memory-store.ts'
import { createPostgresStore } from '../postgres-store.ts'
import { createRedisStore } from '../redis-store.ts'

export { createTestDatabase, databaseName, redisBinary, startRedis }
export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/** A pool whose connections may be ended by the server: the database of a test is dropped with them. */
export function openPool(connectionString: string, max = 10): Pool {
  const pool = new Pool({ connectionString, max })
  pool.on('error', () => undefined)
  return pool
}

/** Given to a store for an answer, so that no test is judged by how busy the machine is. */
const PATIENTLY_MS = 20_000

export type StoreUnderTest = {
  /** Two processes over the same counters. Without `now` the store's own clock runs. */
  open(limits: Allowances, now?: () => number): readonly [CounterStore, CounterStore]
  /** Ends what was opened: connections are few on a server that all tests share. */
  closeOpened(): Promise<void>
  close(): Promise<void>
}

export async function memoryUnderTest(): Promise<StoreUnderTest> {
  return {
    open(limits, now = Date.now) {
      const store = createMemoryStore(limits, { now })
      return [store, store]
    },
    async closeOpened() {},
    async close() {},
  }
}

export async function postgresUnderTest(): Promise<StoreUnderTest> {
  const database = await createTestDatabase()
  const pool = openPool(database.url)
  const opened: CounterStore[] = []
  return {
    open(limits, now) {
      const options = { pool, timeoutMs: PATIENTLY_MS, ...(now === undefined ? {} : { now }) }
      const two = [
        createPostgresStore(limits, options),
        createPostgresStore(limits, options),
      ] as const
      opened.push(...two)
      return two
    },
    closeOpened: () => closeAll(opened),
    async close() {
      await closeAll(opened)
      await pool.end()
      await database.drop()
    },
  }
}

export async function redisUnderTest(): Promise<StoreUnderTest> {
  const server = await startRedis()
  const opened: CounterStore[] = []
  return {
    open(limits, now) {
      const { url } = server
      const options = { url, timeoutMs: PATIENTLY_MS, ...(now === undefined ? {} : { now }) }
      const two = [createRedisStore(limits, options), createRedisStore(limits, options)] as const
      opened.push(...two)
      return two
    },
    closeOpened: () => closeAll(opened),
    async close() {
      await closeAll(opened)
      await server.stop()
    },
  }
}

async function closeAll(opened: CounterStore[]): Promise<void> {
  await Promise.all(opened.splice(0).map((store) => store.close()))
}

/** A TCP server always has an address of this shape while it listens. */
export function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('Not a TCP server.')
  return address
}
