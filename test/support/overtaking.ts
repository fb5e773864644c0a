/** Two at one time, in an order that the test decides. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { TestApi } from './api.ts'

type Waitable = Pick<TestApi, 'connection'>

/** Until so many sessions of this database wait for a lock. */
export async function untilWaiting({ connection }: Waitable, count = 1): Promise<void> {
  const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while (((await connection.direct.query(sql)).rowCount ?? 0) < count) await wait(5)
}

/**
 * What someone gets who has read, and then waits for a lock while someone else changes what was read.
 *
 * @param steps.lock takes the lock that `slow` will wait for. It may be the change itself
 * @param steps.change what else happens while `slow` waits; all is committed before it goes on
 */
export async function overtaken<Result>(
  api: Waitable,
  steps: {
    readonly lock: (session: PoolClient) => Promise<unknown>
    readonly slow: () => Promise<Result>
    readonly change?: (session: PoolClient) => Promise<unknown>
  },
): Promise<Result> {
  const session = await api.connection.direct.connect()
  try {
    await session.query('BEGIN')
    await steps.lock(session)
    const result = steps.slow()
    await untilWaiting(api)
    await steps.change?.(session)
    await session.query('COMMIT')
    return await result
  } finally {
    session.release(true)
  }
}

/** The lock that keeps everything in line that decides over a professional's time. */
export function lockProfessional(session: PoolClient, { id }: { readonly id: number }) {
  return session.query('SELECT pg_advisory_xact_lock(1, $1)', [id])
}
