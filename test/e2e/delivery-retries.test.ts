import type { AddressInfo } from 'node:net'
import type { RunningWorker } from '@scheduling/worker'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discardPending } from '@scheduling/delivery'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import { createProfessional } from '../support/clinic.ts'
import { byHand, clientWebhook, createdWebhook, endpointsPerTest } from '../support/webhooks.ts'
import { deliveriesOf, fact, sweepNow, workerBeside, registerClient } from '../support/worker.ts'

type Mail = { to: string; text: string }

let api: TestApi
let worker: RunningWorker
let mailServer: SMTPServer
const mails: Mail[] = []

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const endpoint = endpointsPerTest()

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        mails.push({ to, text: decoded(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const { port } = mailServer.server.address() as AddressInfo
  api = await startTestApi()
  worker = await workerBeside(api, { smtpUrl: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await worker.stop()
  await api.close()
  await new Promise<void>((resolve) => mailServer.close(resolve))
})

/** Words over quoted-printable lines become whole again. */
function decoded(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
}

/** An organization whose owner has an address, at the test's first moment. */
async function ownedOrganization(): Promise<{ owner: TestOrganization; address: string }> {
  api.setNow(TEST_NOW)
  const owner = await api.organization({ language: 'en' })
  const address = `owner${owner.row.id}@example.com`
  await createProfessional(api.db, owner.row, { role: 'owner', email: address })
  return { owner, address }
}

/** The list, newest first, once so many attempts are recorded and no exchange is under way. */
async function settled(owner: TestOrganization, webhook: { id: string }, attempts: number) {
  await fact(`${attempts} attempts`, async () => {
    const made = await api.db.deliveryAttempt.count({
      where: { webhookId: webhook.id, attemptedAt: { not: null } },
    })
    const busy = await api.db.delivery.count({
      where: { webhookId: webhook.id, leaseToken: { not: null } },
    })
    return made >= attempts && busy === 0
  })
  return deliveriesOf(api, owner, webhook, '?limit=100')
}

/** To the moment of the next attempt, and the sweeper that a minute would bring. */
async function toNextAttempt(webhook: { id: string }): Promise<number> {
  const row = await fact('a retry that waits', () =>
    api.db.delivery.findFirst({
      where: {
        webhookId: webhook.id,
        state: 'pending',
        nextAttemptAt: { gt: new Date(api.service.now()) },
      },
      orderBy: { nextAttemptAt: 'asc' },
    }),
  )
  const next = row.nextAttemptAt?.getTime() ?? 0
  api.setNow(next)
  await sweepNow(api)
  return next
}

async function stateOf(webhook: { id: string }, owner: TestOrganization) {
  return (await api.call('GET', `/v1/webhooks/${webhook.id}`, { key: owner.key })).body
}

/** To another moment, and one more event: its attempt is made there. */
async function failAt(
  owner: TestOrganization,
  webhook: { id: string },
  now: number,
): Promise<void> {
  const before = await api.db.deliveryAttempt.count({ where: { webhookId: webhook.id } })
  api.setNow(now)
  await registerClient(api, owner)
  await fact('an attempt', async () => {
    const made = await api.db.deliveryAttempt.count({ where: { webhookId: webhook.id } })
    const busy = await api.db.webhookLane.count({
      where: { webhookId: webhook.id, leaseToken: { not: null } },
    })
    return made > before && busy === 0
  })
}

describe('A delivery that fails', () => {
  it('is tried again by the schedule, until it succeeds', async () => {
    const { owner } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(503, 'busy, secret: hunter2-tenant')
    const webhook = await clientWebhook(api, owner, receiver, {
      headers: { 'X-Tenant': 'hunter2-tenant' },
    })
    await registerClient(api, owner)
    const [waiting, first] = await settled(owner, webhook, 1)
    expect(first).toMatchObject({
      trigger: 'EVENT',
      attempt: 1,
      status: 'FAILED',
      response_status: 503,
      response_body: 'busy, secret: ***',
      error_code: 'http_status',
    })
    expect(waiting).toMatchObject({
      trigger: 'RETRY',
      attempt: 2,
      status: 'PENDING',
      attempted_at: null,
      response_status: null,
    })
    const wait = Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)
    expect(wait).toBeGreaterThanOrEqual(MINUTE)
    expect(wait).toBeLessThanOrEqual(1.1 * MINUTE + SECOND)
    expect((await stateOf(webhook, owner)).failing_since).toBe(first.attempted_at)

    receiver.answer(204)
    const retriedAt = await toNextAttempt(webhook)
    const [second] = await settled(owner, webhook, 2)
    expect(second).toMatchObject({
      id: waiting.id,
      status: 'SUCCEEDED',
      attempt: 2,
      next_attempt_at: null,
    })
    expect(receiver.received.map(({ body }) => body)).toEqual([
      receiver.received[0]?.body,
      receiver.received[0]?.body,
    ])
    const ids = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
    expect(ids).toEqual([first.id, waiting.id])
    // Each is signed with the time of its own attempt: receivers refuse what is five minutes old.
    for (const [place, request] of receiver.received.entries()) {
      const t = Math.floor((place === 0 ? TEST_NOW : retriedAt) / 1000)
      expect(request.headers).toMatchObject({
        'x-service-timestamp': String(t),
        'webhook-timestamp': String(t),
        'x-service-signature': `t=${t},v1=${byHand(request, webhook.secret)}`,
      })
    }
    const after = await stateOf(webhook, owner)
    expect(after).toMatchObject({ failing_since: null, last_success_at: second.attempted_at })
  })

  it('ends after eight attempts, and begins anew when it is redelivered', async () => {
    const { owner } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    await settled(owner, webhook, 1)
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      await toNextAttempt(webhook)
      await settled(owner, webhook, attempt)
    }
    const all = (await deliveriesOf(api, owner, webhook)).toReversed()
    expect(all.map(({ attempt, trigger, status }) => `${attempt} ${trigger} ${status}`)).toEqual([
      '1 EVENT FAILED',
      ...[2, 3, 4, 5, 6, 7, 8].map((attempt) => `${attempt} RETRY FAILED`),
    ])
    const waits = all
      .slice(0, 7)
      .map((one) => Date.parse(one.next_attempt_at) - Date.parse(one.attempted_at))
    const schedule = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(schedule[index] ?? 0)
      expect(wait).toBeLessThanOrEqual((schedule[index] ?? 0) * 1.1 + SECOND)
    }
    expect(all.at(-1)?.next_attempt_at).toBeNull()
    expect(
      await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } }),
    ).toBe(0)
    expect(await deliveriesOf(api, owner, webhook, '?status=UNDELIVERED')).toHaveLength(1)

    receiver.answer(200)
    const redelivered = await api.call(
      'POST',
      `/v1/webhooks/${webhook.id}/deliveries/${all[0].id}/redeliver`,
      { key: owner.key },
    )
    expect(redelivered.status).toBe(202)
    await settled(owner, webhook, 9)
    const [last] = await deliveriesOf(api, owner, webhook)
    expect(last).toMatchObject({
      id: redelivered.body.id,
      event_id: all[0].event_id,
      trigger: 'REDELIVERY',
      attempt: 1,
      status: 'SUCCEEDED',
    })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveriesOf(api, owner, webhook, '?status=UNDELIVERED')).toHaveLength(0)
  })

  it('with 429 and Retry-After pauses the whole webhook, other events too', async () => {
    const { owner } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(429, '', { 'Retry-After': '600' })
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    const [, first] = await settled(owner, webhook, 1)
    const wait = Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)
    expect(wait).toBeGreaterThanOrEqual(10 * MINUTE)
    expect(wait).toBeLessThanOrEqual(11 * MINUTE + SECOND)

    receiver.answer(200)
    for (let count = 0; count < 5; count += 1) await registerClient(api, owner)
    await fact('all deliveries', async () => {
      const count = await api.db.delivery.count({ where: { webhookId: webhook.id } })
      return count === 6
    })
    api.setNow(TEST_NOW + 10 * MINUTE - 1)
    await sweepNow(api)
    await fact('nobody works', async () => {
      const jobs = await api.connection.pool.query(
        `SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND task_identifier IN ('lane', 'fan_out', 'sweep')`,
      )
      return jobs.rowCount === 0
    })
    expect(receiver.received).toHaveLength(1)

    api.setNow(TEST_NOW + 11 * MINUTE + SECOND)
    await sweepNow(api)
    await settled(owner, webhook, 7)
    expect(receiver.received).toHaveLength(7)
  })

  it('obeys a wish of a day for an hour, no longer', async () => {
    const { owner } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(429, '', { 'Retry-After': '86400' })
    const webhook = await clientWebhook(api, owner, receiver)
    await registerClient(api, owner)
    const [, first] = await settled(owner, webhook, 1)
    const wait = Date.parse(first.next_attempt_at) - Date.parse(first.attempted_at)
    expect(wait).toBe(HOUR)
  })
})

describe('A webhook is switched off', () => {
  it('at once by 410: what waits is discarded, the owner is told', async () => {
    const { owner, address } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver, { name: 'CRM' })
    for (let count = 0; count < 3; count += 1) await registerClient(api, owner)
    await settled(owner, webhook, 3)
    receiver.answer(410)
    await registerClient(api, owner)
    const all = await fact('the end', async () => {
      const rows = await deliveriesOf(api, owner, webhook)
      return rows.filter(({ status }) => status === 'DISCARDED').length === 3 && rows
    })
    expect(all.filter(({ status }) => status === 'PENDING')).toEqual([])
    expect(all.filter((one) => one.response_status === 410)).toMatchObject([
      { status: 'FAILED', next_attempt_at: null },
    ])
    const off = await stateOf(webhook, owner)
    expect(off).toMatchObject({ active: false, disabled_reason: 'ENDPOINT_GONE' })
    expect(off.disabled_at).not.toBeNull()
    const mail = await fact('the mail', () => mails.find(({ to }) => to === address))
    expect(mail.text).toContain('The webhook "CRM"')
    expect(mail.text).toContain('410')

    await registerClient(api, owner)
    await fact('the fan-out', async () => {
      const jobs = await api.connection.pool.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('fan_out', 'lane')  AND run_at <= now()`,
      )
      return jobs.rowCount === 0
    })
    expect(await api.db.delivery.count({ where: { webhookId: webhook.id } })).toBe(4)
    expect(mails.filter(({ to }) => to === address)).toHaveLength(1)
  })

  it('after seven days of failures: warned a day before by the clock alone, then told', async () => {
    const { owner, address } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver, { name: 'ERP' })
    await failAt(owner, webhook, TEST_NOW)
    api.setNow(TEST_NOW + 6 * DAY - SECOND)
    await sweepNow(api)
    await failAt(owner, webhook, TEST_NOW + 6 * DAY - SECOND)
    expect(mails.filter(({ to }) => to === address)).toEqual([])

    api.setNow(TEST_NOW + 6 * DAY)
    await sweepNow(api)
    const warning = await fact('the warning', () => mails.find(({ to }) => to === address))
    expect(warning.text).toContain('Every delivery of the webhook "ERP"')
    expect(warning.text).toContain('has failed for 6 days')
    await failAt(owner, webhook, TEST_NOW + 7 * DAY - SECOND)
    expect(await stateOf(webhook, owner)).toMatchObject({ active: true })
    expect(mails.filter(({ to }) => to === address)).toHaveLength(1)

    await failAt(owner, webhook, TEST_NOW + 7 * DAY)
    await fact('the end', async () => (await stateOf(webhook, owner)).active === false)
    expect(await stateOf(webhook, owner)).toMatchObject({ disabled_reason: 'FAILING_7_DAYS' })
    const told = await fact('the second mail', () => mails.filter(({ to }) => to === address)[1])
    expect(told.text).toContain('The webhook "ERP"')
    expect(told.text).toContain('was deactivated')
  })

  it('not when one delivery succeeded in those days, whichever lane saw it', async () => {
    const { owner, address } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver)
    await failAt(owner, webhook, TEST_NOW)
    api.setNow(TEST_NOW + 7 * DAY)
    // Of two events claimed together the first succeeds and the second fails: a new stretch begins with it.
    receiver.onRequest = async () => {
      receiver.answer(receiver.received.length % 2 === 0 ? 200 : 500)
    }
    const before = receiver.received.length
    await registerClient(api, owner)
    await registerClient(api, owner)
    await fact('two more', () => receiver.received.length >= before + 2)
    await settled(owner, webhook, 3)
    expect(await stateOf(webhook, owner)).toMatchObject({ active: true })
    await failAt(owner, webhook, TEST_NOW + 7 * DAY + HOUR)
    expect(await stateOf(webhook, owner)).toMatchObject({ active: true })
    expect(mails.filter(({ to }) => to === address)).toEqual([])
  })

  it('never by a failed ping, but by one that is answered 410', async () => {
    const { owner, address } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await createdWebhook(api, owner, { url: receiver.url })
    const test = () => api.call('POST', `/v1/webhooks/${webhook.id}/test`, { key: owner.key })
    expect((await test()).body).toMatchObject({ status: 'FAILED', max_attempts: 1 })
    api.setNow(TEST_NOW + 8 * DAY)
    expect((await test()).body).toMatchObject({ status: 'FAILED', next_attempt_at: null })
    expect(await stateOf(webhook, owner)).toMatchObject({ active: true, failing_since: null })
    receiver.answer(410)
    await test()
    expect(await stateOf(webhook, owner)).toMatchObject({
      active: false,
      disabled_reason: 'ENDPOINT_GONE',
    })
    await fact('the mail', () => mails.find(({ to }) => to === address))
  })

  it('and what came since it was switched on again is not swept away', async () => {
    const { owner } = await ownedOrganization()
    const receiver = await endpoint()
    const webhook = await clientWebhook(api, owner, receiver)
    await worker.stop()
    await registerClient(api, owner)
    worker = await workerBeside(api)
    await fact('the delivery', async () =>
      (await deliveriesOf(api, owner, webhook)).some(({ status }) => status === 'SUCCEEDED'),
    )
    await api.db.delivery.updateMany({
      where: { webhookId: webhook.id },
      data: { state: 'pending', nextAttemptAt: new Date(TEST_NOW + DAY) },
    })
    await discardPending(api.connection.pool, webhook.id, api.service.now())
    expect(
      await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } }),
    ).toBe(1)
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, {
      key: owner.key,
      body: { active: false },
    })
    expect(
      await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } }),
    ).toBe(0)
  })
})
