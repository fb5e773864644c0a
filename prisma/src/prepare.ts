import { runMigrations } from 'graphile-worker'
import { Pool } from 'pg'
import { migrate } from './migrate.ts'
import { setRoleDefaults } from './role-defaults.ts'
import { inSessionsWith, SESSION } from './session.ts'

/** How many days of partitions are made ahead: a worker that is down for a week loses nothing. */
export const PARTITION_DAYS_AHEAD = 7

/**
 * Brings a database to what this version needs: our tables, the job queue's, today's partitions, and the defaults of the
 * role for sessions behind a pooler.
 * Safe to run from several processes at once, and again.
 *
 * @param tell told the name of each migration of ours as soon as it is applied
 * @param tellWaiting told each time when one did not get a lock and will be tried again, with who may hold it
 * @param tellDefaults told where the role may not set its own defaults
 * @returns their names
 */
export async function prepareDatabase(
  directUrl: string,
  tell: (name: string) => void = () => undefined,
  tellWaiting: (name: string, why: string) => void = () => undefined,
  tellDefaults: () => void = () => undefined,
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
    const applied = await migrate({ pool, tell, tellWaiting })
    await runMigrations({ pgPool: pool })
    await makePartitions(pool)
    if (!(await setRoleDefaults(pool, SESSION))) tellDefaults()
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
