import { LIMITS } from './limits.ts'
import type { Service } from './context.ts'
import type { Pool } from 'pg'

/** Days that each daily table keeps: a delivery may still wait for its retries when its event is 30 days old. */
const KEPT_DAYS = {
  event: LIMITS.eventRetentionDays + 1,
  delivery: LIMITS.eventRetentionDays + 3,
  delivery_attempt: LIMITS.deliveryRetentionDays + 1,
} as const

const DAY_MS = 86_400_000

/**
 * Drops whole days that are past their time. A partition that somebody reads right now is left for the
 * next run: a drop that waits would make every later statement on the table wait behind it.
 *
 * @returns partitions dropped, by table
 */
export async function dropOldDays(service: Service, pool: Pool): Promise<Record<string, number>> {
  const dropped: Record<string, number> = {}
  for (const [table, days] of Object.entries(KEPT_DAYS)) {
    const keepFrom = new Date(service.now() - days * DAY_MS).toISOString().slice(0, 10)
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query("SET LOCAL lock_timeout = '2s'")
      const { rows } = await client.query<{ count: number }>(
        'SELECT drop_day_partitions($1, $2::date) AS count',
        [table, keepFrom],
      )
      await client.query('COMMIT')
      dropped[table] = rows[0]?.count ?? 0
    } catch (error) {
      await client.query('ROLLBACK')
      service.log.warn({ table, err: error }, 'old days could not be dropped now')
    } finally {
      client.release()
    }
  }
  return dropped
}

/** Receipts past their 24 hours, ended sessions, and jobs that failed for good. */
export async function dropExpired(service: Service, pool: Pool): Promise<void> {
  const now = new Date(service.now())
  await pool.query('DELETE FROM idempotency_receipt WHERE expires_at < $1', [now])
  await pool.query('DELETE FROM user_session WHERE expires_at < $1', [now])
  await pool.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '1 day'`,
  )
}

const COUNTERS_AT_A_TIME = 5000

/** Rate-limit counters whose windows are over. In small steps: requests are counted in the same table. */
export async function dropOldCounters(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ dropped: number }>(
      'SELECT purge_rate_limits($1)::int AS dropped',
      [COUNTERS_AT_A_TIME],
    )
    if ((rows[0]?.dropped ?? 0) < COUNTERS_AT_A_TIME) return
  }
}
