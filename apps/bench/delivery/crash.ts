/** Kills the worker again and again while events flow, and asks afterwards what became of each. */
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkerProcess } from '@scheduling/test/support/worker-process.ts'
import { seeded } from '@scheduling/availability/seeded'
import type { Bench } from '../bench.ts'
import { alone, median, require, type Figure } from '../figures.ts'
import { HEALTHY, openReceivers, type Arrival } from './receivers.ts'
import { openStage, type Stage } from './stage.ts'

const SEED = 20_261_121
const KILLS = 30
const EVENTS_PER_KILL = 100
const RECOVERY_MOST_MS = 120_000
/** What the dead process still had in its sockets arrives by then; a new one takes longer to begin. */
const LAST_WORDS_MS = 250
/** The first retry comes after 60 to 66 s. */
const RETRIES_END_WITHIN_MS = 240_000

type Kill = {
  readonly at: number
  /** Ids of the attempts that were due, or under way. */
  readonly due: readonly string[]
}

/** @throws when an event is lost, an attempt is recorded twice or not at all, or recovery takes two minutes */
export const CRASH_BENCH: Bench = {
  about: `The worker is killed ${KILLS} times with SIGKILL while ${KILLS * EVENTS_PER_KILL} events flow (seed ${SEED}), and once while 40 events wait for an endpoint that takes three seconds for each. Every event arrives, and what was received is what is recorded.`,
  async run(server) {
    return [
      ...(await killWhileEventsFlow(await openStage(server))),
      ...(await killWithSlowReceiver(await openStage(server))),
    ]
  },
}

async function killWhileEventsFlow(stage: Stage): Promise<Figure[]> {
  const random = seeded(SEED)
  const flaky = { ...HEALTHY, delayMs: 5, failShare: 0.05, slowShare: 0.03, slowMs: 2000 }
  const receivers = await openReceivers([flaky, flaky], SEED)
  const organization = await stage.organization()
  const webhooks = await Promise.all(
    receivers.urls.map((url) => stage.subscribe(organization, url)),
  )
  const kills: Kill[] = []
  let worker = await stage.worker()
  for (let count = 0; count < KILLS; count += 1) {
    const killAfterMs = 500 + random() * 8500
    const emitting = emitOver(stage, organization, EVENTS_PER_KILL, killAfterMs)
    await pause(killAfterMs)
    kills.push(await killed(stage, worker))
    worker = await stage.worker()
    await emitting
  }
  await allEnded(stage, RETRIES_END_WITHIN_MS)
  require((await worker.terminate()) === 0, 'the worker did not end in order')
  const arrivals = await receivers.arrivals()
  const figures = [
    ...(await requireAllDelivered(stage, webhooks, arrivals)),
    ...(await recoveryFigures(stage, kills, arrivals)),
  ]
  receivers.close()
  await stage.close()
  return figures
}

async function killWithSlowReceiver(stage: Stage): Promise<Figure[]> {
  const EVENTS = 40
  const receivers = await openReceivers([{ ...HEALTHY, delayMs: 3000 }])
  const organization = await stage.organization()
  for (const url of receivers.urls) await stage.subscribe(organization, url)
  const worker = await stage.worker()
  await emitOver(stage, organization, EVENTS, 100)
  await pause(8000)
  const kill = await killed(stage, worker)
  const next = await stage.worker()
  await allEnded(stage, RETRIES_END_WITHIN_MS)
  require((await next.terminate()) === 0, 'the worker did not end in order')
  await requireAllDelivered(stage, [], await receivers.arrivals())
  const { first, all } = recoveryOf(kill, await receivers.arrivals(), new Map())
  require(all < RECOVERY_MOST_MS, `recovery took ${seconds(all)}`)
  receivers.close()
  await stage.close()
  const undisturbed = seconds(Math.ceil(kill.due.length / 4) * 3000)
  return [
    alone('slow endpoint: kill → first delivery', seconds(first)),
    alone(`slow endpoint: kill → all ${kill.due.length} that were due`, seconds(all)),
    alone('slow endpoint: without a kill, four at a time', undisturbed),
  ]
}

async function emitOver(
  stage: Stage,
  organization: number,
  count: number,
  milliseconds: number,
): Promise<void> {
  const emitted: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    emitted.push(stage.emit(organization))
    await pause(milliseconds / count)
  }
  await Promise.all(emitted)
}

async function killed(stage: Stage, worker: WorkerProcess): Promise<Kill> {
  await worker.kill()
  const at = Date.now()
  const due = await stage.column<string>(
    `SELECT attempt_id FROM delivery WHERE state = 'pending' AND next_attempt_at <= to_timestamp($1)`,
    [at / 1000],
  )
  return { at, due }
}

async function allEnded(stage: Stage, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [open] = await stage.column<string>(
      `SELECT (SELECT count(*) FROM delivery WHERE state = 'pending')
         + (SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'fan_out')`,
    )
    if (Number(open) === 0) return
    require(performance.now() < deadline, `${open} deliveries have not ended`)
    await pause(50)
  }
}

type AttemptRow = {
  id: string
  webhook_id: string
  event_id: string
  attempt: number
  status: string
  response_status: number | null
}

/** Every event arrived everywhere; deliveries, attempts and what the receivers saw say the same. */
async function requireAllDelivered(
  stage: Stage,
  webhooks: readonly string[],
  arrivals: readonly Arrival[],
): Promise<Figure[]> {
  const events = await stage.column<string>('SELECT id FROM event')
  const { rows: deliveries } = await stage.pool.query<{
    webhook_id: string
    event_id: string
    attempt: number
    state: string
    lease_token: string | null
  }>('SELECT webhook_id, event_id, attempt, state, lease_token FROM delivery')
  const { rows: attempts } = await stage.pool.query<AttemptRow>(
    'SELECT id, webhook_id, event_id, attempt, status, response_status FROM delivery_attempt',
  )
  const expected = events.length * Math.max(1, webhooks.length)
  require(deliveries.length === expected, `${deliveries.length} deliveries instead of ${expected}`)
  require(deliveries.every(
    (row) => row.state === 'succeeded' && row.lease_token === null,
  ), 'a delivery did not end with success')
  const numbers = new Map<string, number[]>()
  for (const { webhook_id: webhook, event_id: event, attempt } of attempts) {
    const key = `${webhook} ${event}`
    numbers.set(key, [...(numbers.get(key) ?? []), attempt])
  }
  for (const row of deliveries) {
    const made = numbers.get(`${row.webhook_id} ${row.event_id}`)?.toSorted((a, b) => a - b) ?? []
    const isWhole = made.length === row.attempt && made.every((one, place) => one === place + 1)
    require(isWhole, `${row.event_id} has the attempts ${made.join(', ')}, at ${row.attempt}`)
  }
  const answers = new Map<string, Set<number | null>>()
  const times = new Map<string, number>()
  for (const { deliveryId, status } of arrivals) {
    answers.set(deliveryId, (answers.get(deliveryId) ?? new Set()).add(status))
    times.set(deliveryId, (times.get(deliveryId) ?? 0) + 1)
  }
  for (const { id, response_status: status } of attempts)
    require(answers.get(id)?.has(status) === true, `${id} is recorded with ${status}, not received`)
  const recorded = new Set(attempts.map(({ id }) => id))
  for (const id of answers.keys()) require(recorded.has(id), `${id} was received, not recorded`)
  require(recorded.size === attempts.length, 'an attempt is recorded twice')
  const accepted = new Set(
    arrivals.filter(({ status }) => status === 200).map((one) => `${one.endpoint} ${one.eventId}`),
  )
  require(accepted.size === expected, `${accepted.size} of ${expected} were accepted`)

  const again = [...times.values()].filter((count) => count > 1).length
  return [
    alone(
      'events, deliveries, attempts recorded',
      [events, deliveries, attempts].map((all) => all.length).join(', '),
    ),
    alone(
      'refused with 500 and delivered later',
      String(attempts.filter(({ attempt }) => attempt > 1).length),
    ),
    alone('sent again after a kill, under the same id', String(again)),
  ]
}

async function recoveryFigures(
  stage: Stage,
  kills: readonly Kill[],
  arrivals: readonly Arrival[],
): Promise<Figure[]> {
  const { rows } = await stage.pool.query<{ id: string; attempted_at: Date }>(
    'SELECT id, attempted_at FROM delivery_attempt',
  )
  const attemptedAt = new Map(rows.map((row) => [row.id, row.attempted_at.getTime()]))
  const recoveries = kills.map((kill) => recoveryOf(kill, arrivals, attemptedAt))
  for (const { all, first } of recoveries)
    require(Math.max(all, first) < RECOVERY_MOST_MS, `recovery took ${seconds(all)}`)
  const told = (what: string, values: readonly number[]): Figure =>
    alone(what, `median ${seconds(median(values))}, most ${seconds(Math.max(...values))}`)
  return [
    told(
      'kill → first delivery',
      recoveries.map(({ first }) => first),
    ),
    told(
      'kill → all that were due',
      recoveries.map(({ all }) => all),
    ),
    alone('due at a kill', `median ${median(kills.map(({ due }) => due.length))}`),
  ]
}

/** @param attemptedAt of attempts that the killed process may have recorded with its last statement */
function recoveryOf(
  kill: Kill,
  arrivals: readonly Arrival[],
  attemptedAt: ReadonlyMap<string, number>,
): { first: number; all: number } {
  const after = arrivals.filter(({ at }) => at > kill.at + LAST_WORDS_MS)
  const first = Math.min(...after.map(({ at }) => at)) - kill.at
  const arrivedAt = new Map<string, number>()
  for (const { deliveryId, at } of after)
    if (!arrivedAt.has(deliveryId)) arrivedAt.set(deliveryId, at)
  const waits = kill.due.map((id) => {
    const at = arrivedAt.get(id)
    if (at !== undefined) return at - kill.at
    const made = attemptedAt.get(id)
    require(made !== undefined && made <= kill.at + LAST_WORDS_MS, `${id} was due and never sent`)
    return 0
  })
  return { first, all: Math.max(0, ...waits) }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
