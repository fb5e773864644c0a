/** How many deliveries a second, beside the same exchanges without lanes and leases. */
import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { Bench } from '../bench.ts'
import { alone, compared, inTurn, require, spread, type Figure } from '../figures.ts'
import { askedProcess } from '../stage/asked-process.ts'
import { parentOf, processorSeconds, processorSecondsOfAll } from '../stage/processor-time.ts'
import type { BenchServer } from '../stage/server.ts'
import { redisBinary, startRedis, type RedisServer } from '@scheduling/test/support/redis.ts'
import type { PlainJob, PlainSettings } from './plain.ts'
import { HEALTHY, openReceivers, type Receivers } from './receivers.ts'
import { clientRecord, openStage, type Stage } from './stage.ts'

const ENDPOINTS = 20
const DELIVERIES = 6000
/** What the lanes of so many endpoints are. */
const CONCURRENCY = 4 * ENDPOINTS
const ENDS_WITHIN_MS = 60_000

/** The work is written and its worker is up: `release` lets it go. */
type Ready = { readonly pid: number; release(): Promise<void>; stop(): Promise<void> }

/** Processor time of one delivery. Seconds. */
type Cost = { readonly process: number; readonly database: number }

type Contender = {
  readonly name: string
  prepare(stage: Stage, receivers: Receivers): Promise<Ready>
}

/** @throws when a delivery of any contender is not received and recorded exactly once */
export const FANOUT_BENCH: Bench = {
  about: `${DELIVERIES} deliveries to ${ENDPOINTS} endpoints, ${CONCURRENCY} at a time: fan-out, lanes, leases and health. The reference sends the same signed requests from a job of graphile-worker for each and records them, without lanes and leases.`,
  async run(server, { rounds }) {
    const redis = redisBinary === null ? null : await startRedis({ isKept: true })
    const costs: Record<'one' | 'plain' | 'ten', Cost[]> = { one: [], plain: [], ten: [] }
    const rate = (contender: Contender, kept: Cost[]) => async (): Promise<number> => {
      const { deliveriesPerSecond, cost } = await measured(server, contender)
      kept.push(cost)
      return deliveriesPerSecond
    }
    try {
      const rates = await inTurn(rounds, {
        one: rate(engine(1), costs.one),
        plain: rate(graphileLoop, costs.plain),
        ten: rate(engine(10), costs.ten),
        bullmq: redis === null ? async () => Number.NaN : rate(bullmqLoop(redis), []),
      })
      const beside = (what: string, ours: readonly number[], value: number): Figure =>
        compared(what, { ours, reference: rates.plain }, { unit: '/s', aim: { sign: '≥', value } })
      const cost = (side: 'one' | 'ten', of: keyof Cost, what: string): Figure => {
        const microseconds = (one: Cost): number => one[of] * 1e6
        const values = {
          ours: costs[side].map(microseconds),
          reference: costs.plain.map(microseconds),
        }
        return compared(`processor time of the ${what}, per delivery`, values, { unit: ' µs' })
      }
      return [
        beside('1 webhook per clinic', rates.one, 0.92),
        cost('one', 'process', 'worker'),
        cost('one', 'database', 'database'),
        beside('10 webhooks per clinic', rates.ten, 1),
        cost('ten', 'process', 'worker'),
        cost('ten', 'database', 'database'),
        alone(
          'BullMQ on Redis, a job per delivery',
          redis === null ? 'not measured: no redis-server' : spread(rates.bullmq, '/s'),
        ),
      ]
    } finally {
      await redis?.stop()
    }
  },
}

async function measured(
  server: BenchServer,
  contender: Contender,
): Promise<{ readonly deliveriesPerSecond: number; readonly cost: Cost }> {
  const stage = await openStage(server)
  const receivers = await openReceivers(Array.from({ length: ENDPOINTS }, () => HEALTHY))
  const ready = await contender.prepare(stage, receivers)
  const postgres = parentOf((await stage.column<number>('SELECT pg_backend_pid()'))[0] ?? 0)
  const spent = (): Cost => ({
    process: processorSeconds(ready.pid),
    database: processorSecondsOfAll(postgres),
  })
  const before = spent()
  const began = Date.now()
  await ready.release()
  const deadline = performance.now() + ENDS_WITHIN_MS
  while ((await receivers.count()) < DELIVERIES && performance.now() < deadline) await pause(25)
  const recorded = async (): Promise<number> =>
    Number((await stage.column<string>('SELECT count(*) FROM delivery_attempt'))[0])
  while ((await recorded()) < DELIVERIES && performance.now() < deadline) await pause(25)
  const arrivals = await receivers.arrivals()
  const after = spent()
  await ready.stop()
  const distinct = new Set(arrivals.map(({ deliveryId }) => deliveryId)).size
  require(arrivals.length === DELIVERIES &&
    distinct === DELIVERIES &&
    (await recorded()) ===
      DELIVERIES, `${contender.name}: ${arrivals.length} received, ${distinct} distinct, ${await recorded()} recorded`)
  receivers.close()
  await stage.close()
  return {
    deliveriesPerSecond: (DELIVERIES * 1000) / ((arrivals.at(-1)?.at ?? Number.NaN) - began),
    cost: {
      process: (after.process - before.process) / DELIVERIES,
      database: (after.database - before.database) / DELIVERIES,
    },
  }
}

/** Everything: fan-out, deliveries, lanes. The fan-out jobs are there, and due when the clock starts. */
function engine(webhooksPerClinic: number): Contender {
  return {
    name: `engine, ${webhooksPerClinic} webhooks per clinic`,
    async prepare(stage, { urls }) {
      const organizations: number[] = []
      for (const [place, url] of urls.entries()) {
        if (place % webhooksPerClinic === 0) organizations.push(await stage.organization())
        await stage.subscribe(organizations.at(-1) ?? 0, url)
      }
      const events = DELIVERIES / webhooksPerClinic
      for (let index = 0; index < events; index += 100)
        await Promise.all(
          Array.from({ length: 100 }, (_, place) =>
            stage.emit(organizations[(index + place) % organizations.length] ?? 0),
          ),
        )
      await hold(stage)
      const worker = await stage.worker()
      return { pid: worker.pid, release: () => letGo(stage), stop: () => worker.kill() }
    },
  }
}

const graphileLoop: Contender = {
  name: 'graphile-worker, a job per delivery',
  async prepare(stage, { urls }) {
    for (let index = 0; index < DELIVERIES; index += 500)
      await stage.pool.query(
        `SELECT count(*) FROM graphile_worker.add_jobs(array(
           SELECT json_populate_record(NULL::graphile_worker.job_spec,
             json_build_object('identifier', 'deliver', 'payload', payload))
           FROM json_array_elements($1::json) AS payload))`,
        [JSON.stringify(jobsFor(urls, index, 500))],
      )
    await hold(stage)
    const { pid, kill } = await begin('./graphile-main.ts', stage, '')
    return { pid, release: () => letGo(stage), stop: kill }
  },
}

function bullmqLoop(redis: RedisServer): Contender {
  return {
    name: 'BullMQ on Redis, a job per delivery',
    async prepare(stage, { urls }) {
      const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
      await connection.flushall()
      const queue = new Queue<PlainJob>('deliver', { connection })
      await queue.pause()
      for (let index = 0; index < DELIVERIES; index += 500)
        await queue.addBulk(
          jobsFor(urls, index, 500).map((job) => ({ name: 'deliver', data: job })),
        )
      const { pid, kill } = await begin('./bullmq-main.ts', stage, redis.url)
      return {
        pid,
        release: () => queue.resume(),
        async stop() {
          await kill()
          await queue.close()
          connection.disconnect()
        },
      }
    },
  }
}

function jobsFor(urls: readonly string[], first: number, count: number): PlainJob[] {
  return Array.from({ length: count }, (_, place) => {
    const number = first + place
    const eventId = `evt_${String(number).padStart(26, '0')}`
    return {
      url: urls[number % urls.length] ?? '',
      webhookId: `whk_${String(number % urls.length).padStart(26, '0')}`,
      organizationId: 1,
      eventId,
      deliveryId: `dlv_${String(number).padStart(26, '0')}`,
      secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
      body: JSON.stringify({
        id: eventId,
        type: 'client.created',
        api_version: '2026-11-01',
        created_at: '2026-11-20T08:00:00-03:00',
        organization_id: 1,
        livemode: true,
        sequence: number,
        data: { object: clientRecord(number), changes: null, batch_id: null },
        context: {
          actor: { type: 'system', id: null, name: null },
          source: 'system',
          request_id: `req_${String(number).padStart(26, '0')}`,
        },
      }),
    }
  })
}

/** The jobs wait for `letGo`. */
async function hold(stage: Stage): Promise<void> {
  await stage.pool.query(
    "UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day'",
  )
}

/** Due at once, told as a new job is told. */
async function letGo(stage: Stage): Promise<void> {
  await stage.pool.query(
    "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() + interval '1 hour'",
  )
  await stage.pool.query(
    `SELECT pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${CONCURRENCY})::text)`,
  )
}

/** Starts a plain loop. */
async function begin(file: string, stage: Stage, redisUrl: string) {
  const loop = askedProcess<PlainSettings, true>(new URL(file, import.meta.url))
  await loop.ask({ databaseUrl: stage.databaseUrl, redisUrl, concurrency: CONCURRENCY })
  return loop
}
