import type { Service } from '@scheduling/core'
import type { WorkerUtils } from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

export type Heartbeat = {
  /** @param poolId whom the jobs of one runner are locked by */
  add(poolId: string): void
  stop(): Promise<void>
}

const BEAT_MS = 5000
const DEAD_AFTER_SECONDS = 25

/**
 * Tells the others that this process lives, and frees the jobs of those that do not tell so any more: the
 * job queue itself would keep the jobs of a killed worker locked for four hours.
 */
export async function startHeartbeat(
  service: Service,
  pool: Pool,
  utils: Pick<WorkerUtils, 'forceUnlockWorkers'>,
): Promise<Heartbeat> {
  const id = randomUUID()
  const poolIds = new Set<string>()
  let isStopped = false
  const beat = async (): Promise<void> => {
    await pool.query(
      `INSERT INTO worker_process (id, worker_ids, seen_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET worker_ids = excluded.worker_ids, seen_at = excluded.seen_at`,
      [id, [...poolIds]],
    )
    await unlockDead(pool, utils)
  }
  let last: Promise<void> = beat()
  await last
  const beatQuietly = (): void => {
    if (isStopped) return
    last = last
      .then(beat)
      .catch((error: unknown) => service.log.warn({ err: error }, 'heartbeat failed'))
  }
  const timer = setInterval(beatQuietly, BEAT_MS)
  return {
    add(poolId) {
      poolIds.add(poolId)
      beatQuietly()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await last
      await pool.query('DELETE FROM worker_process WHERE id = $1', [id])
    },
  }
}

/**
 * Frees every job that is locked by nobody who lives. Not by the list of the dead: a process that is killed
 * in its first moments has not yet told what it locks by.
 *
 * @returns how many lock holders were found dead
 */
export async function unlockDead(
  pool: Pool,
  utils: Pick<WorkerUtils, 'forceUnlockWorkers'>,
): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `SELECT DISTINCT j.locked_by FROM graphile_worker.jobs j
     WHERE j.locked_at < clock_timestamp() - make_interval(secs => $1) AND NOT EXISTS (
       SELECT FROM worker_process p
       WHERE j.locked_by = ANY(p.worker_ids) AND p.seen_at >= clock_timestamp() - make_interval(secs => $1))`,
    [DEAD_AFTER_SECONDS],
  )
  const ids = rows.map((row) => row.locked_by)
  if (ids.length > 0) await utils.forceUnlockWorkers(ids)
  await pool.query(
    'DELETE FROM worker_process WHERE seen_at < clock_timestamp() - make_interval(secs => $1)',
    [DEAD_AFTER_SECONDS],
  )
  return ids.length
}
