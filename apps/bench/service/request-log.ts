/** What the request log costs: processor time of the API, and what its queue takes while the database stands still. */
import { createRequestQueue } from '@scheduling/api'
import type { RequestEntry } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Bench, Options } from '../bench.ts'
import { alone, compared, quantile, spread, type Figure } from '../figures.ts'
import { bookings, READS } from './two-apis.ts'
import { processorSeconds } from '../stage/processor-time.ts'
import { openApi, type Api } from '../stage/api.ts'
import { seedClinic } from '../stage/clinic.ts'
import { answersIn, openSender, type Shot } from '../stage/load.ts'
import type { BenchServer } from '../stage/server.ts'

const MOST = 1.03
const SIDES = { ours: {}, reference: { REQUEST_LOG: 'false' } } as const
type Side = keyof typeof SIDES
const BOTH: readonly Side[] = ['ours', 'reference']
const WRITTEN_WITHIN_MS = 1000
/** Requests a second. */
const RATES: Readonly<Record<string, number>> = { one: 2000, book: 150 }
/** Requests, as fast as they are answered: a process that is still being optimized differs from the next by 5 %. */
const WARM_UP: Readonly<Record<string, number>> = { one: 40_000, book: 4000 }

export const REQUEST_LOG_BENCH: Bench = {
  about:
    'Microseconds of processor time of the API process for each request, with the request log and without it, each pair of runs in processes of its own. `one` is `GET /v1/clients/{id}`, `book` is `POST /v1/appointments` with distinct starts, 2,000 and 150 a second. The interval of 95 % is that of the mean of the ratios. Then the queue alone, while the database stands still.',
  async run(server, options) {
    return [...(await costOf(server, options)), ...(await queueAlone(server))]
  },
}

/**
 * Each pair has two new processes, so that none is measured by the luck of one, and takes turns of a second between them,
 * so that a busy moment of the machine is on both. The process that starts first uses about 4 % more, with the log or
 * without it, so the sides take turns in that too.
 */
async function costOf(
  server: BenchServer,
  { rounds, clients, seconds }: Options,
): Promise<Figure[]> {
  const sender = openSender()
  const databaseUrl = await server.database()
  const clinic = await seedClinic(databaseUrl)
  let places = 0
  const loads: Readonly<Record<string, (count: number) => readonly Shot[]>> = {
    one: (count) =>
      Array.from({ length: Math.ceil(count / READS.length) }, () => READS)
        .flat()
        .slice(0, count),
    book: (count) => bookings(clinic, (places += count) - count, count),
  }
  const pair = async (
    name: string,
    sides: readonly Side[],
  ): Promise<Readonly<Record<Side, number>>> => {
    const opened: Partial<Record<Side, Api>> = {}
    for (const side of sides) opened[side] = await openApi(databaseUrl, SIDES[side])
    const { ours, reference } = opened
    if (ours === undefined || reference === undefined) throw new Error('There are two sides.')
    const apis = { ours, reference }
    const rate = RATES[name] ?? 0
    const send = async (
      side: Side,
      count: number,
      pace: { readonly rate?: number },
    ): Promise<number> =>
      answersIn(
        await sender.send({
          ports: [apis[side].port],
          key: clinic.key,
          connections: clients,
          shots: loads[name]?.(count) ?? [],
          seconds: null,
          ...pace,
          expected: [name === 'book' ? 201 : 200],
        }),
      )
    const cpu = () => ({
      ours: processorSeconds(ours.pid),
      reference: processorSeconds(reference.pid),
    })
    try {
      for (const side of sides) await send(side, WARM_UP[name] ?? 0, {})
      const before = cpu()
      let answers = 0
      for (let turn = 0; turn < seconds; turn += 1) {
        for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
          answers += await send(side, rate, { rate })
        }
      }
      // What is on its way is written within half a second.
      await wait(WRITTEN_WITHIN_MS)
      const after = cpu()
      const each = (side: Side) => ((after[side] - before[side]) / (answers / 2)) * 1e6
      return { ours: each('ours'), reference: each('reference') }
    } finally {
      await Promise.all([ours.kill(), reference.kill()])
    }
  }
  try {
    const figures: Figure[] = []
    for (const name of Object.keys(loads)) {
      const pairs = []
      for (let round = 0; round < rounds; round += 1) {
        pairs.push(await pair(name, round % 2 === 0 ? BOTH : BOTH.toReversed()))
      }
      const taken = {
        ours: pairs.map(({ ours }) => ours),
        reference: pairs.map(({ reference }) => reference),
      }
      const figure = compared(`\`${name}\``, taken, { unit: ' µs', digits: 0 })
      const [low, high] = interval(figure.ratios)
      figures.push(
        figure,
        alone(
          `\`${name}\`: ratio, interval of 95 %`,
          `${low.toFixed(3)}–${high.toFixed(3)}; at most ${MOST}: ${high <= MOST ? 'met' : 'missed'}`,
        ),
      )
    }
    return figures
  } finally {
    await sender.close()
  }
}

/** Two-sided, of Student's t. */
const T_95 = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14]

/** Of the mean. */
function interval(values: readonly number[]): readonly [low: number, high: number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  const t = T_95[values.length - 2] ?? 1.96
  const half = t * Math.sqrt(variance / values.length)
  return [mean - half, mean + half]
}

const RATE = 2000
const FROZEN_SECONDS = 10

/** Entries at a steady rate, while a transaction holds the table for ten seconds. */
async function queueAlone(server: BenchServer): Promise<Figure[]> {
  const databaseUrl = await server.database()
  const { organizationId } = await seedClinic(databaseUrl)
  const connection = connect(databaseUrl, { connections: 4 })
  // The connections of the service may not stay in a transaction for so long.
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  let dropped = 0
  const queue = createRequestQueue({
    sql: connection.pool,
    log: { warn: () => undefined },
    onDropped: (count) => (dropped += count),
  })
  const millis: number[] = []
  try {
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE request_log IN ACCESS EXCLUSIVE MODE')
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    let most = before
    const begun = performance.now()
    let put = 0
    while (performance.now() - begun < FROZEN_SECONDS * 1000) {
      const due = Math.floor(((performance.now() - begun) / 1000) * RATE)
      for (; put < due; put += 1) {
        const entry = entryOf(organizationId, put)
        const at = performance.now()
        queue.put(entry)
        millis.push(performance.now() - at)
      }
      most = Math.max(most, process.memoryUsage().heapUsed)
      await wait(5)
    }
    globalThis.gc?.()
    const held = process.memoryUsage().heapUsed - before
    await holder.query('COMMIT')
    await queue.writeAll()
    const { rows } = await connection.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM request_log WHERE organization_id = $1',
      [organizationId],
    )
    return [
      alone('entries put in while the database stood still', `${put} in ${FROZEN_SECONDS} s`),
      alone('put in, p99', `${(quantile(millis, 0.99) * 1000).toFixed(1)} µs`),
      alone('memory that they hold', `${(held / 1e6).toFixed(1)} MB`),
      alone('written afterwards, dropped', `${rows[0]?.count}, ${dropped}`),
      alone('median of putting in', spread([quantile(millis, 0.5) * 1000], ' µs', 1)),
    ]
  } finally {
    await holder.end()
    await connection.close()
  }
}

function entryOf(organizationId: number, place: number): RequestEntry {
  return {
    id: `req_${String(place).padStart(26, '0')}`,
    organizationId,
    keyId: `key_${place % 10}`,
    receivedAt: Date.now(),
    method: 'GET',
    route: '/v1/clients/{client_id}',
    pathIds: { client_id: (place % 500) + 1 },
    status: 200,
    code: null,
    faults: [],
    durationMs: 3,
    isReplayed: false,
    times: 1,
  }
}
