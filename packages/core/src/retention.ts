import { LIMITS } from './contract/limits.ts'
import type { Service } from './context.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** From the first attempt of a delivery to its last, every wait as long as it can be. */
const RETRY_DAYS = Math.ceil(
  (LIMITS.deliveryRetryMinutes.reduce((sum, wait) => sum + wait, 0) *
    (1 + LIMITS.retryJitterPercent / 100)) /
    1440,
)

/**
 * Days that each daily table keeps, and its column of days. An event can be resent on the last day that it is
 * kept: it and its deliveries must be there until the last retry. Reads are cut at the limits themselves.
 */
const DAILY_TABLES = [
  { table: 'event', column: 'event_day', days: LIMITS.eventRetentionDays + RETRY_DAYS },
  { table: 'delivery', column: 'event_day', days: LIMITS.eventRetentionDays + RETRY_DAYS },
  { table: 'delivery_attempt', column: 'attempt_day', days: LIMITS.deliveryRetentionDays + 1 },
  { table: 'request_log', column: 'request_day', days: LIMITS.requestDays },
] as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Everybody waits behind a drop that waits, so it waits shortly, and tries again later. */
const LOCK_WAIT_MS = 200
const TRIES = 3
const PAUSE_MS = 1000

/**
 * Drops whole days that are past their time. A table that is in use is left for the next run.
 *
 * @returns partitions dropped, by table
 */
export async function dropOldDays(service: Service, pool: Pool): Promise<Record<string, number>> {
  const dropped: Record<string, number> = {}
  for (const { table, column, days } of DAILY_TABLES) {
    const keepFrom = new Date(service.realNow() - days * DAY_MS).toISOString().slice(0, 10)
    for (let tries = 1; tries <= TRIES; tries += 1) {
      try {
        dropped[table] = await dropDays(pool, table, keepFrom)
        break
      } catch (error) {
        if (tries === TRIES)
          service.log.warn({ table, err: error }, 'old partitions could not be dropped')
        else await wait(PAUSE_MS)
      }
    }
    // Rows that met no partition, and whose day gets none any more.
    await pool.query(`DELETE FROM ${table}_default WHERE ${column} < $1::date`, [keepFrom])
  }
  return dropped
}

async function dropDays(pool: Pool, table: string, keepFrom: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
    const { rows } = await client.query<{ count: number }>(
      'SELECT drop_day_partitions($1, $2::date) AS count',
      [table, keepFrom],
    )
    await client.query('COMMIT')
    return rows[0]?.count ?? 0
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const OVERVIEW_DAYS = 70

/**
 * Expired idempotency records, holds that are past their time, submissions of public pages that are as old and made
 * nothing that is ahead, sessions that ended or whose users left, days of overviews, invites and other links that expired with the mails
 * that were not sent in time, busy times of days that are over, and jobs that failed for good; not those that hold
 * events whose deliveries were never written.
 */
export async function dropExpired(service: Service, pool: Pool): Promise<void> {
  const now = new Date(service.realNow())
  await pool.query('DELETE FROM idempotency_receipt WHERE expires_at < $1', [now])
  // What a visitor made is counted until it is over.
  await pool.query(
    `DELETE FROM public_submission s WHERE created_at < $1
      AND NOT EXISTS (SELECT FROM appointment a WHERE a.id = s.appointment_id AND a.status IN ('PENDING', 'CONFIRMED')
        AND a.ends_at > $2)
      AND NOT EXISTS (SELECT FROM waitlist_wish w WHERE w.id = s.wish_id AND w.ended_at IS NULL)`,
    [new Date(now.getTime() - LIMITS.idempotencyHours * HOUR_MS), now],
  )
  await pool.query('DELETE FROM waitlist_wish WHERE ended_at < $1', [
    new Date(now.getTime() - LIMITS.wishKeptDays * DAY_MS),
  ])
  // By the clock of the organization, which is never behind.
  await pool.query(
    `DELETE FROM time_hold h USING organization o WHERE o.id = h.organization_id
      AND h.created_at < $1::timestamptz + make_interval(secs => o.clock_ahead_seconds)`,
    [new Date(now.getTime() - LIMITS.holdKeptDays * DAY_MS)],
  )
  // Those of calendars that cannot be read any more; the others lose them with the next read.
  await pool.query('DELETE FROM busy_time WHERE ends_at < $1', [new Date(now.getTime() - DAY_MS)])
  // No overview looks back further than two months.
  await pool.query('DELETE FROM overview_day WHERE date < $1', [
    new Date(now.getTime() - OVERVIEW_DAYS * DAY_MS),
  ])
  await pool.query('DELETE FROM user_invite WHERE expires_at <= $1', [now])
  await pool.query('DELETE FROM password_reset WHERE expires_at <= $1', [now])
  await pool.query('DELETE FROM email_change WHERE expires_at <= $1', [now])
  await pool.query('DELETE FROM mail WHERE sent_at IS NULL AND expires_at <= $1', [now])
  await pool.query(
    `DELETE FROM user_session WHERE expires_at <= $1 OR user_id IN (
       SELECT u.id FROM user_account u JOIN professional p ON p.id = u.professional_id
       WHERE NOT p.is_active)`,
    [now],
  )
  await pool.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '1 day'
       AND task_identifier <> 'fan_out'`,
  )
}

const ENTRIES_AT_A_TIME = 5000

/**
 * Entries of the audit that are past their time, in small steps: their organizations go on writing.
 *
 * @returns how many were deleted
 */
export function dropOldAudit(service: Service, pool: Pool): Promise<number> {
  return dropOld(service, pool, 'audit_entry')
}

/** Messages of clients and to clients that are past their time, as entries of the audit. */
export function dropOldMessages(service: Service, pool: Pool): Promise<number> {
  return dropOld(service, pool, 'message')
}

/** Found by organization, with an index that begins with it and the time. */
async function dropOld(
  service: Service,
  pool: Pool,
  table: 'audit_entry' | 'message',
): Promise<number> {
  const before = new Date(service.realNow() - LIMITS.auditDays * DAY_MS)
  for (let dropped = 0; ;) {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} AS row USING (
         SELECT old.* FROM organization o CROSS JOIN LATERAL (
           SELECT e.organization_id, e.created_at, e.id FROM ${table} e
           WHERE e.organization_id = o.id AND e.created_at < $1 ORDER BY e.created_at, e.id LIMIT $2::int
         ) AS old LIMIT $2::int
       ) AS old
       WHERE (row.organization_id, row.created_at, row.id) = (old.organization_id, old.created_at, old.id)`,
      [before, ENTRIES_AT_A_TIME],
    )
    dropped += rowCount ?? 0
    if ((rowCount ?? 0) < ENTRIES_AT_A_TIME) return dropped
  }
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
