/**
 * The version before and this one, at once on one database: its schema is brought to what this one needs while the other
 * serves; processes are replaced one after the other; and then back, as after a bad release.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { spawnApi, untilApiIsReady, type ApiServer } from '../support/api-server.ts'
import { openBalancer, type Balancer } from '../support/balancer.ts'
import { onServer, urlOf } from '../support/database.ts'
import {
  previousCommit,
  previousVersion,
  type PreviousVersion,
} from '../support/previous-version.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { secretSettings, TEST_SECRETS } from '../support/secrets.ts'
import { spawnService } from '../support/service-process.ts'
import { readDemo } from '../support/standalone.ts'
import { fact } from '../support/worker.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const previous = await previousCommit()
const NEEDS = previous === null ? ' (needs the history of the repository, which is not here)' : ''

const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
const common = { ...secretSettings(TEST_SECRETS), LIMITS_SCALE: '10000', LOG_LEVEL: 'info' }

let old: PreviousVersion
let databaseUrl = ''
let receiver: Receiver
let balancer: Balancer
let client: Client

type Pair = { readonly api: ApiServer; readonly worker: WorkerProcess }
const pairs: Pair[] = []
const ended: { readonly exit: unknown; readonly output: string }[] = []

/** An API and a worker of one version. */
async function start(project?: string): Promise<Pair> {
  const options = project === undefined ? {} : { project }
  const env = { ...common, DATABASE_URL: databaseUrl, ALLOW_LOOPBACK_WEBHOOKS: 'true' }
  const api = await spawnApi(env, options)
  const worker = spawnWorker(databaseUrl, TEST_SECRETS, common, options)
  balancer.add(api.url)
  await Promise.all([untilApiIsReady(api), worker.running])
  const pair = { api, worker }
  pairs.push(pair)
  return pair
}

async function stop(pair: Pair): Promise<void> {
  pair.api.kill('SIGTERM')
  const exits = await Promise.all([pair.api.exited, pair.worker.terminate()])
  balancer.remove(pair.api.url)
  ended.push({ exit: exits, output: pair.api.output() + pair.worker.output() })
  pairs.splice(pairs.indexOf(pair), 1)
}

/** What every client does all the time, until it is told to stop. */
type Seen = { readonly unexpected: string[]; readonly booked: Map<number, string>; count: number }
const seen: Seen = { unexpected: [], booked: new Map(), count: 0 }

async function ask(
  method: string,
  route: string,
  statuses: readonly number[],
  body?: object,
): Promise<any> {
  // Some load, which leaves the processors to what is measured by it.
  await wait(40)
  const answer = await balancer.ask(method, route, body)
  seen.count += 1
  if (statuses.includes(answer.status)) return answer.body
  const { status, body: refusal } = answer
  if (seen.unexpected.length < 10)
    seen.unexpected.push(`${method} ${route}: ${status} ${JSON.stringify(refusal)}`)
  return null
}

const phone = (one: number): string => `(11) 9${8000_0000 + one}`

async function visits(first: number, until: AbortSignal): Promise<void> {
  for (let one = first; !until.aborted; one += 1) {
    const day = new Date(Date.now() + (7 + (one % 40)) * 86_400_000).toISOString().slice(0, 10)
    const free = await ask('GET', `/v1/availability/slots?service_ids=1&date=${day}`, [200])
    const starts: string[] = (free?.data ?? []).map(({ start: time }: { start: string }) => time)
    const [from, to] = [starts[one % starts.length], starts.at(-1 - (one % starts.length))]
    if (from === undefined || to === undefined) continue
    const who = { first_name: 'Ana', phone: phone(one) }
    const made = await ask('POST', '/v1/appointments', [201, 409], {
      service_ids: [1],
      start: from,
      client: who,
    })
    if (made?.id === undefined) continue
    seen.booked.set(made.id, made.status)
    await ask('POST', `/v1/appointments/${made.id}/reschedule`, [200, 409, 422], { start: to })
    if (one % 3 !== 0) continue
    const cancelled = await ask('POST', `/v1/appointments/${made.id}/cancel`, [200], {})
    if (cancelled !== null) seen.booked.set(made.id, cancelled.status)
  }
}

async function waiting(first: number, until: AbortSignal): Promise<void> {
  const { data } = await ask('GET', '/v1/services?limit=100', [200])
  const { id } = data.find((one: { booking_mode: string }) => one.booking_mode === 'QUEUE')
  for (let one = first; !until.aborted; one += 1) {
    const who = { first_name: 'Rui', phone: phone(one) }
    const entry = await ask('POST', '/v1/queue/entries', [201], {
      service_id: id,
      client: who,
    })
    if (entry !== null) await ask('POST', `/v1/queue/entries/${entry.id}/cancel`, [200], {})
    await ask('GET', '/v1/queue/entries', [200])
  }
}

const sequences: number[] = []
let readTo = ''
async function readFeed(): Promise<void> {
  const page = await ask('GET', `/v1/events?limit=100&after=${readTo}`, [200])
  sequences.push(...page.data.map(({ sequence }: { sequence: number }) => sequence))
  readTo = page.last_event_id
  if (page.has_more) await readFeed()
}
async function reading(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await readFeed()
    await wait(20)
  }
}

/** The version before makes its schema, and a clinic in it. On a busy machine it may give up, and goes on when it is started again. */
async function makeClinic(tries = 3): Promise<void> {
  const standalone = spawnService(
    'apps/standalone/src/main.ts',
    { ...common, DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: '0' },
    { project: old.folder },
  )
  try {
    await standalone.said('Stop with Ctrl-C.')
  } catch (error) {
    if (tries === 1) throw error
    return makeClinic(tries - 1)
  }
  standalone.kill('SIGTERM')
  await standalone.exited
}

beforeAll(async () => {
  if (previous === null) return
  old = await previousVersion(previous)
  const server = inject('testServer')
  const name = `test_${server.run}_upgrade`
  await onServer(server.url, (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  databaseUrl = urlOf(server.url, name)
  await makeClinic()
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
  receiver = await openReceiver()
  balancer = openBalancer(readDemo(folder).api_keys.full)
})

afterAll(async () => {
  if (previous === null) return
  balancer?.stop()
  for (const { api, worker } of pairs) {
    api.kill('SIGKILL')
    await worker.kill()
  }
  await receiver?.close()
  await client?.end()
  old?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(previous === null)(`the version before and this one at once${NEEDS}`, () => {
  it('serve through a migration, a replacement of every process, and the way back, without a request that failed', async () => {
    const first = await start(old.folder)
    const second = await start(old.folder)
    const made = await ask('POST', '/v1/webhooks', [201], { url: receiver.url, events: ['*'] })
    expect(made.url).toBe(receiver.url)
    readTo = (await ask('GET', '/v1/events?latest=true', [200])).last_event_id
    const end = new AbortController()
    const load = Promise.all([
      visits(0, end.signal),
      visits(10_000, end.signal),
      waiting(20_000, end.signal),
      reading(end.signal),
    ])
    const counts: Record<string, number> = {}
    const phase = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const before = seen.count
      await work()
      while (seen.count < before + 40) await wait(20)
      counts[name] = seen.count - before
    }
    await phase('version before', async () => undefined)
    await phase('migration', async () => {
      const migration = spawnService('apps/operator/bin/migrate.ts', { DATABASE_URL: databaseUrl })
      expect([await migration.exited, migration.output()]).toEqual([
        0,
        expect.stringContaining(`Applied ${old.lacks}`),
      ])
    })
    // What only the new version knows waits for it, and holds up nothing.
    await client.query(`SELECT graphile_worker.add_job('task_of_tomorrow')`)
    const third = await start()
    await phase('one replaced', () => stop(first))
    const fourth = await start()
    await phase('both replaced', () => stop(second))
    const fifth = await start(old.folder)
    await phase('back', () => Promise.all([stop(third), stop(fourth)]))
    end.abort()
    await load
    expect(seen.unexpected).toEqual([])
    // A kept connection may be closed under a request that is on its way, and a busy balancer may be late to notice that
    // a process is not ready any more. Both are sent again; they are few.
    expect(balancer.counts.refused + balancer.counts.broken).toBeLessThan(10)
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(40)
    await stop(await start(old.folder).then(() => fifth))
  })

  it('lose nothing, and do nothing twice: bookings, the feed, deliveries', async () => {
    await readFeed()
    expect(sequences.length).toBeGreaterThan(100)
    expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index))
    const { rows: stored } = await client.query<{ id: number; status: string }>(
      'SELECT id, status FROM appointment WHERE id = ANY($1)',
      [[...seen.booked.keys()]],
    )
    expect(new Map(stored.map(({ id, status }) => [id, status]))).toEqual(seen.booked)
    const { rows: events } = await client.query<{ id: string }>(
      'SELECT id FROM event WHERE organization_id = (SELECT organization_id FROM webhook WHERE id = $1) AND sequence >= $2',
      [await webhookId(), sequences[0]],
    )
    await fact('every delivery', () => events.every(({ id }) => receiver.accepted.has(id)), 60_000)
    const { rows: attempts } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM delivery_attempt GROUP BY webhook_id, event_id',
    )
    expect(attempts.every(({ count }) => count === 1)).toBe(true)
    expect([...receiver.attempts.values()].every((count) => count === 1)).toBe(true)
  })

  it('an older worker leaves jobs alone that it does not know, and its processes end in order', async () => {
    const { rows } = await client.query(
      `SELECT attempts, locked_at FROM graphile_worker.jobs WHERE task_identifier = 'task_of_tomorrow'`,
    )
    expect(rows).toEqual([{ attempts: 0, locked_at: null }])
    expect(ended.map(({ exit }) => exit)).toEqual(ended.map(() => [0, 0]))
    const errors = ended.flatMap(({ output }) =>
      output.split('\n').filter((line) => line.includes('"level":"error"')),
    )
    expect(errors).toEqual([])
  })
})

async function webhookId(): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM webhook WHERE active ORDER BY created_at DESC LIMIT 1',
  )
  return rows[0]?.id
}
