import type { Service } from '@scheduling/core'
import { endLeasesOf } from '@scheduling/delivery'
import { poolBeside } from '@scheduling/database'
import type { WorkerUtils } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type { Outage } from './outage.ts'

export type Heartbeat = {
  /** Beats now, or after the beat that is under way. */
  beat(): void
  /** @param poolId what locks the jobs of one runner */
  add(poolId: string): void
  /** For a runner that ended: frees the jobs that it left locked. */
  drop(poolIds: readonly string[]): Promise<void>
  /** Whether others take this process for a living one. */
  isHeard(): boolean
  stop(): Promise<void>
}

type Utils = Pick<WorkerUtils, 'forceUnlockWorkers'>

const BEAT_MS = 2000
/** One that holds the lock, and one that writes. */
const CONNECTIONS = 2
/** A statement that hears nothing for so long is given up with its connection: the next beat has another. */
const SILENCE_MS = 5000
const LATE_ANSWER_MS = 50
/** A process that is silent this long, and whose session is gone, was killed. */
const KILLED_AFTER_SECONDS = 5
/** A process that is silent this long is cut off or stuck, whether its session lives or not. */
const DEAD_AFTER_SECONDS = 25

/**
 * Tells other processes that this one lives, and takes over from dead ones. Without it the job queue would keep the
 * jobs of a killed worker locked for four hours, and its leases would have to run out.
 *
 * A process shows that it lives in two ways: it writes the time, and one of its sessions holds a lock. A kill ends the
 * session at once; a process that is only slow keeps its session and is given more time.
 *
 * @param direct connections of its own are made beside it: no other work may hold up a beat, not even to take over
 * @param database told after each beat whether the database answered
 */
export async function startHeartbeat(
  service: Service,
  direct: Pool,
  utils: Utils,
  id: string,
  database: Pick<Outage, 'failed' | 'over'>,
): Promise<Heartbeat> {
  const pool = poolBeside(direct, { max: CONNECTIONS }, SILENCE_MS)
  const poolIds = new Set<string>()
  const everyPoolId: string[] = []
  /** Of runners that ended: what they left locked is freed by the next beat. */
  const ended = new Set<string>()
  let session: PoolClient | null = null
  let heardAt = Number.NEGATIVE_INFINITY

  const holdLock = async (): Promise<void> => {
    if (session !== null) return
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ is_held: boolean }>(
        `SELECT pg_try_advisory_lock(${lockOf('$1')}) AS is_held`,
        [id],
      )
      // After a break of the network, the server may not yet know that the session before is gone.
      if (rows[0]?.is_held !== true) {
        client.release()
        return
      }
    } catch (error) {
      client.release(true)
      throw error
    }
    client.once('error', () => {
      if (session !== client) return
      session = null
      client.release(true)
    })
    session = client
  }
  const freeEnded = async (): Promise<void> => {
    const those = [...ended]
    if (those.length === 0) return
    await utils.forceUnlockWorkers(those)
    for (const poolId of those) ended.delete(poolId)
  }
  const tell = (error: unknown): void => {
    database.failed(error)
    service.log.warn({ err: error }, 'heartbeat failed')
  }
  const free = async (): Promise<void> => {
    await freeEnded()
    const dead = await takeOver(direct, utils)
    if (dead > 0) service.log.warn({ processes: dead }, 'took over from dead workers')
  }
  /** Beside the beats: with many leases, or a connection that broke, it takes longer than they may. */
  let freeing = Promise.resolve()
  let isFreeing = false
  const beat = async (): Promise<void> => {
    await holdLock()
    await pool.query(
      `INSERT INTO worker_process (id, worker_ids, seen_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET worker_ids = excluded.worker_ids, seen_at = excluded.seen_at`,
      [id, [...poolIds]],
    )
    heardAt = service.elapsed()
    database.over()
    if (isFreeing) return
    isFreeing = true
    freeing = free()
      .catch(tell)
      .finally(() => (isFreeing = false))
  }
  const end = async (): Promise<void> => {
    // Ends the session, and the lock with it.
    const held = session
    session = null
    held?.release(true)
    await pool.end()
  }
  let last: Promise<void> = beat()
  try {
    await last
    await freeing
  } catch (error) {
    await end()
    throw error
  }
  const stopping = new AbortController()
  let isQueued = false
  const beatQuietly = (): void => {
    if (stopping.signal.aborted || isQueued) return
    isQueued = true
    last = last.then(async () => {
      isQueued = false
      await beat().catch(tell)
    })
  }
  const keepBeating = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await service.wait(BEAT_MS, stopping.signal)
      beatQuietly()
    }
  }
  void keepBeating()
  return {
    beat: beatQuietly,
    add(poolId) {
      poolIds.add(poolId)
      everyPoolId.push(poolId)
      beatQuietly()
    },
    async drop(those) {
      for (const poolId of those) {
        poolIds.delete(poolId)
        ended.add(poolId)
      }
      // The next beat does it again: for a database that was away, and for jobs in an answer that was never read.
      await utils.forceUnlockWorkers([...those])
    },
    isHeard: () => service.elapsed() - heardAt < DEAD_AFTER_SECONDS * 1000,
    async stop() {
      stopping.abort()
      await last
      await freeing
      // A runner asks for jobs until it ends, and may have been given some in an answer that it never read.
      await service.wait(LATE_ANSWER_MS)
      try {
        await utils.forceUnlockWorkers(everyPoolId)
        await pool.query('DELETE FROM worker_process WHERE id = $1', [id])
      } catch (error) {
        // Other processes find out by its silence.
        service.log.warn({ err: error }, 'the shutdown of this worker could not be recorded')
      } finally {
        await end()
      }
    },
  }
}

function lockOf(id: string): string {
  return `hashtextextended('worker process ' || ${id}, 0)`
}

/**
 * Frees what dead processes held: their leases, and every job that no living process has locked. The list of dead
 * processes is not enough, since a process that is killed in its first moments has not yet written what locks its jobs.
 * If this process is killed halfway, another does it again: a dead process is forgotten last.
 *
 * @returns how many processes were found dead
 */
export async function takeOver(pool: Pool, utils: Utils): Promise<number> {
  const { rows: dead } = await pool.query<{ id: string; worker_ids: string[] }>(
    `SELECT id, worker_ids FROM worker_process
     WHERE seen_at < clock_timestamp() - make_interval(secs => $1)
       OR (seen_at < clock_timestamp() - make_interval(secs => $2) AND pg_try_advisory_xact_lock(${lockOf('id')}))`,
    [DEAD_AFTER_SECONDS, KILLED_AFTER_SECONDS],
  )
  const { rows: unknown } = await pool.query<{ locked_by: string }>(
    `SELECT DISTINCT j.locked_by FROM graphile_worker.jobs j
     WHERE j.locked_at < clock_timestamp() - make_interval(secs => $1)
       AND NOT EXISTS (SELECT FROM worker_process p WHERE j.locked_by = ANY(p.worker_ids))`,
    [DEAD_AFTER_SECONDS],
  )
  const poolIds = [
    ...dead.flatMap((process) => process.worker_ids),
    ...unknown.map((row) => row.locked_by),
  ]
  if (poolIds.length > 0) await utils.forceUnlockWorkers(poolIds)
  for (const { id } of dead) await endLeasesOf(pool, id)
  if (dead.length > 0) {
    await pool.query(
      `SELECT graphile_worker.add_job('sweep', job_key => 'sweep:takeover', max_attempts => 3)`,
    )
    await pool.query('DELETE FROM worker_process WHERE id = ANY($1)', [dead.map(({ id }) => id)])
  }
  return dead.length
}
