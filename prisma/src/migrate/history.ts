import { createHash, randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { MigrationError } from './problem.ts'
import type { Migration } from './read.ts'

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

interface HistoryRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/**
 * Those of `migrations` that the database does not have.
 *
 * @throws {MigrationError} when an applied one has changed, or another tool has left one unfinished
 */
export async function unapplied(client: ClientBase, migrations: Migration[]): Promise<Migration[]> {
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

export async function ensureHistory(client: ClientBase): Promise<void> {
  if (!(await hasHistory(client))) await client.query(CREATE_HISTORY)
}

/** Writes the row of a migration that is under way; only its transaction sees it. @returns its id */
export async function noteBegun(client: ClientBase, { name, sql }: Migration): Promise<string> {
  const id = randomUUID()
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
    [id, sha256(sql), name],
  )
  return id
}

export async function noteFinished(client: ClientBase, id: string): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  )
}

async function hasHistory(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  )
  return rows[0]?.found === true
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What the file's checksum may be: git may have rewritten its line ends on the way, which changes nothing. */
function checksums(sql: string): string[] {
  const unixLines = sql.replaceAll('\r\n', '\n')
  return [sql, unixLines, unixLines.replaceAll('\n', '\r\n')].map(sha256)
}
