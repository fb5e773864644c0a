import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** The lock Prisma's own engine takes to migrate, so that the two never run at once. */
const PRISMA_MIGRATE_LOCK = 72_707_369

const ASK_AGAIN_MS = 100
const REPORT_EACH_MS = 5000

/**
 * Does `work` while no other process migrates this database. It asks again and again rather than wait in the database:
 * an index that the other one builds concurrently would wait for that statement to end, and each for the other.
 */
export async function inTurn<Result>(
  client: ClientBase,
  onWaiting: (name: string, why: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let reportedAt = performance.now()
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [PRISMA_MIGRATE_LOCK],
    )
    if (rows[0]?.taken === true) break
    if (performance.now() - reportedAt > REPORT_EACH_MS) {
      onWaiting('all migrations', `Another process migrates: ${await holderOf(client)}.`)
      reportedAt = performance.now()
    }
    await wait(ASK_AGAIN_MS)
  }
  try {
    return await work()
  } finally {
    // A connection that broke has given it back.
    await client
      .query('SELECT pg_advisory_unlock($1)', [PRISMA_MIGRATE_LOCK])
      .catch(() => undefined)
  }
}

async function holderOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string | null }>(
    `SELECT l.pid, a.application_name AS name FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [PRISMA_MIGRATE_LOCK],
  )
  const [holder] = rows
  return holder === undefined
    ? 'it has just ended'
    : `process ${holder.pid} of the server (${holder.name})`
}
