import {
  capacityOf,
  isSlow,
  lanesFor,
  openLanesOf,
  type Capacity,
  type CapacityRow,
} from '../health/health.ts'
import { statement, type Sql } from '@scheduling/database'
import { isChat } from '../subscriptions/chat.ts'
import type { Timers } from '../timers.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** The two kinds of lane job: slow and failing endpoints have slots of their own. */
export type LaneTask = 'lane' | 'lane_slow'

/** Says that a webhook's lanes have work. Wake lanes only after the work is committed, never in the same statement. */
export type Wake = {
  readonly webhookId: string
  readonly health: Capacity
  /** How many deliveries are due: no more lanes are woken than that. */
  readonly due: number
  /** Null: now. */
  readonly at: Later | null
}

export type Later = { readonly at: Date; readonly inMs: number }

export function later(at: Date, now: number): Later {
  return { at, inMs: Math.max(0, at.getTime() - now) }
}

/** Nothing where all lanes of the webhook are at work: they look ahead by themselves. */
export function wakesIfFree(
  webhook: { readonly id: string; readonly format: string } & CapacityRow,
  due: number,
  busy: number,
): Wake[] {
  const health = capacityOf(webhook)
  if (busy >= openLanesOf(health, isChat(webhook))) return []
  return [{ webhookId: webhook.id, health, due, at: null }]
}

/** One lane to wake. */
export type LaneJob = {
  readonly task: LaneTask
  readonly webhookId: string
  readonly inMs: number
  /** A job with the key of one that waits takes its place. */
  readonly key: string
  readonly isForNow: boolean
}

/**
 * A later time has a key of its own, by its second. With one key for all, a lane that ends could move the job that a
 * fan-out asked for "now", or that another lane set for an earlier retry, to a later time.
 */
export function jobsOf({ webhookId, health, due, at }: Wake): LaneJob[] {
  const task: LaneTask = isSlow(health) ? 'lane_slow' : 'lane'
  if (at !== null) {
    const second = Math.floor(at.at.getTime() / 1000)
    const key = `lane:${webhookId}:at:${second}`
    return [{ task, webhookId, inMs: at.inMs, key, isForNow: false }]
  }
  return Array.from({ length: lanesFor(due, health) }, (_, lane) => ({
    task,
    webhookId,
    inMs: 0,
    key: `lane:${webhookId}:${lane}`,
    isForNow: true,
  }))
}

// One job in each statement: one that adds several holds the first while it waits for the second, and so meets
// statements that take several jobs off the list in another order. Later times are given as waits, since the job list
// goes by the clock of the database and ours may differ. Fan-outs come first.
const addJob = statement(
  'wake a lane',
  `SELECT graphile_worker.add_job(identifier => $1::text, payload => json_build_object('webhook_id', $2::text),
     run_at => clock_timestamp() + make_interval(secs => $3::float8 / 1000.0), max_attempts => 5, job_key => $4::text,
     priority => 1)`,
)

/** Webhooks whose jobs are added at the same time. */
const AT_ONCE = 4

/** Puts lane jobs on the list, for whichever process comes first. */
export async function addLaneJobs(client: Sql, jobs: readonly LaneJob[]): Promise<void> {
  const byWebhook = Map.groupBy(jobs, ({ webhookId }) => webhookId)
  const waiting = byWebhook.values()
  const addNext = async (): Promise<void> => {
    for (const ofOne of waiting)
      for (const { task, webhookId, inMs, key } of ofOne)
        await addJob(client, [task, webhookId, inMs, key])
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, byWebhook.size) }, addNext))
}

/**
 * Wakes lanes by the job list.
 *
 * Call it after what is due was committed: a job that is on the list already and starts at just that moment would be
 * taken for the one asked for.
 */
export async function wakeLanes(client: Sql, wakes: readonly Wake[]): Promise<void> {
  await addLaneJobs(client, wakes.flatMap(jobsOf))
}

const AGAIN_AFTER_MS = 2000

/** Puts a turn that failed, or that a stopping process did not begin, back on the list. */
export async function wakeAgain(
  timers: Timers,
  client: Sql,
  task: LaneTask,
  webhookId: string,
): Promise<void> {
  const values = [task, webhookId, AGAIN_AFTER_MS, `lane:${webhookId}:again`]
  await retryWhileUnavailable(timers, async () => {
    await addJob(client, values)
  })
}
