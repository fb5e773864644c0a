/** What sixty endpoints that never answer cost the others. */
import { setTimeout as pause } from 'node:timers/promises'
import { median, quantile, require, say, sayAim } from './figures.ts'
import { HEALTHY, openReceivers } from './webhooks-receivers.ts'
import type { BenchServer } from './webhooks-stage.ts'

const ORGANIZATIONS = 20
const DEAD = 60
const EVENTS_PER_SECOND = 200
/** As a booking that makes its client: two events in one transaction. */
const EVENTS_PER_CHANGE = 2
const SECONDS = 30
/** Not measured: a worker that has just begun compiles its code, which takes it several seconds. */
const WARM_UP_SECONDS = 8
const ROUNDS = 3
const RATIO_AIM = 1.5
const P95_AIM_MS = 124

type Latency = { readonly p50: number; readonly p95: number; readonly p99: number }

/**
 * Twenty clinics, each with one endpoint that answers; in every other run each has three more that accept
 * the connection and never answer, subscribed to the same events.
 *
 * @throws when an event does not reach an endpoint that answers
 */
export async function benchIsolation(server: BenchServer): Promise<void> {
  console.log(
    `Isolation: ${EVENTS_PER_SECOND} events/s for ${SECONDS} s in ${ORGANIZATIONS} clinics, ${ROUNDS} rounds`,
  )
  const alone: Latency[] = []
  const beside: Latency[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await measured(server, 0))
    tell('one endpoint each', alone)
    beside.push(await measured(server, DEAD))
    tell(`beside ${DEAD} that never answer`, beside)
  }
  const of = (runs: readonly Latency[], key: keyof Latency) => median(runs.map((run) => run[key]))
  for (const key of ['p95', 'p99'] as const)
    sayAim(`${key} with them / without them`, of(beside, key) / of(alone, key), RATIO_AIM, 'less')
  sayAim('p95 with them, ms', of(beside, 'p95'), P95_AIM_MS, 'less')
}

function tell(what: string, runs: readonly Latency[]): void {
  const run = runs.at(-1)
  if (run === undefined) return
  say(what, `event written → received: p50 ${run.p50}, p95 ${run.p95}, p99 ${run.p99} ms`)
}

async function measured(server: BenchServer, dead: number): Promise<Latency> {
  const stage = await server.stage()
  const receivers = await openReceivers([
    ...Array.from({ length: ORGANIZATIONS }, () => HEALTHY),
    ...Array.from({ length: dead }, () => ({ ...HEALTHY, answers: false })),
  ])
  const organizations: number[] = []
  for (let count = 0; count < ORGANIZATIONS; count += 1)
    organizations.push(await stage.organization())
  for (const [place, url] of receivers.urls.entries())
    await stage.subscribe(organizations[place % ORGANIZATIONS] ?? 0, url)
  const worker = await stage.worker()

  const count = EVENTS_PER_SECOND * (WARM_UP_SECONDS + SECONDS)
  const from = performance.now()
  const emitted: Promise<void>[] = []
  for (let index = 0; index < count / EVENTS_PER_CHANGE; index += 1) {
    const wait = from + (index * EVENTS_PER_CHANGE * 1000) / EVENTS_PER_SECOND - performance.now()
    if (wait > 0) await pause(wait)
    emitted.push(stage.emit(organizations[index % ORGANIZATIONS] ?? 0, EVENTS_PER_CHANGE))
  }
  await Promise.all(emitted)
  const rate = (count * 1000) / (performance.now() - from)
  if (rate < EVENTS_PER_SECOND * 0.95)
    say('this machine was too busy', `only ${rate.toFixed(0)} events/s were written`)
  const deadline = performance.now() + 30_000
  while ((await receivers.count()) < count && performance.now() < deadline) await pause(100)
  const arrivals = await receivers.arrivals()
  const { rows } = await stage.pool.query<{ id: string; at: string }>(
    'SELECT id, extract(epoch FROM created_at) * 1000 AS at FROM event',
  )
  await worker.kill()
  const firstAt = new Map<string, number>()
  for (const { eventId, at, endpoint } of arrivals)
    if (endpoint < ORGANIZATIONS && !firstAt.has(eventId)) firstAt.set(eventId, at)
  const all = rows.map(({ id, at }) => ({
    writtenAt: Number(at),
    wait: (firstAt.get(id) ?? Number.NaN) - Number(at),
  }))
  const measuredFrom = Math.min(...all.map(({ writtenAt }) => writtenAt)) + WARM_UP_SECONDS * 1000
  const waits = all.filter(({ writtenAt }) => writtenAt >= measuredFrom).map(({ wait }) => wait)
  receivers.close()
  await stage.close()
  require(all.length === count &&
    !all.some(({ wait }) => Number.isNaN(wait)), 'an event did not arrive')
  const at = (share: number): number => Math.round(quantile(waits, share))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
