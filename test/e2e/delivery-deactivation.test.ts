import { discardPending } from '@scheduling/delivery'
import type { RunningWorker } from '@scheduling/worker'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import { createProfessional } from '../support/clinic.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import {
  clientWebhook,
  createdWebhook,
  endpointsPerTest,
  readWebhook,
} from '../support/webhooks.ts'
import {
  deliveriesOf,
  fact,
  registerClient,
  settledDeliveries,
  sweepNow,
  workerBeside,
} from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker
let mailServer: MailServer

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const endpoint = endpointsPerTest()

beforeAll(async () => {
  mailServer = await startMailServer()
  api = await startTestApi()
  worker = await workerBeside(api, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await worker.stop()
  await api.close()
  await mailServer.close()
})

/** An organization whose owner has an address, at the test's first moment. */
async function ownedOrganization(): Promise<{ owner: TestOrganization; address: string }> {
  api.setNow(TEST_NOW)
  const owner = await api.organization({ language: 'en' })
  const address = `owner${owner.row.id}@example.com`
  await createProfessional(api.db, owner.row, { role: 'owner', email: address })
  return { owner, address }
}

/** What the audit tells of webhooks that the service turned off. */
function entriesOf({ row }: TestOrganization) {
  return api.db.auditEntry.findMany({
    where: { organizationId: row.id, action: 'webhook.deactivated' },
  })
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

describe('A webhook is switched off', () => {
  it('at once by 410: what waits is discarded, the owner is told', async () => {
    const { owner, address } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(500)
    const webhook = await clientWebhook(api, owner, receiver, { name: 'CRM' })
    for (let count = 0; count < 3; count += 1) await registerClient(api, owner)
    await settledDeliveries(api, owner, webhook, 3)
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
    const off = await readWebhook(api, owner, webhook.id)
    expect(off).toMatchObject({ active: false, disabled_reason: 'ENDPOINT_GONE' })
    expect(off.disabled_at).not.toBeNull()
    const mail = await fact('the mail', () => mailServer.mails.find(({ to }) => to === address))
    expect(mail.text).toContain('The webhook "CRM"')
    expect(mail.text).toContain('410')

    expect(await entriesOf(owner)).toMatchObject([
      {
        record: 'webhook',
        recordId: webhook.id,
        changes: {
          active: { from: true, to: false },
          disabled_reason: { from: null, to: 'ENDPOINT_GONE' },
        },
        actorType: 'system',
        actorId: null,
        source: 'system',
        requestId: expect.stringMatching(/^req_/),
      },
    ])

    await registerClient(api, owner)
    await fact('the fan-out', async () => {
      const jobs = await api.connection.pool.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('fan_out', 'lane')  AND run_at <= now()`,
      )
      return jobs.rowCount === 0
    })
    expect(await api.db.delivery.count({ where: { webhookId: webhook.id } })).toBe(4)
    expect(mailServer.mails.filter(({ to }) => to === address)).toHaveLength(1)
  })

  it('and dashboards that follow the organization hear of it, in whichever process it is found', async () => {
    const { owner } = await ownedOrganization()
    const receiver = await endpoint()
    receiver.answer(410)
    const [sent, pinged] = [
      await clientWebhook(api, owner, receiver, { name: 'Sent' }),
      await createdWebhook(api, owner, { url: receiver.url, name: 'Pinged' }),
    ]
    const organizationId = owner.row.id
    await api.db.liveWatch.create({ data: { organizationId, processId: 'one' } })
    const client = new Client({ connectionString: api.databaseUrl })
    await client.connect()
    try {
      const heard: (string | undefined)[] = []
      client.on('notification', ({ payload }) => heard.push(payload))
      await client.query('LISTEN organization_changed')
      await registerClient(api, owner)
      await api.call('POST', `/v1/webhooks/${pinged.id}/test`, { key: owner.key })
      await fact('both notices', () =>
        [sent, pinged].every(({ id }) => heard.includes(`${organizationId} webhooks ${id}`)),
      )
    } finally {
      await client.end()
    }
    expect(await entriesOf(owner)).toHaveLength(2)
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
    expect(mailServer.mails.filter(({ to }) => to === address)).toEqual([])

    api.setNow(TEST_NOW + 6 * DAY)
    await sweepNow(api)
    const warning = await fact('the warning', () =>
      mailServer.mails.find(({ to }) => to === address),
    )
    expect(warning.text).toContain('Every delivery of the webhook "ERP"')
    expect(warning.text).toContain('has failed for 6 days')
    await failAt(owner, webhook, TEST_NOW + 7 * DAY - SECOND)
    expect(await readWebhook(api, owner, webhook.id)).toMatchObject({ active: true })
    expect(mailServer.mails.filter(({ to }) => to === address)).toHaveLength(1)

    await failAt(owner, webhook, TEST_NOW + 7 * DAY)
    await fact('the end', async () => (await readWebhook(api, owner, webhook.id)).active === false)
    expect(await readWebhook(api, owner, webhook.id)).toMatchObject({
      disabled_reason: 'FAILING_7_DAYS',
    })
    const told = await fact(
      'the second mail',
      () => mailServer.mails.filter(({ to }) => to === address)[1],
    )
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
    await settledDeliveries(api, owner, webhook, 3)
    expect(await readWebhook(api, owner, webhook.id)).toMatchObject({ active: true })
    await failAt(owner, webhook, TEST_NOW + 7 * DAY + HOUR)
    expect(await readWebhook(api, owner, webhook.id)).toMatchObject({ active: true })
    expect(mailServer.mails.filter(({ to }) => to === address)).toEqual([])
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
    expect(await readWebhook(api, owner, webhook.id)).toMatchObject({
      active: true,
      failing_since: null,
    })
    receiver.answer(410)
    await test()
    expect(await readWebhook(api, owner, webhook.id)).toMatchObject({
      active: false,
      disabled_reason: 'ENDPOINT_GONE',
    })
    await fact('the mail', () => mailServer.mails.find(({ to }) => to === address))
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
