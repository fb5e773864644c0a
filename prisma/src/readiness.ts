import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './client.ts'
import { EmbeddedPostgresError } from './embedded-postgres/problem.ts'
import { isMisconfigured, isUnavailable, wordsOf } from './faults.ts'
import { MigrationError, pendingMigrations } from './migrate.ts'
import { requireOwnSession, requireSameDatabase, UnfitSession } from './session.ts'
import { within } from './within.ts'

/** Whether a process can work with the database, as `/readyz` tells it. */
export type DatabaseReadiness = {
  readonly isReady: boolean
  readonly database: 'ok' | 'unreachable'
  readonly migrations: 'ok' | 'pending' | 'unknown'
  readonly session: 'ok' | 'unfit' | 'unknown'
  /** For the operator: what to do, or what failed. Null when all is well. */
  readonly reason: string | null
  /** Whether it can become ready by itself. */
  readonly mayPass: boolean
}

type Pools = Pick<Connection, 'pool' | 'direct'>

const READY: DatabaseReadiness = {
  isReady: true,
  database: 'ok',
  migrations: 'ok',
  session: 'ok',
  reason: null,
  mayPass: true,
}
const REFUSED = { ...READY, isReady: false, mayPass: false } as const

/** Never rejects: the database answers, has every migration, and gives sessions that fit, or what of it is not so. */
export async function databaseReadiness(
  connection: Pools,
  withinMs: number,
): Promise<DatabaseReadiness> {
  try {
    return await within(look(connection), withinMs)
  } catch (error) {
    const isRefused = isMisconfigured(error)
    const words = wordsOf(error)
    return {
      ...REFUSED,
      database: 'unreachable',
      migrations: 'unknown',
      session: 'unknown',
      reason: isRefused
        ? `The database refused the connection: ${words}${adviceFor(words)}`
        : words,
      mayPass: isUnavailable(error) && !isRefused,
    }
  }
}

/** PgBouncer's refusal of what sessions of their own are asked for at their start. */
function adviceFor(words: string): string {
  if (!words.includes('unsupported startup parameter')) return ''
  return '. DATABASE_URL leads through a pooler: give DATABASE_DIRECT_URL an address that leads straight to PostgreSQL.'
}

async function look({ pool, direct }: Pools): Promise<DatabaseReadiness> {
  try {
    const pending = await pendingMigrations({ pool: direct })
    const [next] = pending
    if (next !== undefined) {
      const lacks = pending.length === 1 ? 'a migration' : `${pending.length} migrations`
      const reason = `The database lacks ${lacks} of this version, ${next} first. Run: pnpm migrate`
      return { ...REFUSED, migrations: 'pending', session: 'unknown', reason }
    }
    await requireOwnSession(direct)
    if (pool !== direct) await requireSameDatabase(pool, direct)
    return READY
  } catch (error) {
    if (error instanceof MigrationError)
      return { ...REFUSED, migrations: 'pending', session: 'unknown', reason: error.message }
    if (error instanceof UnfitSession)
      return { ...REFUSED, migrations: 'unknown', session: 'unfit', reason: error.message }
    throw error
  }
}

/** A start that waiting would not help. The message says what to do. */
export class NotReady extends Error {
  override name = 'NotReady'
}

const READY_WITHIN_MS = 15_000

/**
 * For what is started by hand, where no supervisor waits.
 *
 * @throws NotReady when the database can't be worked with
 */
export async function requireReady(connection: Pools): Promise<void> {
  const { isReady, reason } = await databaseReadiness(connection, READY_WITHIN_MS)
  if (!isReady) throw new NotReady(`The database is not ready: ${reason}`)
}

/** What failed, for the user who started it: one line where they can do something about it, else all that is known. */
export function formatError(error: unknown): string {
  if (error instanceof MigrationError || error instanceof NotReady) return error.message
  if (error instanceof EmbeddedPostgresError) return error.message
  if (isUnavailable(error)) return `The database cannot be used: ${wordsOf(error)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const LOOK_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 1000

/**
 * Waits until the database can be worked with, be it that it starts later than this process.
 *
 * @param waiting told why, once
 * @returns false: `stopping` came first
 * @throws NotReady when waiting would not help
 */
export async function untilReady(
  connection: Pools,
  waiting: (reason: string) => void,
  stopping: AbortSignal,
): Promise<boolean> {
  for (let isTold = false; !stopping.aborted; isTold = true) {
    const { isReady, mayPass, reason } = await databaseReadiness(connection, LOOK_WITHIN_MS)
    if (isReady) return true
    if (!mayPass) throw new NotReady(reason ?? 'The database is not ready.')
    if (!isTold) waiting(reason ?? 'it does not answer')
    await wait(LOOK_AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
  return false
}
