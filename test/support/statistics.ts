/** What the database says of its own work. */
import type { Pool } from 'pg'

/**
 * Has every session of a pool report what it did so far. By themselves sessions report at most once a second,
 * and someone who compares two readings would be told of work that was done before the first.
 */
export async function reportStatistics(pool: Pool): Promise<void> {
  // All at the same time, or the same session might be asked twice.
  const sessions = await Promise.all(
    Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()),
  )
  try {
    for (const session of sessions) await session.query('SELECT pg_stat_force_next_flush()')
  } finally {
    for (const session of sessions) session.release()
  }
}
