/** Timers that run late, and in several workers at one time. The table in docs/internals/worker.md names the others. */
import { dropExpired, dropOldDays } from '@scheduling/core'
import { sweep } from '@scheduling/delivery'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import { createProfessional } from '../support/clinic.ts'
import { signIn } from '../support/dashboard.ts'
import { clientWebhook, endpointsPerTest, readWebhook } from '../support/webhooks.ts'
import { fact, registerClient, settledDeliveries, workerBeside } from '../support/worker.ts'

let api: TestApi
let owner: TestOrganization

const DAY = 86_400_000
const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(TEST_NOW)
  owner = await api.organization({ language: 'en' })
  await createProfessional(api.db, owner.row, { role: 'owner', email: 'owner@example.com' })
})

async function withWorkers(count: number, work: () => Promise<void>): Promise<void> {
  const workers: RunningWorker[] = []
  try {
    for (let started = 0; started < count; started += 1) workers.push(await workerBeside(api))
    await work()
  } finally {
    for (const worker of workers) await worker.stop()
  }
}

const atOnce = (run: () => Promise<unknown>) => Promise.all([run(), run(), run()])
const mails = () => api.db.mail.findMany({ where: { organizationId: owner.row.id } })

it('retries that became due without a worker are made by the next one, each once by two', async () => {
  const receiver = await endpoint()
  receiver.answer(500)
  const webhook = await clientWebhook(api, owner, receiver)
  await withWorkers(1, async () => {
    for (let count = 0; count < 5; count += 1) await registerClient(api, owner)
    await settledDeliveries(api, owner, webhook, 5)
  })
  receiver.answer(200)
  api.setNow(TEST_NOW + 2 * DAY)
  await withWorkers(2, async () => {
    await settledDeliveries(api, owner, webhook, 10)
    await atOnce(() => sweep(api.service, api.connection.pool))
    await settledDeliveries(api, owner, webhook, 10)
  })
  const attempts = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
  expect(attempts.map(({ attempt, status }) => `${attempt} ${status}`).toSorted()).toEqual([
    ...Array(5).fill('1 FAILED'),
    ...Array(5).fill('2 SUCCEEDED'),
  ])
  expect(receiver.received).toHaveLength(10)
})

it('warns late, and turns off late, but once, by however many at one time', async () => {
  const receiver = await endpoint()
  receiver.answer(500)
  const webhook = await clientWebhook(api, owner, receiver)
  await withWorkers(1, async () => {
    await registerClient(api, owner)
    await settledDeliveries(api, owner, webhook, 1)
  })
  // No one works for twelve days.
  api.setNow(TEST_NOW + 12 * DAY)
  await atOnce(() => sweep(api.service, api.connection.pool))
  await atOnce(() => sweep(api.service, api.connection.pool))
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('will be deactivated'),
  ])
  await Promise.all([1, 2, 3, 4].map(() => registerClient(api, owner)))
  await withWorkers(2, async () => {
    await fact('its end', async () => !(await readWebhook(api, owner, webhook.id)).active)
    await fact('no delivery', async () => {
      const where = { webhookId: webhook.id, state: 'pending' } as const
      return (await api.db.delivery.count({ where })) === 0
    })
  })
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('will be deactivated'),
    expect.stringContaining('was deactivated'),
  ])
})

it('ends what waited for a week once, by however many at one time', async () => {
  const receiver = await endpoint()
  receiver.answer(500)
  const webhook = await clientWebhook(api, owner, receiver)
  await withWorkers(1, async () => {
    for (let count = 0; count < 4; count += 1) await registerClient(api, owner)
    await settledDeliveries(api, owner, webhook, 4)
  })
  await api.db.organization.update({
    where: { id: owner.row.id },
    data: { switchedOff: ['webhooks'], webhooksOffSince: new Date(TEST_NOW) },
  })
  api.setNow(TEST_NOW + 7 * DAY - 1)
  await atOnce(() => sweep(api.service, api.connection.pool))
  const discarded = () =>
    api.db.deliveryAttempt.count({ where: { webhookId: webhook.id, status: 'DISCARDED' } })
  expect(await discarded()).toBe(0)
  api.setNow(TEST_NOW + 30 * DAY)
  await atOnce(() => sweep(api.service, api.connection.pool))
  expect(await discarded()).toBe(4)
})

it('drops what is past its time once, late and by two at one time', async () => {
  const { pool } = api.connection
  await signIn(api, owner)
  const headers = { 'idempotency-key': 'one' }
  const body = { first_name: 'Ana', email: 'ana@example.com' }
  const made = await api.call('POST', '/v1/clients', { key: owner.key, body, headers })
  expect(made.status).toBe(201)
  // Both ends count from the clock of the test, 90 days of which no one looked after.
  const day = (ago: number) => new Date(TEST_NOW - ago * DAY).toISOString().slice(0, 10)
  await pool.query('SELECT make_day_partitions($1::date, $2::date)', [day(90), day(80)])
  const left = async () => [
    await api.db.idempotencyRecord.count({
      where: { expiresAt: { lt: new Date(TEST_NOW + 40 * DAY) } },
    }),
    await api.db.userSession.count(),
  ]
  expect(await left()).toEqual([1, expect.any(Number)])
  const drops = await Promise.all([1, 2].map(() => dropOldDays(api.service, pool)))
  const total = (table: string) => drops.reduce((sum, dropped) => sum + (dropped[table] ?? 0), 0)
  expect([total('event'), total('delivery'), total('delivery_attempt')]).toEqual([11, 11, 11])
  expect(api.logged.filter(({ level }) => level !== 'info')).toEqual([])
  api.setNow(TEST_NOW + 40 * DAY)
  await atOnce(() => dropExpired(api.service, pool))
  expect(await left()).toEqual([0, 0])
})
