import { Client, type ClientBase, type Pool } from 'pg'
import { apply, LOCK_PATIENCE_MS } from './migrate/apply.ts'
import { unapplied } from './migrate/history.ts'
import { MigrationError } from './migrate/problem.ts'
import { readMigrations, type Migration } from './migrate/read.ts'
import { inTurn } from './migrate/turn.ts'

export { MigrationError }
export { PAST } from './migrate/past.ts'
export { isSafeUnderLoad, wordsOfUnderLoad } from './migrate/under-load.ts'

/** Where the migrations are and which database they go to: a pool the caller keeps, or a URL. */
export type MigrationTarget = ({ pool: Pool } | { databaseUrl: string }) & {
  /** Holds one folder per migration, each with a `migration.sql`. Default: this package's own. */
  migrationsDirectory?: string
  /** Told the name of each migration as soon as it is applied. */
  tell?: (name: string) => void
  /** Told when a migration did not get a lock and will be tried again, with who may hold it. */
  onWaiting?: (name: string, why: string) => void
  /** How long one migration is tried again for want of locks. Default: five minutes. */
  lockPatienceMs?: number
}

/**
 * Applies every migration that the database does not have yet, in the order of their names.
 *
 * We do this ourselves because Prisma's ways don't serve: its binary must be downloaded, and its
 * WebAssembly engine hands a script to `@prisma/adapter-pg`, which splits it at every semicolon, inside
 * function bodies too. The history table is Prisma's, row for row, so `prisma migrate deploy` and
 * `prisma migrate status` agree with it. Better than theirs: a migration and its row commit together, so
 * a process killed halfway leaves nothing to repair. One whose head says `concurrent` can't; it gets its row when it
 * is done, and a run that is killed before is gone on with by the next.
 *
 * No request waits long behind a migration that waits for a lock: it gives up after two seconds, and is tried again.
 *
 * Processes that start together take turns, each migration runs once. Migrations the database has and
 * the folder lacks are left alone: during a roll-out the older release may still restart.
 *
 * @returns the names of the migrations applied by this call
 * @throws {MigrationError} when a migration fails (it leaves no trace), or an applied one has changed
 */
export async function migrate(target: MigrationTarget): Promise<string[]> {
  const { tell = ignore, onWaiting = ignore, lockPatienceMs = LOCK_PATIENCE_MS } = target
  const migrations = await readMigrations(target.migrationsDirectory)
  return withClient(target, (client) =>
    inTurn(client, onWaiting, async () => {
      const missing = await unapplied(client, migrations)
      for (const migration of missing) {
        await apply(client, migration, { patienceMs: lockPatienceMs, tell: onWaiting })
        tell(migration.name)
      }
      return missing.map(({ name }) => name)
    }),
  )
}

/**
 * The migrations the database still lacks; empty means ready. Writes nothing and waits for no
 * lock, so a readiness probe may call it.
 *
 * @throws {MigrationError} when an applied migration has changed
 */
export async function pendingMigrations(target: MigrationTarget): Promise<string[]> {
  return (await missingMigrations(target)).map(({ name }) => name)
}

/** The same, with what each does under load. */
export async function missingMigrations(target: MigrationTarget): Promise<Migration[]> {
  const migrations = await readMigrations(target.migrationsDirectory)
  return withClient(target, (client) => unapplied(client, migrations))
}

async function withClient<Result>(
  target: MigrationTarget,
  use: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  if ('pool' in target) {
    const client = await target.pool.connect()
    client.on('error', ignore)
    try {
      return await use(client)
    } finally {
      client.off('error', ignore)
      client.release()
    }
  }
  const client = new Client({
    connectionString: target.databaseUrl,
    application_name: 'migrate',
  })
  client.on('error', ignore)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Also for a lost connection: the query under way reports it, and the event of the same error would end the process. */
function ignore(): void {}
