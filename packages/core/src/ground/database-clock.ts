import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createStoreClock } from './store-clock.ts'

export type DatabaseClock = {
  /** Epoch milliseconds. Until the database was read: by this process's own clock. */
  now(): number
  /** Resolves when the database was read, or is read no more. */
  readonly known: Promise<void>
  /** Reads it no more. */
  stop(): void
}

const READ_EACH_MS = 5000
const READ_FIRST_EACH_MS = 200
/** An answer that was longer under way says too little of when it was given; a first one says more than nothing. */
const MOST_UNDER_WAY_MS = 500

/**
 * The clock that all processes on one database share, kept going between two readings by a clock that never jumps. The
 * clock of a host that is set wrong, or changed while its process runs, moves no time that is written or signed.
 *
 * @param own this process's own clock
 * @param elapsed milliseconds of a clock that only moves forward
 */
export function followDatabaseClock(
  pool: Pick<Pool, 'connect'>,
  own: () => number,
  elapsed: () => number = () => performance.now(),
): DatabaseClock {
  const clock = createStoreClock(elapsed, own)
  const known = Promise.withResolvers<void>()
  const stopped = new AbortController()
  let isKnown = false
  const read = async (): Promise<void> => {
    const client = await pool.connect()
    try {
      // From here on: what it takes to get a connection says nothing of the clock.
      const asked = elapsed()
      const { rows } = await client.query<{ now: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
      )
      const underWayMs = elapsed() - asked
      const [row] = rows
      if (row === undefined || (isKnown && underWayMs > MOST_UNDER_WAY_MS)) return
      clock.read(row.now + underWayMs / 2)
      isKnown = true
      known.resolve()
    } finally {
      client.release()
    }
  }
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // Without an answer the clock goes on as it was read last.
      await read().catch(() => undefined)
      const pauseMs = isKnown ? READ_EACH_MS : READ_FIRST_EACH_MS
      await wait(pauseMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
    }
    known.resolve()
  }
  void follow()
  return { now: clock.now, known: known.promise, stop: () => stopped.abort() }
}
