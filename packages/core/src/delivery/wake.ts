import type { Health } from './health.ts'
import { isFailing, isSlow } from './health.ts'
import { statement, type Runner } from './statement.ts'

// Sorted: two statements that wake the same webhooks lock their jobs in the same order. Later times are best
// told as waits, since the job list goes by the clock of the database and ours may differ.
const addJobs = statement(
  'wake lanes',
  `SELECT graphile_worker.add_job(identifier => task, payload => json_build_object('webhook_id', webhook_id),
     run_at => clock_timestamp() + make_interval(secs => in_ms / 1000.0), max_attempts => 5, job_key => key)
   FROM (SELECT * FROM json_to_recordset($1) AS job(task text, webhook_id text, in_ms float8, key text)
     ORDER BY key) AS job`,
)

type LaneJob = {
  task: string
  webhook_id: string
  in_ms: number
  key: string
}

export type Wake = {
  readonly webhookId: string
  readonly health: Pick<Health, 'slowMs' | 'consecutiveFailures' | 'openLanes'>
  /** How many deliveries are due: no more lanes are woken than that. */
  readonly due: number
  /** Null: now. */
  readonly at: Later | null
}

export type Later = { readonly at: Date; readonly inMs: number }

export function later(at: Date, now: number): Later {
  return { at, inMs: Math.max(0, at.getTime() - now) }
}

/**
 * Puts lane jobs on the list. Call it after what is due was committed, never in one statement with it: a
 * job that is on the list already and starts in just that moment would be taken for the one asked for.
 *
 * A later time has a job key of its own, by its second. With one key for all, a lane that ends could move
 * the job that a fan-out asked for "now", or that another lane set for an earlier retry, to a later time.
 */
export async function wakeLanes(runner: Runner, wakes: readonly Wake[]): Promise<void> {
  const jobs = wakes.flatMap(({ webhookId, health, due, at }): LaneJob[] => {
    const job = { task: isSlow(health) ? 'lane_slow' : 'lane', webhook_id: webhookId }
    if (at !== null) {
      const second = Math.floor(at.at.getTime() / 1000)
      return [{ ...job, in_ms: at.inMs, key: `lane:${webhookId}:at:${second}` }]
    }
    const lanes = Math.max(1, Math.min(due, isFailing(health) ? 1 : health.openLanes))
    return Array.from({ length: lanes }, (_, lane) => ({
      ...job,
      in_ms: 0,
      key: `lane:${webhookId}:${lane}`,
    }))
  })
  if (jobs.length > 0) await addJobs(runner, [JSON.stringify(jobs)])
}
