import { runMigrations } from 'graphile-worker'
import { Pool } from 'pg'
import { migrate, type MigrationTarget } from './migrate.ts'
import { setRoleDefaults } from './role-defaults.ts'
import { inSessionsWith, SESSION } from './session.ts'

/** How many days of partitions are made ahead: a worker that is down for a week loses nothing. */
export const PARTITION_DAYS_AHEAD = 7

export type Telling = Pick<MigrationTarget, 'tell' | 'tellWaiting'> & {
  /** Told where the role may not set its own defaults. */
  readonly tellDefaults?: () => void
}

/**
 * Brings a database to what this version needs: our tables, the job queue's, today's partitions, and the defaults of the
 * role for sessions behind a pooler.
 * Safe to run from several processes at once, and again.
 *
 * @returns the names of the migrations of ours that were applied
 */
export async function prepareDatabase(
  directUrl: string,
  { tellDefaults, ...telling }: Telling = {},
): Promise<string[]> {
  const pool = new Pool({
    connectionString: directUrl,
    max: 2,
    application_name: 'scheduling migrate',
    ...inSessionsWith(SESSION),
  })
  // The statement that fails says so; an idle connection's end is no news.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    const applied = await migrate({ pool, ...telling })
    await runMigrations({ pgPool: pool })
    await makePartitions(pool)
    if (!(await setRoleDefaults(pool, SESSION))) tellDefaults?.()
    return applied
  } finally {
    await pool.end()
  }
}

/** Makes the daily partitions from yesterday to a week ahead, where they are missing. */
export async function makePartitions(pool: Pool): Promise<void> {
  await pool.query('SELECT make_day_partitions(current_date - 1, current_date + $1::int)', [
    PARTITION_DAYS_AHEAD,
  ])
}
