/** What sixty endpoints that never answer cost the others. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { compared, quantile, require } from '../figures.ts'
import type { BenchServer } from '../stage/server.ts'
import { HEALTHY, openReceivers } from './receivers.ts'
import { openStage } from './stage.ts'

const ORGANIZATIONS = 20
const DEAD = 60
const EVENTS_PER_SECOND = 200
/** As a booking that makes its client: two events in one transaction. */
const EVENTS_PER_CHANGE = 2
const SECONDS = 30
/** Not measured: a worker that has just begun compiles its code, which takes it several seconds. */
const WARM_UP_SECONDS = 8
const AIMS = { p50: null, p95: { sign: '≤', value: 1.15 }, p99: { sign: '≤', value: 1.3 } } as const

type Latency = { readonly p50: number; readonly p95: number; readonly p99: number }

/** @throws when an event does not reach an endpoint that answers */
export const ISOLATION_BENCH: Bench = {
  about: `From an event to its arrival, at ${EVENTS_PER_SECOND} events a second in ${ORGANIZATIONS} clinics for ${SECONDS} seconds, each clinic with one endpoint that answers. Ours: beside ${DEAD} endpoints of the same clinics that accept the connection and never answer, subscribed to the same events. Reference: without them.`,
  async run(server, { rounds }) {
    const beside: Latency[] = []
    const without: Latency[] = []
    for (let round = 0; round < rounds; round += 1) {
      without.push(await measured(server, 0))
      beside.push(await measured(server, DEAD))
    }
    return (['p50', 'p95', 'p99'] as const).map((key) => {
      const measured = {
        ours: beside.map((run) => run[key]),
        reference: without.map((run) => run[key]),
      }
      const aim = AIMS[key]
      return compared(key, measured, { unit: ' ms', ...(aim && { aim }) })
    })
  },
}

async function measured(server: BenchServer, dead: number): Promise<Latency> {
  const stage = await openStage(server)
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
    console.log(`  this machine was too busy: only ${rate.toFixed(0)} events/s were written`)
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
