/** What waits for a webhook of a test organization, whatever it waits for, when the clock moves past it. */
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { act, booked, openClinic } from '../support/booking.ts'
import { signIn, type Dashboard } from '../support/dashboard.ts'
import { pretendInternet } from '../support/pretend-internet.ts'
import { triesAll } from '../support/sample.ts'
import { clientWebhook, createdWebhook, endpointsPerTest, SLACK } from '../support/webhooks.ts'
import { atRest, fact, registerClient, workerBeside } from '../support/worker.ts'

const SLACK_HOST = 'hooks.slack.com'

let api: TestApi
let workers: RunningWorker[]

const endpoint = endpointsPerTest()

/** By the true time, which goes on. */
async function startedApi(): Promise<TestApi> {
  const started = await startTestApi()
  Object.assign(started.service, { now: Date.now, realNow: Date.now })
  return started
}

beforeAll(async () => {
  api = await startedApi()
  workers = [await workerBeside(api), await workerBeside(api)]
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await api.close()
})

/** Moves the clock, and waits until it is there. @returns seconds that it took */
async function moved(owner: Dashboard, byMinutes: number): Promise<number> {
  const began = performance.now()
  const reply = await owner.mutate('testClock.advance', { by_minutes: byMinutes })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  await fact(
    'the clock to be there',
    async () => (await owner.query('testClock.get')).body.status === 'ready',
    120_000,
  )
  return (performance.now() - began) / 1000
}

const attemptsOf = async (webhook: { id: string }, of = api) =>
  (
    await of.db.deliveryAttempt.findMany({
      where: { webhookId: webhook.id },
      orderBy: [{ attemptedAt: 'asc' }, { attempt: 'asc' }],
    })
  ).map(({ attempt, status, responseStatus }) => `${attempt} ${responseStatus ?? status}`)

async function failed(webhook: { id: string }, attempts: number, of = api): Promise<void> {
  await fact('the attempts', async () => (await attemptsOf(webhook, of)).length >= attempts)
  await atRest(of, webhook)
}

const testOrganization = () => api.organization({ livemode: false })

it('A pause that an endpoint asked for ends when the clock is past it, and not before', async () => {
  const organization = await testOrganization()
  const owner = await signIn(api, organization)
  const receiver = await endpoint()
  receiver.answer(429, '', { 'Retry-After': '3000' })
  const webhook = await clientWebhook(api, organization, receiver)
  await registerClient(api, organization)
  await failed(webhook, 1)
  receiver.answer(200)
  await registerClient(api, organization)
  await moved(owner, 45)
  expect(await attemptsOf(webhook)).toEqual(['1 429'])
  await moved(owner, 15)
  expect((await attemptsOf(webhook)).toSorted()).toEqual(['1 200', '1 429', '2 200'])
})

it('An event of this very moment is sent before the clock goes on', async () => {
  const organization = await testOrganization()
  const owner = await signIn(api, organization)
  const receiver = await endpoint()
  const webhook = await clientWebhook(api, organization, receiver)
  await Promise.all(Array.from({ length: 12 }, () => registerClient(api, organization)))
  await moved(owner, 60)
  expect(await attemptsOf(webhook)).toEqual(Array(12).fill('1 200'))
})

it('An endpoint that hangs is waited for, and the clock arrives', async () => {
  const organization = await testOrganization()
  const owner = await signIn(api, organization)
  const receiver = await endpoint()
  receiver.answer(500)
  const webhook = await clientWebhook(api, organization, receiver)
  await registerClient(api, organization)
  await failed(webhook, 1)
  let under = 0
  let most = 0
  receiver.onRequest = async () => {
    under += 1
    most = Math.max(most, under)
    // However often one looks, it has not gone on.
    for (let looks = 0; looks < 20; looks += 1)
      expect((await owner.query('testClock.get')).body.status).toBe('advancing')
    under -= 1
  }
  await moved(owner, 10)
  expect(await attemptsOf(webhook)).toEqual(['1 500', '2 500', '3 500'])
  expect(most).toBe(1)
})

async function waiting(organization: TestOrganization) {
  const receiver = await endpoint()
  receiver.answer(500)
  const webhook = await clientWebhook(api, organization, receiver)
  await registerClient(api, organization)
  await failed(webhook, 1)
  return webhook
}

it('What waits for a feature ends after its week on the clock', async () => {
  const organization = await testOrganization()
  const owner = await signIn(api, organization)
  const webhook = await waiting(organization)
  const { id } = organization.row
  await api.db.organization.update({ where: { id }, data: { switchedOff: ['webhooks'] } })
  await moved(owner, 6 * 1440)
  expect(await attemptsOf(webhook)).toEqual(['1 500'])
  await moved(owner, 1440 + 10)
  expect(await attemptsOf(webhook)).toEqual(['1 500', '2 DISCARDED'])
})

it('A webhook that is off, or of another organization, is not sent to', async () => {
  const [organization, live] = [await testOrganization(), await api.organization()]
  const owner = await signIn(api, organization)
  const [webhook, neighbour] = [await waiting(organization), await waiting(live)]
  await api.call('PATCH', `/v1/webhooks/${webhook.id}`, {
    key: organization.key,
    body: { active: false },
  })
  expect(await moved(owner, 3 * 1440)).toBeLessThan(15)
  expect(await attemptsOf(webhook)).toEqual(['1 500', '2 DISCARDED'])
  expect(await attemptsOf(neighbour)).toEqual(['1 500'])
})

const MANY = triesAll ? 60 : 8

it('Many deliveries are tried at all their steps, some of them together', async () => {
  const organization = await testOrganization()
  const owner = await signIn(api, organization)
  const receiver = await endpoint()
  receiver.answer(500)
  const webhook = await clientWebhook(api, organization, receiver)
  await Promise.all(Array.from({ length: MANY }, () => registerClient(api, organization)))
  await failed(webhook, MANY)
  const steps = new Set<number>()
  receiver.onRequest = async () => {
    const { id } = organization.row
    const row = await api.db.organization.findUniqueOrThrow({ where: { id } })
    steps.add(row.clockAheadSeconds)
  }
  await moved(owner, 3 * 1440)
  const attempts = await attemptsOf(webhook)
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    expect(attempts.filter((attempt) => attempt === `${n} 500`)).toHaveLength(MANY)
  expect(steps.size).toBeGreaterThan(7)
  // The first waits end within a few seconds of one another.
  expect(steps.size).toBeLessThan(triesAll ? 7 * 45 : 7 * MANY)
})

it('Five clocks at once, and timers of everybody else meanwhile', async () => {
  const organizations = await Promise.all([1, 2, 3, 4, 5].map(testOrganization))
  const owners = await Promise.all(organizations.map((one) => signIn(api, one)))
  const webhooks = []
  for (const organization of organizations) webhooks.push(await waiting(organization))
  const others = api.connection.pool.query(
    `SELECT graphile_worker.add_job('sweep', job_key => 'test sweep')`,
  )
  await Promise.all([...owners.map((owner) => moved(owner, 3 * 1440)), others])
  for (const webhook of webhooks)
    expect(await attemptsOf(webhook)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${n} 500`))
})

it('Messages of a chat channel that wait behind another one hold up no clock', async () => {
  const chats = await startedApi()
  // Before the worker, which takes over where requests go to.
  const internet = await pretendInternet(chats, [SLACK_HOST])
  const worker = await workerBeside(chats)
  onTestFinished(async () => {
    await worker.stop()
    await internet.close()
    await chats.close()
  })
  let isBroken = true
  internet.answer(SLACK_HOST, () => (isBroken ? { status: 500 } : { status: 200, body: 'ok' }))
  const clinic = await openClinic(chats, { organization: { livemode: false } })
  const owner = await signIn(chats, clinic.organization)
  const webhook = await createdWebhook(chats, clinic.organization, {
    url: SLACK,
    format: 'slack',
    events: ['appointment.*'],
  })
  const id = await booked(clinic, '09:00')
  await failed(webhook, 1, chats)
  await act(clinic, id, 'confirm')
  await fact('both', async () => {
    const where = { webhookId: webhook.id }
    return (await chats.db.delivery.count({ where })) === 2
  })
  isBroken = false
  expect(await moved(owner, 60)).toBeLessThan(15)
  expect(await attemptsOf(webhook, chats)).toEqual(['1 500', '2 200', '1 200'])
  const types = internet.calls(SLACK_HOST).map(({ headers }) => headers['x-service-event'])
  expect(types).toEqual(['appointment.created', 'appointment.created', 'appointment.confirmed'])
})
