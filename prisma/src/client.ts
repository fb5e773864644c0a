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
    options: '-c timezone=UTC -c idle_in_transaction_session_timeout=30s',
  })
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
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
