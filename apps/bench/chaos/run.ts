/** The whole of it: clinics, callers and followers over an arrangement, faults in turn, and what is there at the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '@scheduling/availability/seeded'
import { Pool } from 'pg'
import {
  startArrangement,
  type Arrangement,
  type Asked,
} from '@scheduling/test/arrangement/arrangement.ts'
import { TEST_SECRETS } from '@scheduling/test/support/secrets.ts'
import { countBursts } from './bursts.ts'
import { startCallers } from './callers.ts'
import { anomaliesOf } from './checker.ts'
import { openEndpoints } from './endpoints.ts'
import { atRest, readEnding, waiting } from './ending.ts'
import { drawFaults, type Fault } from './faults.ts'
import { startFollowers } from './followers.ts'
import type { Anomaly, History, Kind, Operation } from './history.ts'
import type { Chance } from './intentions.ts'
import { openMarks, recovered, type Recovery } from './recovery.ts'
import { makeClinics, SEATS, type Clinic } from './world.ts'

export type Asking = {
  readonly arrangement: Asked
  readonly seed: number
  readonly faults: number | readonly Fault[]
  /** Of a number of faults: only those whose name contains this. */
  readonly only?: string
  /** No fault begins later than this. Default: all of them happen. */
  readonly withinMs?: number
  /** Told after each fault. */
  readonly say?: (line: string) => void
}

/** One fault, and what was seen of it. */
export type Blow = {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly recovery: Recovery
}

export type Report = {
  readonly blows: readonly Blow[]
  readonly history: History
  readonly anomalies: readonly Anomaly[]
}

/**
 * Four times the usual limits: so many that the load is let through, and so few that a burst is not. A call of a queue
 * is not answered while a run lasts.
 */
const SETTINGS = { LIMITS_SCALE: '4' }
const CLINICS = 2
/** Between a fault and the next one. */
const CALM_MS = 500
const REST_WITHIN_MS = 150_000

const GROUPS: Readonly<Record<Kind, string>> = {
  book: 'bookings',
  move: 'changes',
  cancel: 'changes',
  confirm: 'changes',
  complete: 'changes',
  no_show: 'changes',
  join: 'queue',
  call: 'queue',
  finish: 'queue',
  skip: 'queue',
  charge: 'deposits',
  pay: 'deposits',
}

export async function runChaos(asking: Asking): Promise<Report> {
  const random = seeded(asking.seed)
  const chance: Chance = {
    next: random,
    of: (values) => values[Math.floor(random() * values.length)],
  }
  const env = { ...SETTINGS, ...asking.arrangement.env }
  const arrangement = await startArrangement({ ...asking.arrangement, env })
  const pool = new Pool({ connectionString: arrangement.databaseUrl, max: 3 })
  pool.on('error', () => undefined)
  try {
    const made = await makeClinics(arrangement.databaseUrl, TEST_SECRETS, CLINICS + 1)
    return await struck(asking, { arrangement, pool, chance, made })
  } finally {
    await pool.end()
    await arrangement.stop()
  }
}

type Stage = {
  readonly arrangement: Arrangement
  readonly pool: Pool
  readonly chance: Chance
  readonly made: readonly Clinic[]
}

async function struck(asking: Asking, stage: Stage): Promise<Report> {
  const { arrangement, pool, chance, made } = stage
  const doors = arrangement.apis.map(({ name, url }) => ({ name, url }))
  const [door] = doors
  const clinics = made.slice(0, -1)
  const counted = made.at(-1)
  if (door === undefined || counted === undefined) throw new Error('There is no one to ask.')
  const endpoints = await openEndpoints(clinics, door)
  const marks = openMarks()
  const onArrival = setInterval(() => {
    const last = endpoints.arrivals.at(-1)
    if (last !== undefined) marks.set('deliveries', last.at)
  }, 50)
  const followers = startFollowers(clinics, doors, (kind, name, from) => {
    marks.set(kind, from)
    marks.set(name, from)
  })
  const load = startCallers(clinics, doors, chance.next, (operation) => {
    if (isFault(operation)) void lastError(arrangement, operation.api).then(asking.say)
    if (!isAnswered(operation)) return
    marks.set(GROUPS[operation.kind], operation.from)
    // A refusal needs no place in the feed of the clinic.
    if (operation.outcome.kind !== 'ok') return
    marks.set(`clinic ${operation.organization}`, operation.from)
    marks.set(operation.api, operation.from)
  })
  const wanted = [
    ...new Set(Object.values(GROUPS)),
    ...doors.map(({ name }) => name),
    ...clinics.map(({ organization }) => `clinic ${organization}`),
    'feed',
    'stream',
    'copy',
    'deliveries',
  ]
  const bursts = countBursts(arrangement, counted, doors)
  const blows: Blow[] = []
  const seen: Anomaly[] = []
  try {
    await pause(3000)
    const until = Date.now() + (asking.withinMs ?? Number.POSITIVE_INFINITY)
    const faults =
      typeof asking.faults === 'number'
        ? drawFaults(arrangement, asking.faults, chance, asking.only)
        : asking.faults
    for (const [place, fault] of faults.entries()) {
      if (Date.now() > until) break
      const from = Date.now()
      const began = marks.restart()
      const found = await fault.run(arrangement, chance).catch((error: unknown) => [String(error)])
      const ended = fault.counted === 'from its end' ? marks.restart() : began
      const recovery = await recovered(marks, ended, wanted, pool)
      seen.push(...found.map((what) => ({ kind: 'process' as const, what, at: from })))
      seen.push(...(await revive(arrangement, from)))
      blows.push({ name: fault.name, from, to: Date.now(), recovery })
      asking.say?.(
        `${place + 1}/${faults.length} ${fault.name}: ${recovery.seconds.toFixed(1)} s (${recovery.last}), backlog ${recovery.backlogSeconds.toFixed(1)} s ${found.join('; ')}`,
      )
      if (!Number.isFinite(recovery.backlogSeconds))
        for (const line of await waiting(pool)) asking.say?.(`  waits: ${line}`)
      await pause(CALM_MS)
    }
  } finally {
    await bursts.stop()
    await load.stop()
    clearInterval(onArrival)
  }
  await atRest(pool, REST_WITHIN_MS)
  const followed = await followers.finish()
  await endpoints.close()
  const ending = await readEnding(pool)
  const history: History = {
    ...ending,
    ...followed,
    operations: load.operations,
    capacities: new Map(clinics.map(({ classService }) => [classService, SEATS])),
    webhooks: endpoints.webhooks,
    arrivals: endpoints.arrivals,
    bursts: bursts.counted,
  }
  return { blows, history, anomalies: [...seen, ...anomaliesOf(history)] }
}

/** The service looked at it, and did not say that it is unwell. */
function isAnswered({ outcome }: Operation): boolean {
  if (outcome.kind === 'unknown') return false
  return (
    outcome.kind === 'ok' ||
    (outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429)
  )
}

const isFault = ({ outcome }: Operation): boolean =>
  outcome.kind === 'refused' && outcome.status === 500

/** The line in which a process told why it answered with a fault. */
async function lastError({ apis }: Arrangement, name: string): Promise<string> {
  // Its log comes by another way than its answer.
  await pause(300)
  const lines =
    apis
      .find((api) => api.name === name)
      ?.output()
      .split('\n') ?? []
  return `  ${name} answered 500: ${lines.findLast((line) => line.includes('"level":"error"')) ?? 'and says nothing'}`
}

/** What has ended though no one ended it is told, and started again. */
async function revive(arrangement: Arrangement, at: number): Promise<Anomaly[]> {
  const { apis, workers, pooler, redis, postgres } = arrangement
  const ended = [postgres, pooler, redis, ...apis, ...workers].filter(
    (one) => one !== null && !one.isRunning,
  )
  const told: Anomaly[] = []
  for (const one of ended) {
    if (one === null) continue
    const what = `${one.name} ended by itself: ${one.output().slice(-500)}`
    told.push({ kind: 'process', what, at })
    await one.restart()
  }
  return told
}
