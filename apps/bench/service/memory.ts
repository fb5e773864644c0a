/** What the process of `npm start` holds, and whether processes grow while they work. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { alone, compared, spread, type Aim, type Figure } from '../figures.ts'
import { booking } from '../routes/bookings.ts'
import type { Clinic } from '../stage/clinic.ts'
import { openSender, rateOf, type Sender, type Shot } from '../stage/load.ts'
import { megabytesOf, openStandalone } from './standalone-process.ts'
import { openSubscribed, type Subscribed } from './subscribed.ts'

const AIM = { sign: '≤', value: 1.1 } as const
/** Between two looks at the memory. */
const STRETCH_SECONDS = 10
/** Of the load that shows how much the machine can do. */
const MOST_REQUESTS = 1000

type Memory = { readonly api: number; readonly worker: number }

export const MEMORY_BENCH: Bench = {
  about:
    'Resident memory. First of the process of `npm start`, without its database, in five starts. Then of an API and a worker under mixed load at half of what they can do: lists, records, slots, and a tenth of bookings, whose events are delivered. Ours: the last quarter of the time. Reference: the second quarter; before it, a process fills its caches. An hour unless `--minutes` says otherwise.',
  async run(server, { minutes, clients }) {
    const sender = openSender()
    const side = await openSubscribed(server, 1)
    try {
      const standalone = await footprint(sender, clients)
      const most = await sendMixed(sender, side, { clients, from: 0, count: MOST_REQUESTS })
      const rate = Math.max(1, most / 2)
      const count = Math.round(rate * STRETCH_SECONDS)
      const samples: Memory[] = []
      const stretches = Math.max(4, Math.round((minutes * 60) / STRETCH_SECONDS))
      for (let stretch = 0; stretch < stretches; stretch += 1) {
        await sendMixed(sender, side, {
          clients,
          from: MOST_REQUESTS + stretch * count,
          count,
          rate,
        })
        samples.push({
          api: megabytesOf(side.apis[0]?.pid),
          worker: megabytesOf(side.workers[0]?.pid),
        })
      }
      return [
        ...standalone,
        alone('load', `${spread([rate], '/s')} for ${minutes} minutes`),
        growth('API', samples, ({ api }) => api),
        growth('worker', samples, ({ worker }) => worker),
      ]
    } finally {
      await Promise.all([side.close(), sender.close()])
    }
  },
}

function growth(what: string, samples: readonly Memory[], of: (one: Memory) => number): Figure {
  const quarter = (place: number): number[] =>
    samples
      .slice(
        Math.floor((samples.length * place) / 4),
        Math.floor((samples.length * (place + 1)) / 4),
      )
      .map(of)
  const [reference, ours] = [quarter(1), quarter(3)]
  return compared(what, { ours, reference }, { unit: ' MB', aim: AIM })
}

const STARTS = 5
const QUIET_SECONDS = 60
const MOST_AT_REST = { sign: '≤', value: 200, unit: ' MB' } as const
const MOST_AFTER_REQUESTS = { sign: '≤', value: 300, unit: ' MB' } as const

/** Of the whole service in one process, without its database. */
async function footprint(sender: Sender, clients: number): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-memory-'))
  const samples = { atRest: [] as number[], afterRequests: [] as number[] }
  try {
    // The first start of a folder makes the database and the demo clinic.
    await (await openStandalone(folder)).stop()
    for (let start = 0; start < STARTS; start += 1) {
      const standalone = await openStandalone(folder)
      try {
        await wait(QUIET_SECONDS * 1000)
        samples.atRest.push(megabytesOf(standalone.pid))
        await sender.send({
          ports: [standalone.port],
          key: standalone.key,
          connections: clients,
          shots: Array.from({ length: MOST_REQUESTS }, (_, place) => ({
            method: 'GET',
            path: VISITED[place % VISITED.length] ?? '/v1/me',
          })),
          seconds: null,
          expected: [200],
        })
        samples.afterRequests.push(megabytesOf(standalone.pid))
      } finally {
        await standalone.stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    held('`npm start`, 60 s after it is ready', samples.atRest, MOST_AT_REST),
    held('`npm start`, after 1,000 mixed requests', samples.afterRequests, MOST_AFTER_REQUESTS),
  ]
}

/** Lists, records, the docs and the dashboard: each kind of answer that the process can make. */
const VISITED = [
  '/v1/me',
  '/v1/clients?limit=50',
  '/v1/appointments?limit=50',
  '/v1/services',
  '/v1/professionals',
  '/v1/events?limit=100',
  '/v1/clients?q=maria',
  '/v1/deposits',
  '/docs',
  '/docs/clients',
  '/v1/openapi.json',
  '/app',
]

function held(what: string, values: readonly number[], aim: Aim): Figure {
  return {
    what,
    ours: spread(values, aim.unit ?? ''),
    reference: '',
    ratios: [],
    aim,
    aimed: values,
  }
}

type Stretch = Readonly<Record<'clients' | 'from' | 'count', number>> & { readonly rate?: number }

/** Answers a second. */
async function sendMixed(
  sender: Sender,
  { apis, clinic }: Subscribed,
  { clients, from, count, rate }: Stretch,
): Promise<number> {
  const result = await sender.send({
    ports: apis.map(({ port }) => port),
    key: clinic.key,
    connections: clients,
    shots: Array.from({ length: count }, (_, place) => mixed(clinic, from + place)),
    seconds: null,
    ...(rate === undefined ? {} : { rate }),
    expected: [200, 201],
  })
  return rateOf(result)
}

/** Every tenth request books; the others read. */
function mixed(clinic: Clinic, place: number): Shot {
  const id = 1 + (place % clinic.size.clients)
  const paths = [
    '/v1/me',
    `/v1/clients/${id}`,
    `/v1/appointments/${1 + (place % clinic.size.appointments)}`,
    '/v1/clients?limit=50',
    '/v1/appointments?limit=50',
    `/v1/appointments?client_id=${id}`,
    '/v1/events?limit=100',
    `/v1/clients?q=maria`,
    `/v1/availability/next-dates?service_ids=${clinic.serviceId}`,
  ]
  const path = paths[place % 10]
  if (path !== undefined) return { method: 'GET', path }
  return {
    method: 'POST',
    path: '/v1/appointments',
    body: booking(clinic, Math.floor(place / 10), false),
  }
}
