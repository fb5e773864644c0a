import type { Health } from './health.ts'
import { isSlow } from './health.ts'
import { statement, type Runner } from './statement.ts'

const addJobs = statement(
  'wake lanes',
  `SELECT graphile_worker.add_job(identifier => task, payload => json_build_object('webhook_id', webhook_id),
     run_at => run_at, max_attempts => 5, job_key => key)
   FROM json_to_recordset($1) AS job(task text, webhook_id text, run_at timestamptz, key text)`,
)

type LaneJob = { task: string; webhook_id: string; run_at: string | null; key: string }

export type Wake = {
  readonly webhookId: string
  readonly health: Pick<Health, 'slowMs' | 'consecutiveFailures' | 'openLanes'>
  /** How many deliveries are due: no more lanes are woken than that. */
  readonly due: number
  /** Null: now. */
  readonly at: Date | null
}

/**
 * Puts lane jobs on the list. A later time has a job key of its own: with one key for both, a lane that
 * ends could move a job that a fan-out just asked for "now" to the time of the next retry.
 */
export async function wakeLanes(runner: Runner, wakes: readonly Wake[]): Promise<void> {
  const jobs = wakes.flatMap(({ webhookId, health, due, at }): LaneJob[] => {
    const task = isSlow(health) ? 'lane_slow' : 'lane'
    if (at !== null)
      return [
        { task, webhook_id: webhookId, run_at: at.toISOString(), key: `lane:${webhookId}:timer` },
      ]
    const lanes = Math.max(1, Math.min(due, isSlow(health) ? 1 : health.openLanes))
    return Array.from({ length: lanes }, (_, lane) => ({
      task,
      webhook_id: webhookId,
      run_at: null,
      key: `lane:${webhookId}:${lane}`,
    }))
  })
  if (jobs.length > 0) await addJobs(runner, [JSON.stringify(jobs)])
}
