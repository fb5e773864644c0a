import type { ClientBase } from 'pg'
import { MigrationError } from './problem.ts'
import type { Migration } from './read.ts'

/** Statements that PostgreSQL refuses inside a transaction, and that can be begun again after they were broken off. */
const CREATES = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "?([a-z_]+)"? ON /
const DROPS = /^DROP INDEX CONCURRENTLY IF EXISTS "?[a-z_]+"?$/

/**
 * Runs a script whose head says `concurrent`, statement by statement, outside a transaction. An index that a run before
 * has finished is left; one that it left half built is dropped and built again.
 *
 * @throws {MigrationError} for any other statement, before anything is run
 */
export async function runConcurrently(client: ClientBase, migration: Migration): Promise<void> {
  const statements = statementsOf(migration)
  // Waiting for this lock holds up no reader or writer, so it may wait for long; not for ever, though.
  await client.query(`SET lock_timeout = '10min'; SET statement_timeout = 0`)
  for (const statement of statements) {
    const index = CREATES.exec(statement)?.[1]
    if (index !== undefined) {
      const state = await stateOf(client, index)
      if (state === 'valid') continue
      if (state === 'half built') await client.query(`DROP INDEX CONCURRENTLY "${index}"`)
    }
    await client.query(statement)
  }
}

function statementsOf({ name, sql }: Migration): string[] {
  const statements = sql
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  const other = statements.find((statement) => !CREATES.test(statement) && !DROPS.test(statement))
  if (other !== undefined || statements.length === 0) {
    throw new MigrationError(
      `Migration ${name} says that it is concurrent, and may hold only CREATE INDEX CONCURRENTLY and ` +
        `DROP INDEX CONCURRENTLY IF EXISTS, not: ${other?.slice(0, 80) ?? 'nothing'}`,
    )
  }
  return statements
}

async function stateOf(client: ClientBase, index: string): Promise<string | undefined> {
  const { rows } = await client.query<{ state: string }>(
    `SELECT CASE WHEN indisvalid THEN 'valid' ELSE 'half built' END AS state
     FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [index],
  )
  return rows[0]?.state
}
