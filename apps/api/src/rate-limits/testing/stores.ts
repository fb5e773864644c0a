/** The stores that the tests run against, each opened as two processes would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@redis/client'
import { Pool } from 'pg'
// @boundaries-ignore The server of the test run is everybody's.
import { createTestDatabase } from '../../../../../test/support/database.ts'
import type { Allowances } from '../allowances.ts'
import type { CounterStore } from '../counter-store.ts'
import { createMemoryStore } from '../memory-store.ts'
import { createPostgresStore } from '../postgres-store.ts'
import { createRedisStore } from '../redis-store.ts'

export { createTestDatabase }
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

// oxlint-disable-next-line node/no-process-env -- Where programs are is no setting of ours.
const searched = process.env['PATH'] ?? ''

/** Null when this machine has none: then the tests of Redis are skipped, and say so. */
export const redisBinary: string | null =
  searched
    .split(path.delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => path.join(folder, name)))
    .find(isExecutable) ?? null

export type RedisServer = { url: string; port: number; stop(): Promise<void> }

/** A Redis of our own that keeps nothing. */
export async function startRedis(port?: number): Promise<RedisServer> {
  if (redisBinary === null) throw new Error('This machine has no redis-server.')
  port ??= await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'rate-limits-redis-'))
  const child = spawn(
    redisBinary,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ],
    { stdio: 'ignore' },
  )
  const url = `redis://127.0.0.1:${port}`
  const client = createClient({ url, socket: { reconnectStrategy: 20 } })
  client.on('error', () => undefined)
  await client.connect()
  await client.close()
  return {
    url,
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = addressOf(server.address())
  server.close()
  return port
}

/** A TCP server always has an address of this shape while it listens. */
export function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('Not a TCP server.')
  return address
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
