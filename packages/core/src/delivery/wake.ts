import { isChat } from './compose.ts'
import { isSlow, lanesFor, openLanesOf, servedOf, type Health, type ServedRow } from './health.ts'
import { patiently } from './patience.ts'
import { statement, type Runner } from './statement.ts'

// One job in each statement: one that adds several holds the first while it waits for the second, and so meets
// statements that take several jobs off the list in another order. Later times are best told as waits, since
// the job list goes by the clock of the database and ours may differ. Fan-outs come first.
const addJob = statement(
  'wake a lane',
  `SELECT graphile_worker.add_job(identifier => $1::text, payload => json_build_object('webhook_id', $2::text),
     run_at => clock_timestamp() + make_interval(secs => $3::float8 / 1000.0), max_attempts => 5, job_key => $4::text,
     priority => 1)`,
)

const AGAIN_AFTER_MS = 2000

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

/** A turn that failed, or that this process does not begin any more, comes again by the list. */
export async function wakeAgain(runner: Runner, task: LaneTask, webhookId: string): Promise<void> {
  const values = [task, webhookId, AGAIN_AFTER_MS, `lane:${webhookId}:again`]
  await patiently(async () => {
    await addJob(runner, values)
  })
}

/** What wakes a webhook's lanes now; nothing where all of them are at work: they look ahead by themselves. */
export function wakesIfFree(
  webhook: { readonly id: string; readonly format: string } & ServedRow,
  due: number,
  busy: number,
): Wake[] {
  const health = servedOf(webhook)
  if (busy >= openLanesOf(health, isChat(webhook))) return []
  return [{ webhookId: webhook.id, health, due, at: null }]
}

export type Later = { readonly at: Date; readonly inMs: number }

export function later(at: Date, now: number): Later {
  return { at, inMs: Math.max(0, at.getTime() - now) }
}

export type LaneTask = 'lane' | 'lane_slow'

/** Begins a turn of a webhook in this process, now or when it has room; false: no longer. */
export type Begin = (task: LaneTask, webhookId: string) => boolean

/**
 * Wakes lanes: for now in this process, or, when it stops and for later, by the job list. The ledger keeps what
 * is due: a turn that dies with its process leaves nothing behind that a sweep would not find.
 */
export type Waker = (wakes: readonly Wake[]) => Promise<void>

/**
 * Begins turns in this process, or puts lane jobs on the list. Call it after what is due was committed, never in one statement with it: a
 * job that is on the list already and starts in just that moment would be taken for the one asked for.
 *
 * A later time has a job key of its own, by its second. With one key for all, a lane that ends could move
 * the job that a fan-out asked for "now", or that another lane set for an earlier retry, to a later time.
 *
 * @param begin without it, everything goes on the list for whoever comes first
 */
export async function wakeLanes(
  runner: Runner,
  wakes: readonly Wake[],
  begin: Begin = () => false,
): Promise<void> {
  const waiting = wakes.values()
  const wakeNext = async (): Promise<void> => {
    for (const wake of waiting) await wakeOne(runner, wake, begin)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wakes.length) }, wakeNext))
}

async function wakeOne(
  runner: Runner,
  { webhookId, health, due, at }: Wake,
  begin: Begin,
): Promise<void> {
  const task: LaneTask = isSlow(health) ? 'lane_slow' : 'lane'
  if (at !== null) {
    const second = Math.floor(at.at.getTime() / 1000)
    await addJob(runner, [task, webhookId, at.inMs, `lane:${webhookId}:at:${second}`])
    return
  }
  for (let lane = 0; lane < lanesFor(due, health); lane += 1)
    if (!begin(task, webhookId))
      await addJob(runner, [task, webhookId, 0, `lane:${webhookId}:${lane}`])
}
