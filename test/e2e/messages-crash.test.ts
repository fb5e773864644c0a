/** Messages to clients, while mail servers and platforms fail and processes die. */
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { startMailServer, type DeliveredMail, type MailServer } from '../support/mail-server.ts'
import { openClinic, type Clinic } from '../support/messages.ts'
import { TEST_SECRETS } from '../support/secrets.ts'
import { connectNumber, playWhatsapp } from '../support/whatsapp.ts'
import { fact, workerBeside } from '../support/worker.ts'
import { spawnWorker } from '../support/worker-process.ts'

let api: TestApi
let clinic: Clinic
const workers: RunningWorker[] = []

beforeAll(async () => {
  api = await startTestApi()
  // Worker processes go by the true time.
  api.setClock(Date.now)
  clinic = await openClinic(api)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})
afterAll(() => api.close())

async function mailServer(takes?: (mail: DeliveredMail) => Promise<void>): Promise<MailServer> {
  const server = await startMailServer(takes)
  onTestFinished(() => server.close())
  return server
}

async function startWorker(smtpUrl?: string): Promise<void> {
  workers.push(await workerBeside(api, smtpUrl === undefined ? {} : { smtpUrl }))
}

const messageOf = async (id: number) => {
  const [row] = await clinic.messagesOf(id)
  if (row === undefined) throw new Error('No message.')
  return row
}
const inStatus = (id: number, status: string) =>
  fact(status, async () => {
    const row = await messageOf(id)
    return row.status === status && row
  })
const sweepNow = () => api.connection.pool.query("SELECT graphile_worker.add_job('sweep_messages')")
const told = async (type: string, id: string) =>
  (await api.db.event.findMany({ where: { type } })).filter(
    ({ payload }) => (payload as any).object.id === id,
  ).length
const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

describe('a worker that is killed between sending and recording', () => {
  it('leaves UNKNOWN, and no one sends it again', { timeout: 60_000 }, async () => {
    const arrived = Promise.withResolvers<void>()
    const server = await mailServer(() => {
      arrived.resolve()
      return new Promise(() => undefined)
    })
    const process = spawnWorker(api.databaseUrl, TEST_SECRETS, { SMTP_URL: server.url })
    onTestFinished(() => process.kill())
    await process.running
    const { id } = await clinic.book({ email: 'killed@example.com' })
    await arrived.promise
    await process.kill()
    const held = await messageOf(id)
    expect([held.status, held.callingSince === null, held.attempts]).toEqual(['QUEUED', false, 1])
    const other = await mailServer()
    await startWorker(other.url)
    await sweepNow()
    await api.connection.pool.query(
      "UPDATE message SET calling_since = calling_since - interval '1 hour' WHERE id = $1",
      [held.id],
    )
    await sweepNow()
    expect(await inStatus(id, 'UNKNOWN')).toMatchObject({ errorCode: 'interrupted' })
    const after = await clinic.book({ email: 'after@example.com' })
    await inStatus(after.id, 'SENT')
    expect(other.mails.map(({ to }) => to)).toEqual(['after@example.com'])
  })
})

describe('a mail server', () => {
  it('that is away for now is asked again, and a refusal is final', async () => {
    const server = await mailServer(async ({ to }) => {
      if (to.startsWith('later')) throw refusal(451)
      if (to.startsWith('never')) throw refusal(550)
    })
    await startWorker(server.url)
    const later = await clinic.book({ email: 'later@example.com' })
    const never = await clinic.book({ email: 'never@example.com' })
    const failed = await inStatus(never.id, 'FAILED')
    expect(failed).toMatchObject({ errorCode: 'smtp_550', attempts: 1 })
    expect(await told('messaging.message.failed', failed.id)).toBe(1)
    const waiting = await fact('an attempt', async () => {
      const row = await messageOf(later.id)
      return row.attempts === 1 && row.callingSince === null && row
    })
    expect(waiting).toMatchObject({ status: 'QUEUED', errorCode: 'smtp_451' })
    expect(waiting.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 30_000)
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await api.db.message.update({
        where: { id: waiting.id },
        data: { nextAttemptAt: new Date() },
      })
      await sweepNow()
      await fact(`attempt ${attempt}`, async () => {
        const row = await messageOf(later.id)
        return row.attempts === attempt && row.callingSince === null
      })
    }
    await inStatus(later.id, 'FAILED')
    expect(await told('messaging.message.failed', waiting.id)).toBe(1)
    expect(await told('messaging.message.sent', waiting.id)).toBe(0)
  })

  it('that hangs holds up no message of WhatsApp, no timer and no other mail than its own', async () => {
    const platform = playWhatsapp()
    onTestFinished(() => platform.close())
    const number = await connectNumber(api, clinic.organization)
    const hanging: (() => void)[] = []
    const server = await mailServer(() => new Promise((resolve) => hanging.push(resolve)))
    await startWorker(server.url)
    for (let count = 0; count < 12; count += 1)
      await clinic.book({ email: `hang${count}@example.com` })
    await fact('mails that hang', () => hanging.length >= 8)
    await number.write('+5511993330001', 'Oi')
    const { id } = await clinic.book({ phone: '+5511993330001' })
    await inStatus(id, 'SENT')
    await fact('all mails', () => {
      for (const go of hanging.splice(0)) go()
      return server.mails.length === 12
    })
  })
})

describe('without a mail server', () => {
  it('messages wait with their text, and go once there is one, if they are still of use', async () => {
    await startWorker()
    const kept = await clinic.book({ email: 'kept@example.com' })
    const gone = await clinic.book({ email: 'gone@example.com' })
    for (const { id } of [kept, gone]) {
      await fact('a made text', async () => (await messageOf(id)).text !== null)
      expect(await messageOf(id)).toMatchObject({
        status: 'QUEUED',
        nextAttemptAt: null,
        attempts: 0,
      })
    }
    const old = await messageOf(gone.id)
    await api.connection.pool.query(
      "UPDATE message SET created_at = created_at - interval '2 days' WHERE id = $1",
      [old.id],
    )
    for (const worker of workers.splice(0)) await worker.stop()
    const server = await mailServer()
    await startWorker(server.url)
    await sweepNow()
    await inStatus(kept.id, 'SENT')
    expect(await inStatus(gone.id, 'SKIPPED')).toMatchObject({ errorCode: 'too_old' })
    expect(server.mails.map(({ to }) => to)).toEqual(['kept@example.com'])
  })
})

describe('two workers', () => {
  it('send each message once', async () => {
    const server = await mailServer()
    await startWorker(server.url)
    await startWorker(server.url)
    const booked = await Promise.all(
      Array.from({ length: 20 }, (_, count) => clinic.book({ email: `two${count}@example.com` })),
    )
    await Promise.all([sweepNow(), sweepNow(), sweepNow()])
    for (const { id } of booked) await inStatus(id, 'SENT')
    const to = server.mails.map((mail) => mail.to)
    expect(to.toSorted()).toEqual([...new Set(to)].toSorted())
    expect(to).toHaveLength(20)
  })
})

describe('a test organization', () => {
  it('reaches no one: its outbox counts as sent, and its events say so', async () => {
    const platform = playWhatsapp()
    onTestFinished(() => platform.close())
    const server = await mailServer()
    await startWorker(server.url)
    const test = await openClinic(api, { livemode: false })
    const number = await connectNumber(api, test.organization)
    await number.write('+5511993330002', 'Oi')
    const mailed = await test.book({ email: 'test@example.com' })
    const written = await test.book({ phone: '+5511993330002' })
    for (const { id } of [mailed, written]) {
      const row = await fact('sent', async () => {
        const [one] = await test.messagesOf(id)
        return one?.status === 'SENT' && one
      })
      expect(row).toMatchObject({ provider: 'outbox', text: expect.stringContaining('Ana') })
      expect(await told('messaging.message.sent', row.id)).toBe(1)
    }
    expect([server.mails, platform.sent]).toEqual([[], []])
  })
})

describe('STOP while a reminder waits', () => {
  it('skips the reminder, and no other message', async () => {
    const platform = playWhatsapp()
    onTestFinished(() => platform.close())
    const number = await connectNumber(api, clinic.organization)
    const phone = '+5511993330003'
    await number.write(phone, 'STOP')
    const { id } = await clinic.book({ phone })
    const [booked] = await clinic.messagesOf(id)
    if (booked === undefined) throw new Error('No message.')
    await startWorker()
    await fact('the stop', () =>
      api.db.messagingContact.findFirst({
        where: { address: '+551193330003', remindersStoppedAt: { not: null } },
      }),
    )
    const reminder = await api.db.message.create({
      data: {
        id: 'msg_reminder',
        organizationId: booked.organizationId,
        direction: 'OUTBOUND',
        purpose: 'reminder',
        channel: 'whatsapp',
        status: 'QUEUED',
        clientId: booked.clientId,
        recipient: booked.recipient,
        address: booked.address,
        record: 'appointment',
        recordId: id,
        cause: 'test',
        nextAttemptAt: new Date(0),
      },
    })
    await sweepNow()
    await fact('skipped', async () => {
      const row = await api.db.message.findUniqueOrThrow({ where: { id: reminder.id } })
      return row.status === 'SKIPPED' && row.errorCode === 'reminders_stopped'
    })
    await inStatus(id, 'SENT')
  })
})
