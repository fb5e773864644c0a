/** Streams of several processes, whose connections and sessions break. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess, type ApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { createUser, sessionCookie } from '../support/dashboard.ts'
import { openStream, type Stream } from '../support/live.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ now: Date.now() })
})
afterAll(() => api.close())

const cookieFor = async (clinic: TestOrganization) =>
  sessionCookie(api, await createUser(api, clinic))

let made = 0
/** A client, created at this process: one event. */
async function createClient(at: { readonly url: string }, { key }: TestOrganization) {
  made += 1
  const response = await fetch(`${at.url}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: `Client ${made}`, email: `client${made}@example.com` }),
  })
  expect(response.status).toBe(201)
}

/** Ends what listens, and lets no one listen again while it runs. */
async function withoutNotices(work: () => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const killing = (async () => {
    while (!stop.signal.aborted) {
      await api.connection.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'scheduling api notices'`,
      )
      await pause(20)
    }
  })()
  try {
    await work()
  } finally {
    stop.abort()
    await killing
  }
}

it('1,000 events of two processes reach a reader who comes again 20 times: each once, in order', async () => {
  const clinic = await api.organization()
  const cookie = await cookieFor(clinic)
  const processes = [await startApiProcess(api), await startApiProcess(api)]
  const EVENTS = 1000
  const told: any[] = []
  let lastEventId: string | undefined
  let isWritten = false
  let openings = 0
  const open = async () => {
    const stream = await openStream(processes[(openings += 1) % 2] as ApiProcess, {
      cookie,
      ...(lastEventId === undefined ? {} : { lastEventId }),
    })
    await stream.until(({ messages }) => messages.length > 0)
    return stream
  }
  let stream = await open()
  const writers = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < EVENTS / 8; n += 1) {
        await createClient(processes[(writer + n) % 2] as ApiProcess, clinic)
      }
    }),
  ).then(() => (isWritten = true))
  const take = ({ messages }: Stream) => {
    for (const { id, data } of messages) {
      if (id !== null) lastEventId = id
      if (data.object === 'event') told.push(data)
    }
  }
  while (openings <= 20 || !isWritten) {
    await pause(Math.random() * 300)
    stream.close()
    take(stream)
    stream = await open()
  }
  await writers
  await stream.until(({ events }) => told.length + events.length >= EVENTS)
  take(stream)
  expect(openings).toBeGreaterThan(20)
  expect(told.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: EVENTS }, (_, place) => place + 1),
  )
}, 120_000)

it('no event is later than two seconds, though no one can listen', async () => {
  const clinic = await api.organization()
  const process = await startApiProcess(api)
  const stream = await openStream(process, { cookie: await cookieFor(clinic) })
  await stream.until(({ messages }) => messages.length > 0)
  const late: number[] = []
  const tell = async (): Promise<void> => {
    const count = stream.events.length + 1
    await createClient(api, clinic)
    const began = performance.now()
    await stream.until(({ events }) => events.length === count)
    late.push(performance.now() - began)
  }
  for (let n = 0; n < 20; n += 1) await tell()
  const noticed = late.splice(0)
  await withoutNotices(async () => {
    for (let n = 0; n < 12; n += 1) {
      await pause(Math.random() * 400)
      await tell()
    }
  })
  const worst = Math.max(...late)
  expect(Math.max(...noticed)).toBeLessThan(1000)
  expect(worst).toBeLessThan(2000)
  // Were it never longer than with notices, the sessions would not have been ended.
  expect(worst).toBeGreaterThan(300)
  // What was noted meanwhile is lost.
  await stream.until(({ notes }) => notes.some(({ room }) => room === '*'))
}, 60_000)

it('a process that is killed leaves no row that keeps notices going', async () => {
  const clinic = await api.organization()
  const process = await startApiProcess(api)
  const stream = await openStream(process, { cookie: await cookieFor(clinic) })
  await stream.until(({ messages }) => messages.length > 0)
  const row = async () =>
    (
      await api.connection.pool.query<{ age: string }>(
        `SELECT extract(epoch FROM clock_timestamp() - seen_at)::text AS age FROM live_watch WHERE organization_id = $1`,
        [clinic.row.id],
      )
    ).rows[0]
  expect(await row()).toBeDefined()
  process.kill('SIGKILL')
  await stream.closed
  // It is renewed no more. As if a minute had passed:
  await api.connection.pool.query(
    `UPDATE live_watch SET seen_at = seen_at - interval '1 minute' WHERE organization_id = $1`,
    [clinic.row.id],
  )
  const other = await startApiProcess(api)
  const next = await openStream(other, { cookie: await cookieFor(await api.organization()) })
  await next.until(({ messages }) => messages.length > 0)
  await fact('the row is dropped', async () => (await row()) === undefined)
}, 60_000)

it('readers who do not read are cut off, cost little memory, and cost the others nothing', async () => {
  const clinic = await api.organization()
  const process = await startApiProcess(api)
  const cookie = await cookieFor(clinic)
  const open = () => openStream(process, { cookie })
  const quick = await open()
  const slow = await Promise.all(Array.from({ length: 12 }, open))
  await Promise.all([quick, ...slow].map((one) => one.until(({ messages }) => messages.length > 0)))
  for (const one of slow) one.pause()
  const before = memoryOf(process)
  // 60 MB of events, written past the API: more than the network keeps between two processes.
  const long = 'x'.repeat(100_000)
  for (let n = 1; n <= 600; n += 1) {
    await api.connection.pool.query(
      `WITH made AS (
         INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
         VALUES (current_date, $1, $2, $3, 'client.updated', true, clock_timestamp(), $4,
           '{"actor": {"type": "system", "id": null, "name": null}, "source": "system", "request_id": "req_1"}')
       ) UPDATE event_feed SET last_position = $2, last_event_id = $3 WHERE organization_id = $1`,
      [
        clinic.row.id,
        n,
        `evt_${String(n).padStart(26, '0')}`,
        JSON.stringify({ object: { id: n, long }, changes: null, batch_id: null }),
      ],
    )
  }
  await quick.until(({ events }) => events.length === 600, 30_000)
  const grown = memoryOf(process) - before
  // What was sent to the slow ones is twelve times 60 MB.
  expect(grown).toBeLessThan(300)
  await fact('only the quick one is left', async () => (await openStreams(process)) === 1, 30_000)
  expect(quick.isClosed).toBe(false)
}, 90_000)

/** Megabytes that the process holds. */
function memoryOf({ pid }: ApiProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function openStreams({ url }: ApiProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^live_streams (\d+)$/m.exec(text)?.[1])
}
