/** The clock of a test organization, moved by real workers, with webhooks that are really sent. */
import { localDateOf } from '@scheduling/availability'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  createClientRow,
  createDepositRow,
  createProfessional,
  createQueueEntryRow,
  createService,
  eventsOf,
} from '../support/clinic.ts'
import { signIn, type Dashboard } from '../support/dashboard.ts'
import { createdWebhook, openEndpoint, readWebhook, type Endpoint } from '../support/webhooks.ts'
import { fact, registerClient } from '../support/worker.ts'
import { wholeOrganization } from '../support/whole-organization.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

vi.setConfig({ testTimeout: 240_000 })

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  // Worker processes go by the true time.
  Object.assign(api.service, { now: Date.now, realNow: Date.now })
})
afterAll(() => api.close())

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PATIENCE_MS = 120_000

/** Where it is about noon now: no day ends while a test runs. */
function noonZone(): string {
  const east = 12 - new Date().getUTCHours()
  return east === 0 ? 'Etc/UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Killed when the test is over, however it ends. */
async function startWorkerProcess(): Promise<WorkerProcess> {
  const worker = spawnWorker(api.databaseUrl)
  onTestFinished(() => worker.kill())
  await worker.running
  return worker
}

async function endpoint(): Promise<Endpoint> {
  const opened = await openEndpoint()
  onTestFinished(() => opened.close())
  return opened
}

type Clinic = {
  readonly organization: TestOrganization
  readonly startedAt: number
  /** Seconds of the organization's clock since the test began. */
  elapsed(): Promise<number>
  /** Each on an entry of its own, due so many seconds after the test began. */
  deposit(after: number): Promise<void>
  call(after: number): Promise<void>
  wait(): Promise<void>
}

async function clinicOf(livemode: boolean): Promise<Clinic> {
  const timeZone = noonZone()
  const organization = await api.organization({ livemode, timeZone, language: 'en' })
  const { row } = organization
  const email = `owner${row.id}@example.com`
  const professional = await createProfessional(api.db, row, { role: 'owner', email })
  const service = await createService(api.db, row, {
    bookingMode: 'QUEUE',
    performedBy: [professional],
  })
  const startedAt = Date.now()
  const after = (seconds: number) => new Date(startedAt + seconds * 1000)
  const entry = async (columns: object) =>
    createQueueEntryRow(api.db, row, {
      client: await createClientRow(api.db, row, { email: null }),
      service,
      date: localDateOf(startedAt, timeZone),
      arrivedAt: new Date(startedAt).toISOString(),
      ...columns,
    })
  return {
    organization,
    startedAt,
    async elapsed() {
      const { clockAheadSeconds } = await api.db.organization.findUniqueOrThrow({
        where: { id: row.id },
      })
      return clockAheadSeconds + (Date.now() - startedAt) / 1000
    },
    async deposit(seconds) {
      const queueEntry = await entry({ status: 'IN_SERVICE', professional })
      await createDepositRow(api.db, row, { queueEntry, expiresAt: after(seconds).toISOString() })
    },
    async call(seconds) {
      await entry({ status: 'CALLED', professional, callExpiresAt: after(seconds) })
    },
    async wait() {
      await entry({ status: 'WAITING' })
    },
  }
}

async function advance(owner: Dashboard, seconds: number): Promise<void> {
  const reply = await owner.mutate('testClock.advance', { by_minutes: seconds / MINUTE })
  expect([reply.status, reply.body?.status], JSON.stringify(reply.problem)).toEqual([
    200,
    'advancing',
  ])
}

const untilReady = (owner: Dashboard) =>
  fact(
    'the clock to be there',
    async () => (await owner.query('testClock.get')).body.status === 'ready',
    PATIENCE_MS,
  )

/** At which second of the organization's clock each request arrived, by its event's type. */
function noted(receiver: Endpoint, clinic: Clinic): { type: string; at: number; id: string }[] {
  const seen: { type: string; at: number; id: string }[] = []
  receiver.onRequest = async () => {
    const headers = receiver.received.at(-1)?.headers ?? {}
    const [type, id] = [
      String(headers['x-service-event']),
      String(headers['x-service-delivery-id']),
    ]
    seen.push({ type, id, at: await clinic.elapsed() })
  }
  return seen
}

/** Waits of the schedule, each lengthened by up to a tenth; what the steps themselves take is added. */
const SCHEDULE = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const
const SLACK = 20

describe('Nine days of a test organization', () => {
  it('happen in seconds, in order, each thing once, by two workers, and nothing of a live neighbour changes', async () => {
    const [test, live] = [await clinicOf(false), await clinicOf(true)]
    const receivers = { test: await endpoint(), live: await endpoint() }
    receivers.test.answer(500)
    receivers.live.answer(500)
    const seen = noted(receivers.test, test)
    const webhook = await createdWebhook(api, test.organization, {
      url: receivers.test.url,
      events: ['*'],
    })
    const other = await createdWebhook(api, live.organization, {
      url: receivers.live.url,
      events: ['*'],
    })
    const workers = [await startWorkerProcess(), await startWorkerProcess()]
    for (const clinic of [test, live]) {
      await registerClient(api, clinic.organization)
      await clinic.call(10 * MINUTE)
      await clinic.deposit(30 * MINUTE)
      await clinic.wait()
      await clinic.deposit(8 * DAY)
    }
    await fact('the first attempts', () => seen.length >= 1 && receivers.live.received.length >= 1)
    await fact('their records', async () => {
      const held = { leaseToken: { not: null } }
      const rows = await api.db.delivery.count({ where: { attempt: 2, leaseToken: null } })
      return rows === 2 && (await api.db.webhookLane.count({ where: held })) === 0
    })
    // However long this takes here, nothing of the neighbour is due.
    await api.db.delivery.updateMany({
      where: { webhookId: other.id },
      data: { nextAttemptAt: new Date(Date.now() + 3_600_000) },
    })
    const before = await wholeOrganization(api, live.organization.row.id)
    const owner = await signIn(api, test.organization)
    const began = performance.now()
    await advance(owner, 9 * DAY)
    await untilReady(owner)
    const seconds = (performance.now() - began) / 1000
    expect(seconds).toBeLessThan(60)

    // What happened, in the order of the feed.
    const events = await eventsOf(api.db, test.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'client.created',
      'queue.entry.no_show',
      'deposit.expired',
      'webhook.failing',
      'queue.entry.cancelled',
      'deposit.expired',
      'webhook.disabled',
    ])
    const at = (time: unknown) => (Date.parse(String(time)) - test.startedAt) / 1000
    // A webhook is not sent what is about itself.
    const sent = events.filter(({ type }) => !type.startsWith('webhook.'))
    const [, noShow, expired, cancelled, late] = sent.map(({ payload }) => payload.object as any)
    expect(Math.abs(at(noShow.no_show_at) - 10 * MINUTE)).toBeLessThan(SLACK)
    expect(Math.abs(at(expired.expired_at) - 30 * MINUTE)).toBeLessThan(SLACK)
    expect(cancelled.cancelled_at).toMatch(/T00:00:[01]\d/)
    expect(Math.abs(at(late.expired_at) - 8 * DAY)).toBeLessThan(SLACK)

    // Each event was tried at all steps of the schedule, but the one of the eighth day: it ended the webhook.
    const steps = new Map<string, number[]>()
    const attempts = await api.db.deliveryAttempt.findMany({
      where: { webhookId: webhook.id },
      orderBy: { attempt: 'asc' },
    })
    expect(attempts).toHaveLength(4 * 8 + 1)
    expect(seen).toHaveLength(4 * 8 + 1)
    const arrivedAt = new Map(seen.map(({ id, at: second }) => [id, second]))
    for (const { id, eventId } of attempts)
      steps.set(eventId, [...(steps.get(eventId) ?? []), arrivedAt.get(id) ?? Number.NaN])
    const [first, ...others] = sent.map(({ id }) => steps.get(id) ?? [])
    expect(others.at(-1)).toHaveLength(1)
    for (const times of [first ?? [], ...others.slice(0, -1)]) {
      const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      for (const [index, wait] of SCHEDULE.entries()) {
        expect(waits[index]).toBeGreaterThanOrEqual(wait - 1)
        expect(waits[index]).toBeLessThanOrEqual(wait * 1.1 + SLACK)
      }
    }
    const order = seen.map(({ at: second }) => second)
    expect(order).toEqual(order.toSorted((a, b) => a - b))

    // Warned a day before the seventh, and off with the first failure after it.
    expect(await readWebhook(api, test.organization, webhook.id)).toMatchObject({
      active: false,
      disabled_reason: 'FAILING_7_DAYS',
    })
    const mails = await api.db.mail.findMany({
      where: { organizationId: test.organization.row.id },
      orderBy: { id: 'asc' },
    })
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^\[TEST\] .*will be deactivated in 24 hours$/),
      expect.stringMatching(/^\[TEST\] .*was deactivated$/),
    ])

    // Signatures and the history have the real time.
    for (const { headers } of receivers.test.received) {
      const second = Number(headers['x-service-timestamp'])
      expect(Math.abs(second - Date.now() / 1000)).toBeLessThan(seconds + 60)
    }
    expect(await wholeOrganization(api, live.organization.row.id)).toEqual(before)
    expect(await readWebhook(api, live.organization, other.id)).toMatchObject({ active: true })
    for (const worker of workers) expect(worker.output()).not.toMatch(/"level":"error"/)
  })
})

describe('A worker that is killed while it moves a clock', () => {
  it('leaves the rest to the next one: nothing is lost, nothing happens twice', async () => {
    const clinic = await clinicOf(false)
    const receiver = await endpoint()
    receiver.answer(500)
    const seen = noted(receiver, clinic)
    const webhook = await createdWebhook(api, clinic.organization, {
      url: receiver.url,
      events: ['*'],
    })
    for (let hour = 1; hour <= 15; hour += 1) await clinic.deposit(hour * HOUR)
    await clinic.wait()
    const owner = await signIn(api, clinic.organization)
    let worker = await startWorkerProcess()
    await advance(owner, 5 * DAY)
    for (const attempts of [10, 40, 80]) {
      await fact(`${attempts} attempts`, () => seen.length >= attempts, PATIENCE_MS)
      await worker.kill()
      expect((await owner.query('testClock.get')).body.status).toBe('advancing')
      const again = await owner.mutate('testClock.advance', { by_minutes: 1 })
      expect([again.status, again.problem.code]).toEqual([409, 'action_not_allowed'])
      worker = await startWorkerProcess()
    }
    await untilReady(owner)
    expect(await clinic.elapsed()).toBeGreaterThanOrEqual(5 * DAY)
    const events = await eventsOf(api.db, clinic.organization.row)
    const count = (type: string) => events.filter((event) => event.type === type).length
    expect(events).toHaveLength(17)
    expect(['deposit.expired', 'queue.entry.cancelled', 'webhook.failing'].map(count)).toEqual([
      15, 1, 1,
    ])
    const expired = events
      .filter(({ type }) => type === 'deposit.expired')
      .map(({ payload }) => (payload.object as any).expired_at)
    expect(expired).toEqual(expired.toSorted())
    // An exchange whose record was lost with its worker is repeated under its id: a receiver knows it again.
    const attempts = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
    const made = attempts.map(({ eventId, attempt }) => `${eventId} ${attempt}`)
    expect(new Set(made).size).toBe(made.length)
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(attempts.map(({ id }) => id)))
    const open = await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } })
    expect(open).toBe(0)
    // The webhook is not told of its own outage.
    expect(made).toHaveLength(16 * 8)
  })
})
