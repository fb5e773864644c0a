import { Socket } from 'node:net'
import { Pool, type PoolClient } from 'pg'
import { SILENT } from './faults.ts'
import { PrismaClient } from './generated/client.ts'
import type { Database } from './queryable.ts'
import { inSessionsWith, SESSION, type SessionSettings } from './session.ts'
import { JoiningAdapter } from './joined-prisma.ts'
import { rememberPool } from './sql.ts'

export type Connection = {
  /** Prisma over `pool`. */
  readonly db: Database
  /** The same connections, for what isn't Prisma's: LISTEN, graphile-worker. */
  readonly pool: Pool
  close(): Promise<void>
}

/**
 * For statements that find every row by its key. Left to itself the planner reads whole tables where it knows
 * nothing of them yet, as of the partition of a day that has just begun, and keeps such a plan while the
 * partition grows, until it is analyzed: 6.6 ms for an update of a few rows among 17,000. And it plans anew,
 * for longer than the statement takes, where lists are shorter than it assumes.
 */
const BY_KEYS: SessionSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  // One statement serves many: should one of them be held up by a lock, the others must not wait for it long.
  lock_timeout: '1s',
}

/** Connections of their own to the same database, for statements that find every row by its key. */
export function poolByKeys(pool: Pool, connections: number): Pool {
  const own = new Pool({
    ...pool.options,
    max: connections,
    ...inSessionsWith({ ...SESSION, ...BY_KEYS }),
  })
  hearBreaks(own, SILENCE_MS)
  return own
}

/** How long a request waits for a connection, be it that all are in use or that none can be made. */
export const CONNECTION_WAIT_MS = 10_000
/** Longer than any statement takes: a server that says nothing is gone, though nobody said so. */
const SILENCE_MS = 120_000

/**
 * A connection that breaks while idle is replaced by the pool; without a listener, the event would end the process. One
 * whose server says nothing any more is broken here: the network would notice after a quarter of an hour.
 */
function hearBreaks(pool: Pool, silenceMs: number): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(silenceMs, () => {
      if (isAnswerDue(client)) stream.destroy(new Error(SILENT))
    })
  })
}

/** `pg` keeps it on every client, and types it on none. */
function isAnswerDue(client: PoolClient): boolean {
  return Reflect.get(client, 'readyForQuery') === false
}

export type ConnectOptions = {
  /** Default: 20. */
  readonly connections?: number
  /** As the server's list of sessions shows it. */
  readonly name?: string
  /** Default: `CONNECTION_WAIT_MS`. */
  readonly connectionWaitMs?: number
  /** After this long without a word a statement's connection is given up. Default: two minutes. */
  readonly silenceMs?: number
}

/**
 * One pool for everything in a process.
 *
 * Every session runs with the settings of `SESSION`, or is not used: `UnfitSession`.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Connection {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: options.connections ?? 20,
    application_name: options.name ?? 'scheduling',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: options.connectionWaitMs ?? CONNECTION_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // What a transaction asks for without waiting in between is sent together.
    pipeline: true,
    ...inSessionsWith(SESSION),
  })
  hearBreaks(pool, options.silenceMs ?? SILENCE_MS)
  const db = new PrismaClient({ adapter: new JoiningAdapter(pool) })
  rememberPool(db, pool)
  return {
    db,
    pool,
    async close() {
      await db.$disconnect()
      await pool.end()
    },
  }
}
