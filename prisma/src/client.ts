import { Pool, type PoolConfig } from 'pg'
import { PrismaClient } from './generated/client.ts'
import { inSessionsWith, inSharedSessionsWith, SESSION, type SessionSettings } from './session.ts'
import { TracedAdapter } from './prisma-adapter.ts'
import { giveUpSilent } from './silence.ts'
import { rememberPool } from './sql.ts'

export type Connection = {
  /** Prisma over `pool`. */
  readonly db: PrismaClient
  /** For requests and the statements of rules. Sessions may be shared: nothing of one outlasts a transaction. */
  readonly pool: Pool
  /**
   * Each connection has a session of its own, for LISTEN, locks of a session, the job queue and lanes. It is `pool`
   * unless `directUrl` is given.
   */
  readonly direct: Pool
  close(): Promise<void>
}

/**
 * For statements that find every row by its key. Left to itself the planner reads whole tables where it knows
 * nothing of them yet, as of the partition of a day that has just begun, and keeps such a plan while the
 * partition grows, until it is analyzed: 6.6 ms for an update of a few rows among 17,000. And it plans again,
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

/**
 * Connections of their own to the same database, for statements that find every row by its key.
 * @param direct their settings are of sessions, which no pooler may share
 */
export function poolByKeys(direct: Pool, connections: number): Pool {
  const settings = inSessionsWith({ ...SESSION, ...BY_KEYS })
  return poolBeside(direct, { max: connections, ...settings }, DIRECT_SILENCE_MS)
}

/**
 * Connections of their own to where another pool leads, as that pool makes them.
 * @param silenceMs after this long without a word a statement's connection is given up
 */
export function poolBeside(pool: Pool, own: PoolConfig, silenceMs = SILENCE_MS): Pool {
  const { options } = pool
  // `pg` leaves the password out of copies of its options.
  const password = options.password === undefined ? {} : { password: options.password }
  const beside = new Pool({ ...options, ...password, ...own })
  hearBreaks(beside)
  giveUpSilent(beside, hasSharedSessions(pool), { askAfterMs: ASK_AFTER_MS, silenceMs })
  return beside
}

const shared = new WeakSet<Pool>()

/**
 * Whether a pooler may share the sessions of this pool: then they are asked for nothing at their start, and nothing of
 * one outlasts a transaction.
 */
export function hasSharedSessions(pool: Pool): boolean {
  return shared.has(pool)
}

/** How long a request waits for a connection, be it that all are in use or that none can be made. */
export const CONNECTION_WAIT_MS = 10_000
/** Then a server that says nothing is asked whether it still works on a statement. */
const ASK_AFTER_MS = 4000
/** Longer than any statement takes: a server that says nothing is gone without a notice. */
const SILENCE_MS = 120_000
/** Statements of lanes and of the job queue find their rows by keys, and hardly wait: they are done long before. */
const DIRECT_SILENCE_MS = 30_000

/** A connection that breaks while idle is replaced by the pool; without a listener, the event would end the process. */
function hearBreaks(pool: Pool): void {
  pool.on('error', () => undefined)
}

export type ConnectOptions = {
  /** Default: 20. */
  readonly connections?: number
  /** Leads straight to PostgreSQL where the other URL leads through a pooler. Default: the other URL. */
  readonly directUrl?: string | undefined
  /** The most that are opened with `directUrl`. Default: 4. */
  readonly directConnections?: number
  /** As the server's list of sessions shows it. */
  readonly name?: string
  /** Default: `CONNECTION_WAIT_MS`. */
  readonly connectionWaitMs?: number
  /** After this long without a word the server is asked whether it works on a statement. Default: 4 s. */
  readonly askAfterMs?: number
  /** After this long without a word a statement's connection is given up, whatever it works on. Default: two minutes. */
  readonly silenceMs?: number
}

/**
 * One pool for everything in a process, or two where a pooler stands in between.
 *
 * Every session runs with the settings of `SESSION`, or is not used: `UnfitSession`.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Connection {
  const { connections = 20, directConnections = 4, name = 'scheduling' } = options
  const directUrl = options.directUrl ?? databaseUrl
  const isPooled = directUrl !== databaseUrl
  const ownSilence = isPooled ? { silenceMs: DIRECT_SILENCE_MS } : {}
  const direct = poolTo(
    directUrl,
    { ...ownSilence, ...options },
    {
      max: isPooled ? directConnections : connections,
      application_name: isPooled ? `${name} direct` : name,
      ...inSessionsWith(SESSION),
    },
  )
  const pool = isPooled
    ? poolTo(
        databaseUrl,
        options,
        {
          max: connections,
          // One name for all: a pooler sets another before the next statement of a session, and waits for it.
          application_name: 'scheduling',
          ...inSharedSessionsWith(SESSION),
        },
        true,
      )
    : direct
  if (isPooled) shared.add(pool)
  const db = new PrismaClient({ adapter: new TracedAdapter(pool) })
  rememberPool(db, pool)
  return {
    db,
    pool,
    direct,
    async close() {
      await db.$disconnect()
      await pool.end()
      if (isPooled) await direct.end()
    },
  }
}

function poolTo(
  databaseUrl: string,
  options: ConnectOptions,
  own: PoolConfig,
  isPooled = false,
): Pool {
  const pool = new Pool({
    ...own,
    connectionString: databaseUrl,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: options.connectionWaitMs ?? CONNECTION_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // What a transaction asks for without waiting in between is sent together.
    pipeline: true,
  })
  hearBreaks(pool)
  const { askAfterMs = ASK_AFTER_MS, silenceMs = SILENCE_MS } = options
  giveUpSilent(pool, isPooled, { askAfterMs, silenceMs })
  return pool
}
