import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, type ClientBase } from 'pg'
import { runConcurrently } from './concurrent.ts'
import { inTransaction } from './in-transaction.ts'
import { ensureHistory, noteBegun, noteFinished } from './history.ts'
import { MigrationError } from './problem.ts'
import type { Migration } from './read.ts'

/**
 * How long a statement of a migration waits for a table. Everyone else queues behind that wait, so it is short, and the
 * migration is tried again after a pause, in which they go on. PostgreSQL lets an autovacuum give way after a second of
 * it (`deadlock_timeout`), so it is longer than that.
 */
export const LOCK_TIMEOUT_MS = 2000
const PAUSES_MS = [500, 1000, 2000, 4000, 8000]
/** After this long a migration gives up, and leaves nothing. */
export const LOCK_PATIENCE_MS = 300_000

export type Waiting = {
  readonly patienceMs: number
  /** Told each time when a lock was not to be had. */
  readonly tell: (name: string, why: string) => void
}

/**
 * Applies one migration and writes its row.
 *
 * @throws {MigrationError} when it fails; it then leaves no trace, but for what a concurrent one has finished
 */
export async function apply(
  client: ClientBase,
  migration: Migration,
  waiting: Waiting,
): Promise<void> {
  if (migration.underLoad?.isConcurrent === true) return applyConcurrently(client, migration)
  const deadline = performance.now() + waiting.patienceMs
  for (let tries = 0; ; tries += 1) {
    try {
      return await inTransaction(client, () => run(client, migration))
    } catch (error) {
      if (!isWantOfLock(error)) throw error
      const holder = await longestTransaction(client)
      const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0
      if (performance.now() + pause > deadline) {
        const seconds = Math.round(waiting.patienceMs / 1000)
        throw new MigrationError(
          `Migration ${migration.name} did not get its locks within ${seconds} s. ${holder} Run it again when that is over. Nothing of it was kept.`,
          { cause: error },
        )
      }
      waiting.tell(migration.name, holder)
      await wait(pause)
    }
  }
}

async function run(client: ClientBase, migration: Migration): Promise<void> {
  const { name, sql } = migration
  await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0`)
  await ensureHistory(client)
  const id = await noteBegun(client, migration)
  const transaction = await currentTransaction(client)
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query(sql).catch((cause: unknown) => refuse(migration, cause, 'Nothing'))
  if ((await currentTransaction(client)) !== transaction) {
    throw new MigrationError(
      `Migration ${name} ends the transaction it runs in: take BEGIN, COMMIT and ROLLBACK out of it.`,
    )
  }
  // What a script sets for itself, such as a search path, must not reach the next one.
  await client.query('RESET ALL')
  await noteFinished(client, id)
}

async function applyConcurrently(client: ClientBase, migration: Migration): Promise<void> {
  await ensureHistory(client)
  try {
    await runConcurrently(client, migration)
  } catch (cause) {
    if (cause instanceof MigrationError) throw cause
    refuse(
      migration,
      cause,
      'What was finished is kept, and what was half built goes in the next run: nothing else',
    )
  } finally {
    await client.query('RESET ALL').catch(() => undefined) // the connection itself may be what failed
  }
  await inTransaction(client, async () => {
    await noteFinished(client, await noteBegun(client, migration))
  })
}

export const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'

function isWantOfLock(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error
  return (
    cause instanceof DatabaseError &&
    (cause.code === LOCK_NOT_AVAILABLE || cause.code === DEADLOCK_DETECTED)
  )
}

/** The likeliest holder of a lock that was not to be had, in words. */
async function longestTransaction(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
     ORDER BY xact_start LIMIT 1`,
  )
  const [longest] = rows
  if (longest === undefined) return 'No session holds them any more.'
  const { pid, name, seconds } = longest
  return `The longest transaction is that of process ${pid} of the server (${name}), ${seconds} s old.`
}

async function currentTransaction(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  return rows[0]?.id
}

function refuse({ name, sql }: Migration, cause: unknown, kept: string): never {
  throw new MigrationError(
    `Migration ${name} failed${whereAndWhy(cause, sql)}. ${kept} of it was kept.`,
    {
      cause,
    },
  )
}

function whereAndWhy(cause: unknown, sql: string): string {
  if (!(cause instanceof DatabaseError)) return `: ${String(cause)}`
  const position = Number(cause.position)
  const line =
    position > 0 ? ` at line ${[...sql].slice(0, position).join('').split('\n').length}` : ''
  const detail = cause.detail === undefined ? '' : ` (${cause.detail})`
  return `${line}: ${cause.message}${detail}`
}
