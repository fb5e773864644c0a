import { FEATURES, hasFeature, SENDING_FEATURES, systemWork } from '@scheduling/core'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ALL_FEATURES,
  startTestApi,
  TEST_NOW,
  type TestApi,
  type TestOrganization,
} from '../support/api.ts'
import { createProfessional } from '../support/clinic.ts'
import { clientWebhook, endpointsPerTest, laneOf, deliveryRows } from '../support/webhooks.ts'
import { deliveriesOf, fact, sweepNow, workerBeside } from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
  worker = await workerBeside(api)
})
beforeEach(() => api.setNow(TEST_NOW))
afterAll(async () => {
  await worker.stop()
  await api.close()
})

type Switch = { readonly switchedOff?: string[]; readonly planFeatures?: string[] }

/** Switches features at the moment of the application's clock. */
async function switchOff(owner: TestOrganization, off: Switch): Promise<void> {
  const data = { ...off, webhooksOffSince: new Date(api.service.now()) }
  await api.db.organization.update({ where: { id: owner.row.id }, data })
}
async function switchOn(owner: TestOrganization): Promise<void> {
  const data = { switchedOff: [], planFeatures: ALL_FEATURES }
  await api.db.organization.update({ where: { id: owner.row.id }, data })
}

/** One `client.created` of the system's own: with its features off, the organization can't call the API. */
async function happen(owner: TestOrganization, count = 1): Promise<void> {
  const filters = {
    professionalIds: null,
    serviceIds: null,
    status: null,
    type: null,
    source: null,
  }
  const object = { object: 'client', id: 1, name: 'Ana Lima' }
  for (let each = 0; each < count; each += 1)
    await systemWork(api.service, owner.row.id, async ({ emit }) =>
      emit({ type: 'client.created', object, changes: null, filters }),
    )
}

const rowsOf = (webhook: { id: string }) => deliveryRows(api, webhook.id)
const statesOf = async (webhook: { id: string }) =>
  (await rowsOf(webhook)).map(({ state }) => state)

/** Every fan-out, lane and sweep that was asked for has been made, and no turn is under way. */
async function atRest(): Promise<void> {
  await fact('nothing to do', async () => {
    const { rowCount } = await api.connection.pool.query(
      `SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND task_identifier IN ('fan_out', 'lane', 'lane_slow', 'sweep')`,
    )
    const held = await api.db.webhookLane.count({ where: { leaseToken: { not: null } } })
    return rowCount === 0 && held === 0
  })
}
async function swept(): Promise<void> {
  await sweepNow(api)
  await atRest()
}

async function failingSince(webhook: { id: string }): Promise<Date | null | undefined> {
  const health = await api.db.webhookHealth.findUnique({ where: { webhookId: webhook.id } })
  return health?.failingSince
}

const mailsOf = (owner: TestOrganization) =>
  api.db.mail.count({ where: { organizationId: owner.row.id } })

describe('While a feature that sending needs is off', () => {
  it.each<[string, Switch]>([
    ['the owner switched webhooks off', { switchedOff: ['webhooks'] }],
    ['the owner switched the API off', { switchedOff: ['api', 'agent'] }],
    ['the plan has no webhooks', { planFeatures: ['api', 'agent'] }],
    ['the plan has no API', { planFeatures: ['webhooks'] }],
  ])('nothing is sent, what happens waits, and is sent when it is back: %s', async (_what, off) => {
    const [owner, other] = [await api.organization(), await api.organization()]
    const [receiver, others] = [await endpoint(), await endpoint()]
    const webhook = await clientWebhook(api, owner, receiver)
    await clientWebhook(api, other, others)
    await switchOff(owner, off)
    await happen(owner, 3)
    await happen(other)
    await fact('the other organization', () => others.received.length === 1)
    await swept()
    api.setNow(TEST_NOW + 7 * DAY - MINUTE)
    await swept()
    // A turn that someone woke before.
    await laneOf(api, webhook.id)
    expect(receiver.received).toEqual([])
    expect(await rowsOf(webhook)).toMatchObject([
      { state: 'pending', attempt: 1 },
      { state: 'pending', attempt: 1 },
      { state: 'pending', attempt: 1 },
    ])

    await switchOn(owner)
    await swept()
    await fact('all three', () => receiver.received.length === 3)
    await happen(owner)
    await fact('what happens now', () => receiver.received.length === 4)
    await atRest()
    expect(await statesOf(webhook)).toEqual(Array(4).fill('succeeded'))
  })

  it('retries that become due wait, and no time passes for a webhook that fails', async () => {
    const owner = await api.organization({ language: 'en' })
    await createProfessional(api.db, owner.row, { role: 'owner', email: 'dona@example.com' })
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver)
    await happen(owner)
    await fact('a failure', async () => (await rowsOf(webhook))[0]?.attempt === 2)
    await atRest()
    expect(await failingSince(webhook)).toEqual(new Date(TEST_NOW))

    api.setNow(TEST_NOW + 4 * DAY)
    await switchOff(owner, { switchedOff: ['webhooks'] })
    for (const day of [4, 6.5, 7, 10]) {
      api.setNow(TEST_NOW + day * DAY)
      await swept()
      await laneOf(api, webhook.id)
    }
    expect(receiver.received).toHaveLength(1)
    expect(await failingSince(webhook)).toEqual(new Date(TEST_NOW))
    expect((await rowsOf(webhook))[0]).toMatchObject({ state: 'pending', attempt: 2 })
    expect(await mailsOf(owner)).toBe(0)

    // Six days off: it has failed for four days when it is back, not for ten.
    await switchOn(owner)
    await swept()
    await fact('the retry', () => receiver.received.length === 2)
    await fact('its record', async () => (await rowsOf(webhook))[0]?.attempt === 3)
    await atRest()
    expect(await failingSince(webhook)).toEqual(new Date(TEST_NOW + 6 * DAY))
    const row = await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })
    expect([row.active, await mailsOf(owner)]).toEqual([true, 0])

    // And from there on it runs again: a warning after six days of failures, the end after seven.
    api.setNow(TEST_NOW + 12 * DAY - MINUTE)
    await swept()
    expect(await mailsOf(owner)).toBe(0)
    api.setNow(TEST_NOW + 12 * DAY)
    await swept()
    expect(await mailsOf(owner)).toBe(1)
    api.setNow(TEST_NOW + 13 * DAY)
    await happen(owner)
    await fact('the end', async () => {
      const { active } = await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })
      return !active
    })
  })

  it('what waits ends after seven days, due or not, and no more deliveries are written', async () => {
    const owner = await api.organization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver)
    await happen(owner)
    await fact('a failure', async () => (await rowsOf(webhook))[0]?.attempt === 2)
    await atRest()
    // As a retry of a late step: due only after the seven days.
    await api.db.delivery.updateMany({
      where: { webhookId: webhook.id },
      data: { nextAttemptAt: new Date(TEST_NOW + 30 * DAY) },
    })
    await switchOff(owner, { switchedOff: ['webhooks'] })
    await happen(owner, 2)
    await fact('the deliveries', async () => (await rowsOf(webhook)).length === 3)
    api.setNow(TEST_NOW + 7 * DAY - 1)
    await swept()
    expect(await statesOf(webhook)).toEqual(Array(3).fill('pending'))

    api.setNow(TEST_NOW + 7 * DAY)
    await swept()
    expect(await statesOf(webhook)).toEqual(Array(3).fill('discarded'))
    await happen(owner, 2)
    await atRest()
    expect(await rowsOf(webhook)).toHaveLength(3)

    // Back after nine days: what was discarded stays so; what happens from now on is sent, at once after a sweep.
    receiver.answer(200)
    api.setNow(TEST_NOW + 9 * DAY)
    await switchOn(owner)
    await happen(owner)
    await fact('the deliveries', async () => (await rowsOf(webhook)).length === 4)
    await swept()
    await fact('the event', () => receiver.received.length === 2)
    await atRest()
    expect((await statesOf(webhook)).toSorted()).toEqual([
      ...Array(3).fill('discarded'),
      'succeeded',
    ])
    const history = await deliveriesOf(api, owner, webhook)
    expect(history.map(({ status }) => status).toSorted()).toEqual([
      'DISCARDED',
      'DISCARDED',
      'DISCARDED',
      'FAILED',
      'SUCCEEDED',
    ])
  })

  it('no worker may run meanwhile: one that starts later catches up', async () => {
    const [short, long] = [await api.organization(), await api.organization()]
    const receiver = await endpoint()
    const [kept, lost] = [
      await clientWebhook(api, short, receiver),
      await clientWebhook(api, long, receiver),
    ]
    for (const owner of [short, long]) await switchOff(owner, { switchedOff: ['webhooks'] })
    await happen(short)
    await happen(long)
    await fact('the deliveries', async () =>
      [...(await rowsOf(kept)), ...(await rowsOf(lost))].every(({ state }) => state === 'pending'),
    )
    await atRest()
    await worker.stop()
    await happen(short)
    await happen(long)
    api.setNow(TEST_NOW + 6 * DAY)
    await switchOn(short)
    api.setNow(TEST_NOW + 8 * DAY)
    worker = await workerBeside(api)
    await fact('what waited', () => receiver.received.length === 2)
    await fact('the end of the other', async () => (await statesOf(lost))[0] === 'discarded')
    await swept()
    expect(await statesOf(kept)).toEqual(['succeeded', 'succeeded'])
    expect(await statesOf(lost)).toEqual(['discarded'])
  })
})

describe('When a feature went off', () => {
  it('is noted by the database itself, for every way in which one can be off, and once', async () => {
    const others = FEATURES.filter((feature) => !['api', 'webhooks'].includes(feature))
    const parts = [[], ['api'], ['webhooks'], ['api', 'webhooks']]
    for (const plan of parts)
      for (const off of parts)
        for (const more of [[], others]) {
          const { row } = await api.organization({
            planFeatures: [...plan, ...more],
            switchedOff: [...more, ...off],
          })
          const sends = SENDING_FEATURES.every((feature) => hasFeature(row, feature))
          expect([plan, off, row.webhooksOffSince === null]).toEqual([plan, off, sends])
        }
    const { row } = await api.organization()
    const change = (data: Switch) =>
      api.db.organization.update({ where: { id: row.id }, data: { ...data } })
    const { rows } = await api.connection.pool.query<{ now: Date }>('SELECT now()')
    const off = await change({ switchedOff: ['api'] })
    expect(Number(off.webhooksOffSince)).toBeGreaterThanOrEqual(Number(rows[0]?.now))
    const still = await change({ switchedOff: ['api', 'webhooks'], planFeatures: [] })
    expect(still.webhooksOffSince).toEqual(off.webhooksOffSince)
    // Until the sweep has seen it, it stays: what a lane reads is one value.
    const back = await change({ switchedOff: [], planFeatures: ALL_FEATURES })
    expect(back.webhooksOffSince).toEqual(off.webhooksOffSince)
    await swept()
    const seen = await api.db.organization.findUniqueOrThrow({ where: { id: row.id } })
    expect(seen.webhooksOffSince).toBeNull()
  })
})
