import type { Health } from './health.ts'
import { isSlow, lanesFor } from './health.ts'
import { statement, type Runner } from './statement.ts'

// One job in each statement: one that adds several holds the first while it waits for the second, and so meets
// statements that take several jobs off the list in another order. Later times are best told as waits, since
// the job list goes by the clock of the database and ours may differ.
const addJob = statement(
  'wake a lane',
  `SELECT graphile_worker.add_job(identifier => $1::text, payload => json_build_object('webhook_id', $2::text),
     run_at => clock_timestamp() + make_interval(secs => $3::float8 / 1000.0), max_attempts => 5, job_key => $4::text)`,
)

/** Webhooks that are woken at the same time. */
const AT_ONCE = 4

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
  const waiting = wakes.values()
  const wakeNext = async (): Promise<void> => {
    for (const wake of waiting) await wakeOne(runner, wake)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wakes.length) }, wakeNext))
}

async function wakeOne(runner: Runner, { webhookId, health, due, at }: Wake): Promise<void> {
  const task = isSlow(health) ? 'lane_slow' : 'lane'
  if (at !== null) {
    const second = Math.floor(at.at.getTime() / 1000)
    await addJob(runner, [task, webhookId, at.inMs, `lane:${webhookId}:at:${second}`])
    return
  }
  for (let lane = 0; lane < lanesFor(due, health); lane += 1)
    await addJob(runner, [task, webhookId, 0, `lane:${webhookId}:${lane}`])
}
