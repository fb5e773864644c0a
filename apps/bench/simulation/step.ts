/** One step of the simulation: some businesses for some seconds, and what was seen meanwhile. */
import { seeded } from '@scheduling/availability/seeded'
import { Pool } from 'pg'
import type { Arrangement } from '@scheduling/test/arrangement/arrangement.ts'
import type { Receivers } from '../delivery/receivers.ts'
import { quantile } from '../figures.ts'
import { arrivals } from './arrivals.ts'
import type { Business } from './fill.ts'
import { watchMachine, type Seen } from './machine.ts'
import type { OpenLoad, OpenResult } from './open-load.ts'
import type { Rates } from './rates.ts'
import { requestMaker } from './requests.ts'

/** A step has bent when one of these is passed. */
export const BENDS = { p99Ms: 1000, lagP99Ms: 5000, behindSeconds: 2 }

export type Step = {
  /** Of ten thousand clinics. */
  readonly share: number
  readonly businesses: number
  /** Streams of dashboards that are open. */
  readonly streams: number
  /** In which requests were due. */
  readonly seconds: number
  /** Requests a second. */
  readonly offered: number
  readonly sent: OpenResult
  readonly seen: Seen
  /** Milliseconds from the moment of an event to its first arrival at an endpoint that answers at once. */
  readonly lags: readonly number[]
  /** Deliveries to such endpoints that had not arrived when the step was over for `SETTLE_MS`. */
  readonly missing: number
}

export type Stage = {
  readonly arrangement: Arrangement
  readonly load: OpenLoad
  readonly receivers: Receivers
  /** Endpoints that answer at once. */
  readonly prompt: ReadonlySet<number>
}

/** After the last answer, what was still to be delivered has so long. */
const SETTLE_MS = 5000

type Asked = Pick<Step, 'share' | 'streams' | 'seconds'> & {
  /** Of one business. */
  readonly rates: Rates
  readonly seed: number
}

export async function runStep(
  stage: Stage,
  businesses: readonly Business[],
  { share, streams, rates, seconds, seed }: Asked,
): Promise<Step> {
  const { arrangement, load } = stage
  const maker = requestMaker(businesses, seeded(seed))
  const shots = arrivals(rates, businesses.length, seconds, seed).flatMap(
    (arrival) => maker.shot(arrival) ?? [],
  )
  const { apis, workers, postgres, pooler, redis } = arrangement
  const watched = [
    ...apis,
    ...workers,
    postgres,
    ...(pooler === null ? [] : [pooler]),
    ...(redis === null ? [] : [redis]),
  ]
  const began = Date.now()
  const stopWatching = await watchMachine(arrangement.databaseUrl, [
    ...watched.map(({ name, pid }) => ({ name, pid })),
    { name: 'load', pid: load.pid },
  ])
  const sent = await load.send(portsOf(arrangement), shots)
  const seen = await stopWatching()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const { lags, missing } = await deliveredSince(stage, began)
  const offered = shots.length / seconds
  return {
    share,
    streams,
    seconds,
    businesses: businesses.length,
    offered,
    sent,
    seen,
    lags,
    missing,
  }
}

export function portsOf({ apis }: Arrangement): number[] {
  return apis.map(({ url }) => Number(new URL(url).port))
}

async function deliveredSince(
  { arrangement, receivers, prompt }: Stage,
  began: number,
): Promise<{ lags: number[]; missing: number }> {
  const pool = new Pool({ connectionString: arrangement.databaseUrl, max: 1 })
  try {
    const { rows } = await pool.query<{ id: string; at: Date; webhook: string }>(
      `SELECT e.id, e.created_at AS at, w.name AS webhook FROM event e JOIN delivery d ON d.event_id = e.id AND d.event_day = e.event_day
         JOIN webhook w ON w.id = d.webhook_id
       WHERE e.event_day >= current_date - 1 AND e.created_at >= $1`,
      [new Date(began)],
    )
    const arrived = new Map<string, number>()
    for (const { eventId, endpoint, at } of await receivers.arrivals()) {
      const key = `${eventId} ${endpoint}`
      if (!arrived.has(key)) arrived.set(key, at)
    }
    const awaited = rows.filter(({ webhook }) => prompt.has(Number(webhook)))
    const lags = awaited.flatMap(({ id, at, webhook }) => {
      const arrival = arrived.get(`${id} ${webhook}`)
      return arrival === undefined ? [] : [arrival - at.getTime()]
    })
    return { lags, missing: awaited.length - lags.length }
  } finally {
    await pool.end()
  }
}

/** Of a step: how it went in one number for each thing that can bend. */
export function summary({ sent, seen, lags }: Step) {
  const all = Object.values(sent.kinds)
  const waits = all.flatMap((kind) => kind.waits)
  const statuses = all.flatMap((kind) => Object.entries(kind.statuses))
  const countOf = (holds: (status: number) => boolean): number =>
    statuses.reduce((sum, [status, count]) => sum + (holds(Number(status)) ? count : 0), 0)
  return {
    answered: countOf((status) => status > 0) / sent.seconds,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    errors: countOf((status) => status === 0 || status >= 500 || status === 429),
    refused: countOf((status) => status >= 400 && status < 500 && status !== 429),
    lagP50: quantile(lags, 0.5),
    lagP99: quantile(lags, 0.99),
    /** Cores in use, by process. */
    cores: Object.fromEntries(
      Object.entries(seen.cpu).map(([name, cpu]) => [name, cpu / seen.seconds]),
    ),
  }
}

/** What bent, in words; none: nothing did. */
export function bendsOf(step: Step): string[] {
  const { p99, errors, lagP99 } = summary(step)
  const bends = {
    'requests wait': p99 > BENDS.p99Ms,
    'requests pile up': step.sent.seconds > step.seconds + BENDS.behindSeconds,
    'events wait': lagP99 > BENDS.lagP99Ms || step.missing > 0,
    [`${errors} errors`]: errors > 0,
  }
  return Object.entries(bends).flatMap(([what, isSo]) => (isSo ? [what] : []))
}
