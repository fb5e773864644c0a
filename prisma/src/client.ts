import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient, type Prisma } from './generated/client.ts'

export type Database = PrismaClient
export type Transaction = Prisma.TransactionClient
/** Where a query can run: the pool, or a transaction. */
export type Queryable = Database | Transaction

export type Connection = {
  /** Prisma over `pool`. */
  readonly db: Database
  /** The same connections, for what isn't Prisma's: LISTEN, graphile-worker. */
  readonly pool: Pool
  close(): Promise<void>
}

const SESSION = '-c timezone=UTC -c idle_in_transaction_session_timeout=30s'

/**
 * For statements that find every row by its key. Left to itself the planner reads whole tables where it knows
 * nothing of them yet, as of the partition of a day that has just begun, and keeps such a plan while the
 * partition grows, until it is analyzed: 6.6 ms for an update of a few rows among 17,000. And it plans anew,
 * for longer than the statement takes, where lists are shorter than it assumes.
 */
const BY_KEYS = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  // One statement serves many: should one of them be held up by a lock, the others must not wait for it long.
  'lock_timeout=1s',
]

/** Connections of their own to the same database, for statements that find every row by its key. */
export function poolByKeys(pool: Pool, connections: number): Pool {
  const own = new Pool({
    ...pool.options,
    max: connections,
    options: [SESSION, ...BY_KEYS.map((setting) => `-c ${setting}`)].join(' '),
  })
  hearBreaks(own)
  return own
}

/** A connection that breaks while idle is replaced by the pool; unheard, the event would end the process. */
function hearBreaks(pool: Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/**
 * One pool for everything in a process.
 *
 * Every session runs in UTC and READ COMMITTED; a transaction that does nothing for 30 s is ended, because
 * lists with `updated_since` wait for the oldest writer.
 */
export function connect(
  databaseUrl: string,
  options: { connections?: number; name?: string } = {},
): Connection {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: options.connections ?? 20,
    application_name: options.name ?? 'scheduling',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    options: SESSION,
  })
  hearBreaks(pool)
  const db = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) })
  return {
    db,
    pool,
    async close() {
      await db.$disconnect()
      await pool.end()
    },
  }
}
