import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** The lock Prisma's own engine takes to migrate, so that the two never run at once. */
const PRISMA_MIGRATE_LOCK = 72_707_369

const ASK_AGAIN_MS = 100

/**
 * Does `work` while no other process migrates this database. It asks again and again rather than wait in the database:
 * an index that the other one builds concurrently would wait for that statement to end, and each for the other.
 */
export async function inTurn<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [PRISMA_MIGRATE_LOCK],
    )
    if (rows[0]?.taken === true) break
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
