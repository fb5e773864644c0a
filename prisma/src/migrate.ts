import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { Client, DatabaseError, type ClientBase, type Pool } from 'pg'

/** Where the migrations are and which database they go to: a pool the caller keeps, or a URL. */
export type MigrationTarget = ({ pool: Pool } | { databaseUrl: string }) & {
  /** Holds one folder per migration, each with a `migration.sql`. Default: this package's own. */
  migrationsDirectory?: string
  /** Told the name of each migration as soon as it is applied. */
  tell?: (name: string) => void
}

/** A migration that can't be applied. The message names it and says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies every migration that the database does not have yet, in the order of their names.
 *
 * We do this ourselves because Prisma's ways don't serve: its binary must be downloaded, and its
 * WebAssembly engine hands a script to `@prisma/adapter-pg`, which splits it at every semicolon, inside
 * function bodies too. The history table is Prisma's, row for row, so `prisma migrate deploy` and
 * `prisma migrate status` agree with it. Better than theirs: a migration and its row commit together, so
 * a process killed halfway leaves nothing to repair.
 *
 * Processes that start together take turns, each migration runs once. Migrations the database has and
 * the folder lacks are left alone: during a roll-out the older release may still restart.
 *
 * @returns the names of the migrations applied by this call
 * @throws {MigrationError} when a migration fails (it leaves no trace), or an applied one has changed
 */
export async function migrate(target: MigrationTarget): Promise<string[]> {
  const migrations = await readMigrations(target.migrationsDirectory)
  return withClient(target, async (client) => {
    const applied: string[] = []
    for (;;) {
      const name = await inTransaction(client, () => applyNext(client, migrations))
      if (name === undefined) return applied
      applied.push(name)
      target.tell?.(name)
    }
  })
}

/**
 * The names of the migrations the database still lacks; empty means ready. Writes nothing and waits for
 * nobody, so a readiness probe may call it.
 *
 * @throws {MigrationError} when an applied migration has changed
 */
export async function pendingMigrations(target: MigrationTarget): Promise<string[]> {
  const migrations = await readMigrations(target.migrationsDirectory)
  return withClient(target, async (client) =>
    (await unapplied(client, migrations)).map((migration) => migration.name),
  )
}

const OWN_MIGRATIONS = path.join(import.meta.dirname, '../migrations')

/** The lock Prisma's own engine takes to migrate, so that the two never run at once. */
const PRISMA_MIGRATE_LOCK = 72_707_369

/**
 * How long a statement of a migration may wait for a table. Everyone else queues behind that wait, so it
 * is better to fail and be run again than to hold up the service.
 */
const LOCK_TIMEOUT_SECONDS = 15

const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  name: string
  sql: string
}

async function readMigrations(directory = OWN_MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const file = path.join(directory, name, 'migration.sql')
      const sql = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new MigrationError(`Migration ${name} has no readable migration.sql (${file}).`, {
          cause,
        })
      })
      return { name, sql }
    }),
  )
}

/** Applies the first migration that is missing, inside the caller's transaction; its name, or none left. */
async function applyNext(client: ClientBase, migrations: Migration[]): Promise<string | undefined> {
  await client.query('SET LOCAL statement_timeout = 0')
  await client.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_MIGRATE_LOCK])
  if (!(await hasHistory(client))) await client.query(CREATE_HISTORY)
  const [next] = await unapplied(client, migrations)
  if (next === undefined) return undefined

  const id = randomUUID()
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
    [id, sha256(next.sql), next.name],
  )
  const transaction = await currentTransaction(client)
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`)
  await client.query(next.sql).catch((cause: unknown) => {
    throw new MigrationError(`Migration ${next.name} failed${whereAndWhy(cause, next.sql)}`, {
      cause,
    })
  })
  if ((await currentTransaction(client)) !== transaction) {
    throw new MigrationError(
      `Migration ${next.name} ends the transaction it runs in: take BEGIN, COMMIT and ROLLBACK out of it.`,
    )
  }
  // What a script sets for itself, such as a search path, must not reach the next one.
  await client.query('RESET ALL')
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  )
  return next.name
}

interface HistoryRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

async function unapplied(client: ClientBase, migrations: Migration[]): Promise<Migration[]> {
  if (!(await hasHistory(client))) return migrations
  const { rows } = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  const history = new Map(rows.map((row) => [row.migration_name, row]))
  return migrations.filter((migration) => {
    const row = history.get(migration.name)
    if (row === undefined) return true
    if (row.finished_at === null) {
      throw new MigrationError(
        `Migration ${migration.name} was begun by another tool and never finished. See what it left, ` +
          `then run \`prisma migrate resolve\` to mark it applied or rolled back.`,
      )
    }
    if (!checksums(migration.sql).includes(row.checksum)) {
      throw new MigrationError(
        `Migration ${migration.name} was changed after this database had applied it. Restore the file ` +
          `and put the change in a new migration; a database without real data can be deleted instead.`,
      )
    }
    return false
  })
}

async function hasHistory(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  )
  return rows[0]?.found === true
}

async function currentTransaction(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  return rows[0]?.id
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What the file's checksum may be: git may have rewritten its line ends on the way, which changes nothing. */
function checksums(sql: string): string[] {
  const unixLines = sql.replaceAll('\r\n', '\n')
  return [sql, unixLines, unixLines.replaceAll('\n', '\r\n')].map(sha256)
}

function whereAndWhy(cause: unknown, sql: string): string {
  if (!(cause instanceof DatabaseError)) return `: ${String(cause)}`
  const position = Number(cause.position)
  const line =
    position > 0 ? ` at line ${[...sql].slice(0, position).join('').split('\n').length}` : ''
  const detail = cause.detail === undefined ? '' : ` (${cause.detail})`
  return `${line}: ${cause.message}${detail}. Nothing of it was kept.`
}

async function withClient<Result>(
  target: MigrationTarget,
  use: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  if ('pool' in target) {
    const client = await target.pool.connect()
    client.on('error', leaveToQuery)
    try {
      return await use(client)
    } finally {
      client.off('error', leaveToQuery)
      client.release()
    }
  }
  const client = new Client({
    connectionString: target.databaseUrl,
    application_name: 'migrate',
  })
  client.on('error', leaveToQuery)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** A lost connection is reported by the query under way; the event of the same error would end the process. */
function leaveToQuery(): void {}

async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined) // the connection itself may be what failed
    throw error
  }
}
