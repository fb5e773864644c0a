/** A worker whose connections break again and again after the database has done what it was asked. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openDatabaseProxy, type Cut, type DatabaseProxy } from '../support/database-proxy.ts'
import { openReceiver } from '../support/receiver.ts'
import { clientWebhook } from '../support/webhooks.ts'
import { fact, registerClient } from '../support/worker.ts'
import { spawnWorker } from '../support/worker-process.ts'

let api: TestApi
let proxy: DatabaseProxy

beforeAll(async () => {
  api = await startTestApi()
  // Worker processes go by the true time.
  api.setClock(Date.now)
  proxy = await openDatabaseProxy(api.databaseUrl)
})
afterAll(async () => {
  await proxy.close()
  await api.close()
})

const EVENTS = 60
const CUTS = 12
/** Less than it takes until the jobs of a process that is silent are freed. */
const SOON_MS = 12_000

it('loses no event and records none twice, whichever statement it was', async () => {
  const owner = await api.organization()
  const receiver = await openReceiver()
  const webhook = await clientWebhook(api, owner, receiver)
  const worker = spawnWorker(proxy.url)
  await worker.running
  // A prime: it falls on another statement each time.
  proxy.cutAt({ at: /./s, when: 'answered', how: 'reset', every: 17 })
  for (let count = 0; count < EVENTS; count += 1) await registerClient(api, owner)
  await fact('enough breaks', () => proxy.cuts >= CUTS, 60_000)
  proxy.cutAt(null)
  await fact('every event', () => receiver.arrivals.size === EVENTS, 100_000)
  const where = { webhookId: webhook.id }
  await fact(
    'every record',
    async () => (await api.db.delivery.count({ where: { ...where, state: 'pending' } })) === 0,
    100_000,
  )
  const rows = await api.db.deliveryAttempt.findMany({ where })
  expect(rows.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual(
    Array.from({ length: EVENTS }, () => '1 SUCCEEDED'),
  )
  expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(EVENTS)
  // One whose record was lost may have been sent again, under the same id.
  expect([...receiver.attempts.keys()].sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(await worker.terminate()).toBe(0)
  await receiver.close()
}, 300_000)

it('has the jobs soon that it left locked, when the database was away as they were to be freed', async () => {
  const owner = await api.organization()
  const receiver = await openReceiver()
  await clientWebhook(api, owner, receiver)
  const worker = spawnWorker(proxy.url)
  await worker.running
  proxy.cutAt([
    { at: /attempts = jobs\.attempts \+ 1/, when: 'answered', how: 'reset' },
    { at: /force_unlock_workers/, when: 'unsent', how: 'reset' },
  ])
  await registerClient(api, owner)
  const locked = await fact('a job whose answer was lost', async () => {
    const rows = await api.db.$queryRaw<{ by: string }[]>`
      SELECT locked_by AS by FROM graphile_worker.jobs WHERE task_identifier = 'fan_out' AND locked_by IS NOT NULL`
    return rows[0]?.by
  })
  const cutsBefore = proxy.cuts
  // Its runner has ended, and could not free it.
  await fact('the next runner', () => proxy.cuts > cutsBefore + 2)
  proxy.cutAt(null)
  const begun = performance.now()
  expect(locked).toMatch(/^pool-/)
  await fact('the event', () => receiver.arrivals.size === 1, 60_000)
  expect(performance.now() - begun).toBeLessThan(SOON_MS)
  expect(await worker.terminate()).toBe(0)
  await receiver.close()
}, 120_000)

/** Well before the sweep of the next minute, and before a lease runs out. */
const AT_ONCE_MS = 8000

const INSERT = /INSERT INTO delivery /
const LOOK_FOR_FREE_LANES = /unnest\(\$1::text\[\]\) AS asked\(id\)/
const ENTER = /UPDATE webhook_lane l SET lease_token = free/
const CLAIM = /UPDATE delivery d SET lease_token = due/

// A statement that failed is sent again at once.
const LOST: readonly [string, Cut][] = [
  ['a fan-out was written', { at: INSERT, when: 'answered', most: 1 }],
  ['a fan-out was written, and woke no lane', { at: LOOK_FOR_FREE_LANES, when: 'unsent', most: 1 }],
  ['a lane was entered', { at: ENTER, when: 'answered', most: 1 }],
  ['a lane was entered, twice', { at: ENTER, when: 'answered', most: 2 }],
  ['deliveries were claimed', { at: CLAIM, when: 'answered', most: 1 }],
]

it.each(LOST)(
  'sends at once, though no one heard that %s',
  async (_, cut) => {
    const owner = await api.organization()
    const receiver = await openReceiver()
    const webhook = await clientWebhook(api, owner, receiver)
    const worker = spawnWorker(proxy.url)
    await worker.running
    await registerClient(api, owner)
    await fact('an event before', () => receiver.arrivals.size === 1)
    await fact('the end of what a worker begins with', async () => {
      const [row] = await api.db.$queryRaw<{ busy: number }[]>`
      SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now())::int
        + (SELECT count(*) FROM webhook_lane WHERE lease_until > now())::int AS busy`
      return row?.busy === 0
    })
    // An endpoint that failed has one lane: no second one makes good for a lease that no one knows of.
    await api.db.webhookHealth.update({
      where: { webhookId: webhook.id },
      data: { consecutiveFailures: 5 },
    })
    const cutsBefore = proxy.cuts
    proxy.cutAt({ ...cut, how: 'reset' })
    await registerClient(api, owner)
    await fact('lost answers', () => proxy.cuts === cutsBefore + (cut.most ?? 0))
    const begun = performance.now()
    await fact('the event', () => receiver.arrivals.size === 2, 60_000)
    expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
    proxy.cutAt(null)
    expect(await worker.terminate()).toBe(0)
    await receiver.close()
  },
  120_000,
)

it('takes jobs soon after a database that takes long to start is there', async () => {
  const owner = await api.organization()
  const receiver = await openReceiver()
  await clientWebhook(api, owner, receiver)
  const worker = spawnWorker(proxy.url)
  await worker.running
  // It waits for jobs, and is not in the middle of asking for some.
  await wait(3000)
  await proxy.away()
  // What PostgreSQL says while it reads its log after a crash.
  proxy.refuse('57P03')
  await proxy.back()
  const refusals = proxy.refusals
  await wait(16_000)
  expect(proxy.refusals).toBeGreaterThan(refusals + 5)
  proxy.refuse(null)
  const begun = performance.now()
  await registerClient(api, owner)
  await fact('the event', () => receiver.arrivals.size === 1, 60_000)
  expect(performance.now() - begun).toBeLessThan(4000)
  expect(await worker.terminate()).toBe(0)
  await receiver.close()
}, 120_000)
