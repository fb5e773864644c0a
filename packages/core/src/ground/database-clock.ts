import type { Pool } from 'pg'
import { createStoreClock } from './store-clock.ts'

export type DatabaseClock = {
  /** Epoch milliseconds. Until the database was read: by this process's own clock. */
  now(): number
  /** Reads it no more. */
  stop(): void
}

const READ_EACH_MS = 5000
/** An answer that was longer under way says too little of when it was given. */
const MOST_UNDER_WAY_MS = 500

/**
 * The clock that all processes on one database share, kept going between two readings by a clock that never jumps. The
 * clock of a host that is set wrong, or set anew while its process runs, moves no time that is written or signed.
 *
 * @param own this process's own clock
 */
export function followDatabaseClock(pool: Pool, own: () => number): DatabaseClock {
  const clock = createStoreClock(() => performance.now(), own)
  const read = async (): Promise<void> => {
    const asked = performance.now()
    const { rows } = await pool.query<{ now: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
    )
    const underWayMs = performance.now() - asked
    const [row] = rows
    if (row !== undefined && underWayMs <= MOST_UNDER_WAY_MS) clock.read(row.now + underWayMs / 2)
  }
  // Without an answer the clock goes on as it was read last.
  const readOrLeave = (): void => void read().catch(() => undefined)
  readOrLeave()
  const timer = setInterval(readOrLeave, READ_EACH_MS).unref()
  return { now: clock.now, stop: () => clearInterval(timer) }
}
