import { runMigrations } from 'graphile-worker'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { migrate, type MigrationTarget } from './migrate.ts'
import { LOCK_NOT_AVAILABLE, LOCK_TIMEOUT_MS } from './migrate/apply.ts'
import { inTransaction } from './migrate/in-transaction.ts'
import { setRoleDefaults } from './role-defaults.ts'
import { databaseFault } from './faults.ts'
import { inSessionsWith, requireOwnSession, SESSION } from './session.ts'

/** The server ends the session of a host that is gone within a minute, and with it the lock on migrating. */
const SOON_GONE =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/** How many days of partitions are made ahead: a worker that is down for a week loses nothing. */
export const PARTITION_DAYS_AHEAD = 7

export type Telling = Pick<MigrationTarget, 'tell' | 'onWaiting'> & {
  /** Told where the role may not set its own defaults. */
  readonly onDefaults?: () => void
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
  { onDefaults, ...telling }: Telling = {},
): Promise<string[]> {
  const { options, verify } = inSessionsWith(SESSION)
  const pool = new Pool({
    connectionString: directUrl,
    max: 2,
    application_name: 'scheduling migrate',
    options: `${options} ${SOON_GONE}`,
    verify,
  })
  // The statement that fails says so; an idle connection's end is no news.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    // Its turn is a lock of the session, and some migrations set what lasts as long as that.
    await requireOwnSession(pool)
    const applied = await migrate({ pool, ...telling })
    await runMigrations({ pgPool: pool })
    await makePartitionsSoon(pool, telling)
    if (!(await setRoleDefaults(pool, SESSION))) onDefaults?.()
    return applied
  } finally {
    await pool.end()
  }
}

const PARTITIONS_TRIES = 3
const PARTITIONS_PAUSE_MS = 1000

/** Tries some times. What is still missing then, the worker makes: its timetable has it each hour. */
async function makePartitionsSoon(
  pool: Pool,
  { onWaiting }: Pick<Telling, 'onWaiting'>,
): Promise<void> {
  for (let tries = 1; tries <= PARTITIONS_TRIES; tries += 1) {
    try {
      return await makePartitions(pool)
    } catch (error) {
      if (databaseFault(error)?.sqlState !== LOCK_NOT_AVAILABLE) throw error
      onWaiting?.('the partitions of the coming days', 'These tables are in use.')
      await wait(PARTITIONS_PAUSE_MS)
    }
  }
}

/**
 * Makes the daily partitions from yesterday to a week ahead, where they are missing.
 * @throws when it does not get its locks soon: every query would wait behind it
 */
export async function makePartitions(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await inTransaction(client, async () => {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query('SELECT make_day_partitions(current_date - 1, current_date + $1::int)', [
        PARTITION_DAYS_AHEAD,
      ])
    })
  } finally {
    client.release()
  }
}
