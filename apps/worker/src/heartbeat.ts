import type { Service } from '@scheduling/core'
import type { WorkerUtils } from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

export type Heartbeat = { add(workerId: string): void; stop(): Promise<void> }

const BEAT_MS = 10_000
const DEAD_AFTER_SECONDS = 45

/**
 * Tells the others that this process lives. The job queue keeps the jobs of a killed worker locked for
 * four hours; with this the next sweep gives them to somebody else.
 */
export async function startHeartbeat(
  service: Service,
  pool: Pool,
  utils: WorkerUtils,
): Promise<Heartbeat> {
  const id = randomUUID()
  const workerIds = new Set<string>()
  const beat = async (): Promise<void> => {
    await pool.query(
      `INSERT INTO worker_process (id, worker_ids, seen_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET worker_ids = excluded.worker_ids, seen_at = excluded.seen_at`,
      [id, [...workerIds]],
    )
  }
  const beatQuietly = (): void => {
    beat().catch((error: unknown) => service.log.warn({ err: error }, 'heartbeat failed'))
  }
  await beat()
  await unlockDead(pool, utils)
  const timer = setInterval(beatQuietly, BEAT_MS)
  return {
    add(workerId) {
      workerIds.add(workerId)
      beatQuietly()
    },
    async stop() {
      clearInterval(timer)
      await pool.query('DELETE FROM worker_process WHERE id = $1', [id])
    },
  }
}

/** Frees the jobs of processes that have not been heard of. */
export async function unlockDead(
  pool: Pool,
  utils: Pick<WorkerUtils, 'forceUnlockWorkers'>,
): Promise<number> {
  const { rows } = await pool.query<{ worker_ids: string[] }>(
    `DELETE FROM worker_process WHERE seen_at < clock_timestamp() - make_interval(secs => $1) RETURNING worker_ids`,
    [DEAD_AFTER_SECONDS],
  )
  const ids = rows.flatMap((row) => row.worker_ids)
  if (ids.length > 0) await utils.forceUnlockWorkers(ids)
  return ids.length
}
