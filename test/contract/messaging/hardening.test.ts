/** What strangers send to the address of a number, and what becomes of a message between its writing and its sending. */
import { inTransaction, PATIENCE } from '@scheduling/database'
import {
  answerMessages,
  applyStatuses,
  forgetMessagesOf,
  remindClients,
  sweepMessages,
} from '@scheduling/core'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { signIn } from '../../support/dashboard.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import {
  connectNumber,
  playWhatsapp,
  textMessage,
  type ConnectedNumber,
  type Platform,
} from '../../support/whatsapp.ts'
import { fact, workerBeside } from '../../support/worker.ts'

const api = useOwnApi()
let mail: MailServer
let platform: Platform
let clinic: Clinic
let number: ConnectedNumber
let worker: RunningWorker | null = null

beforeAll(async () => {
  mail = await startMailServer()
  platform = playWhatsapp()
  clinic = await openClinic(api)
  number = await connectNumber(api, clinic.organization)
})
afterAll(async () => {
  await worker?.stop()
  await mail.close()
  platform.close()
})

const startWorker = async () => void (worker = await workerBeside(api, { smtpUrl: mail.url }))
const stopWorker = async () => {
  await worker?.stop()
  worker = null
}
const sweepNow = () => api.connection.pool.query("SELECT graphile_worker.add_job('sweep_messages')")

const answered = (wamid: string) =>
  fact('an answer that was worked on', async () => {
    const row = await api.db.message.findFirst({ where: { providerId: wamid } })
    return row?.readAt != null && row
  })

describe('one odd value holds up no other message of its notice', () => {
  const button = (payload: string) => ({ text: undefined, button: { payload, text: 'hi' } })
  it.each([
    ['a NUL in its id', { id: 'a\0b' }],
    ['half a character in its id', { id: 'a\uD800b' }],
    ['a NUL in what it answers', { context: { id: 'x\0' } }],
    ['half a character in what it answers', { context: { id: 'x\uDC00' } }],
    ['a NUL in a payload', button('x\0')],
    ['a payload that is cut within a character', button(`${'x'.repeat(199)}😀`)],
    ['a phone that no one has', { from: '000000' }],
    ['a time far away', { timestamp: '99999999999' }],
    ['4096 emoji', { text: { body: '😀'.repeat(4096) } }],
    ['a text of null', { text: null }],
  ])('%s', async (name, odd) => {
    const text = `sound beside ${name}`
    const reply = await number.notify({
      messages: [textMessage('+5511988880000', 'odd', odd), textMessage('+5511988880000', text)],
    })
    expect(reply.status).toBe(200)
    expect(await api.db.message.count({ where: { text } })).toBe(1)
  })
})

describe('the sweep', () => {
  it('finds what waits of one channel behind a backlog of the other', async () => {
    const { row } = (await openClinic(api)).organization
    const waiting = (id: string, channel: string, recordId: number, nextAttemptAt: Date) => ({
      id: `msg_${row.id}_${id}`,
      organizationId: row.id,
      direction: 'OUTBOUND',
      purpose: 'booked',
      status: 'QUEUED',
      cause: 'backlog',
      record: 'appointment',
      recordId,
      channel,
      nextAttemptAt,
    })
    await api.db.message.createMany({
      data: Array.from({ length: 1001 }, (_, at) => waiting(`e${at}`, 'email', at, new Date(0))),
    })
    const later = new Date(api.service.realNow() - 1000)
    await api.db.message.create({ data: waiting('w', 'whatsapp', 0, later) })
    const due = await sweepMessages(api.service)
    expect(due.filter(({ channel }) => channel === 'email')).toHaveLength(1000)
    expect(due.some(({ id }) => id === `msg_${row.id}_w`)).toBe(true)
    await api.db.message.deleteMany({ where: { organizationId: row.id } })
  })
})

describe('NÃO without a quote', () => {
  it('cancels nothing when the team has asked something since', async () => {
    await startWorker()
    const phone = '+5511991110001'
    await number.write(phone, 'Olá!')
    const { id, client_id } = await clinic.book({ phone })
    await fact('the question', async () =>
      (await clinic.messagesOf(id)).some(({ status }) => status === 'SENT'),
    )
    const team = await signIn(api, clinic.organization)
    await team.mutate('messaging.sendText', { client_id, text: 'Tem alguma alergia?' })
    await fact('what the team asked', () =>
      api.db.message.findFirst({ where: { clientId: client_id, purpose: 'text', status: 'SENT' } }),
    )
    await answered(await number.write(phone, 'Não'))
    const { status } = await api.db.appointment.findUniqueOrThrow({ where: { id } })
    expect(status).toBe('PENDING')
    await stopWorker()
  })
})

describe('between its writing and its sending', () => {
  /** Written for WhatsApp while no worker runs. */
  async function written(client: { phone: string; email?: string; first_name?: string }) {
    await number.write(client.phone, 'Olá!')
    const appointment = await clinic.book(client)
    const [message] = await clinic.messagesOf(appointment.id)
    expect([message?.channel, message?.status]).toEqual(['whatsapp', 'QUEUED'])
    return appointment
  }
  const optOut = async (client_id: number) => {
    const team = await signIn(api, clinic.organization)
    await team.mutate('messaging.setOptIn', { client_id, opted_in: false })
  }
  const ended = (id: number) =>
    fact('an end', async () => {
      const [row] = await clinic.messagesOf(id)
      return row?.status !== 'QUEUED' && row
    })

  it('a client who agrees to WhatsApp no more gets an e-mail, or nothing', async () => {
    const mailed = await written({ phone: '+5511991110002', email: 'out@example.com' })
    const silent = await written({ phone: '+5511991110003' })
    await optOut(mailed.client_id)
    await optOut(silent.client_id)
    await startWorker()
    expect(await ended(silent.id)).toMatchObject({ status: 'SKIPPED', errorCode: 'not_opted_in' })
    await fact(
      'another way',
      async () => (await clinic.messagesOf(mailed.id))[0]?.channel === 'email',
    )
    await sweepNow()
    expect(await ended(mailed.id)).toMatchObject({ channel: 'email', status: 'SENT' })
    expect(mail.mails.filter(({ to }) => to === 'out@example.com')).toHaveLength(1)
    expect(platform.sent.filter(({ to }) => /^551199111000[23]$/.test(to))).toEqual([])
    await stopWorker()
  })

  it('a text of the organization that turns out empty gives way to that of the catalogue', async () => {
    const team = await signIn(api, clinic.organization)
    const own = { purpose: 'booked', language: 'pt' }
    const body = '{% if data.object.reason %}{{ data.object.reason }}{% endif %}'
    const saved = await team.mutate('messaging.setText', { ...own, subject: 'Oi', body })
    expect(saved.status).toBe(200)
    const { id } = await written({ phone: '+5511991110004' })
    await startWorker()
    expect((await ended(id)).text).toContain('Recebemos seu pedido')
    await stopWorker()
    await team.mutate('messaging.resetText', own)
  })

  it('a client that is merged beside it: it goes to the one that is left', async () => {
    const kept = await clinic.book({ email: 'kept@example.com' }, { notify_client: false })
    const gone = await clinic.book({ email: 'gone@example.com', first_name: 'Outra' })
    const team = await signIn(api, clinic.organization)
    const merged = await team.mutate('clients.merge', {
      client_id: kept.client_id,
      merged_client_id: gone.client_id,
      fields: { email: 'survivor', first_name: 'survivor' },
    })
    expect([merged.status, merged.problem]).toEqual([200, undefined])
    // As it was committed after the merge had looked.
    const where = { record: 'appointment', recordId: gone.id }
    await api.db.message.updateMany({ where, data: { clientId: gone.client_id } })
    await startWorker()
    expect(await ended(gone.id)).toMatchObject({
      status: 'SENT',
      clientId: kept.client_id,
      recipient: 'kept@example.com',
    })
    await stopWorker()
  })

  it('an error that comes after the client was erased keeps no address', async () => {
    const { id, client_id } = await written({ phone: '+5511991110006' })
    platform.answer(async () => {
      const organizationId = clinic.organization.row.id
      await inTransaction(api.db, PATIENCE, (tx) => forgetMessagesOf(tx, organizationId, client_id))
      const error = { code: 131_026, message: 'Undeliverable to 5511991110006' }
      return Response.json({ error }, { status: 400 })
    })
    await startWorker()
    expect(await ended(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'whatsapp_131026',
      errorMessage: null,
      recipient: null,
    })
    await stopWorker()
  })

  it('names and services with line breaks, templates and separators stay text in head and calendar', async () => {
    const first_name = 'Ana\r\nBcc: x@evil.example;,"{{ organization.name }}'
    const reply = await clinic.book({
      email: 'head@example.com',
      first_name: first_name.replace('\r\n', ' '),
    })
    await api.db.client.update({ where: { id: reply.client_id }, data: { firstName: first_name } })
    await startWorker()
    const sent = await fact('the mail', () =>
      mail.mails.find(({ to }) => to === 'head@example.com'),
    )
    expect(sent.head).not.toMatch(/^bcc/im)
    expect(sent.text).not.toMatch(/^(?:DESCRIPTION|ATTENDEE).*\r?\nBcc/m)
    expect(sent.text).toContain('{{ organization.\u200Bname }}')
    await stopWorker()
  })

  it('addresses in a name become no link: only our own can be clicked', async () => {
    const own = `${api.service.publicBaseUrl}/a/forged`
    const evil = 'https://evil.example/pix'
    const { id } = await clinic.book({
      email: 'victim@example.com',
      first_name: `${evil} ${own}`,
      last_name: 'www.evil.example',
    })
    await startWorker()
    const sent = await fact('the mail', () =>
      mail.mails.find(({ to }) => to === 'victim@example.com'),
    )
    const links = Array.from(sent.text.matchAll(/href="([^"]*)"/g), ([, href]) => href)
    expect(links).toEqual([expect.stringMatching(/\/a\/[\w-]{20,}$/)])
    expect((await ended(id)).text).toContain(links[0])
    // Nor does a mail program find one by itself, in the text or in the page.
    const said = sent.text.replaceAll(/BEGIN:VCALENDAR[^]*?END:VCALENDAR/g, '')
    expect(said).not.toMatch(/https:\/\/evil|evil\.example/)
    await stopWorker()
  })
})

describe('a reminder', () => {
  it('that went by e-mail does not come by WhatsApp too, when the client writes beside it', async () => {
    const start = new Date(api.service.now() + 30 * 3_600_000).toISOString().slice(0, 14)
    const phone = '+5511991110005'
    const begin = api.service.now()
    await remindClients(api.service)
    const { id } = await clinic.book(
      { phone, email: 'twice@example.com' },
      { start: `${start}00:00Z` },
    )
    api.setNow(Date.parse(`${start}00:00Z`) - 24 * 3_600_000)
    await remindClients(api.service)
    await number.write(phone, 'Olá!')
    api.setNow(api.service.now() + 30_000)
    await remindClients(api.service)
    const rows = (await clinic.messagesOf(id)).filter(({ purpose }) => purpose === 'reminder')
    expect(rows.map(({ channel }) => channel)).toEqual(['email'])
    api.setNow(begin)
  })
})

describe('news of messages that were sent', () => {
  it('are worked on as fast as they come, each in a notice of its own', async () => {
    const waiting = async () => {
      const { rows } = await api.connection.pool.query(
        "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'message_statuses'",
      )
      return rows.length
    }
    for (let at = 0; at < 20; at += 1) {
      const status = { id: `wamid.unknown${at}`, status: 'delivered', timestamp: '1795446000' }
      await number.notify({ statuses: [status] })
    }
    expect(await waiting()).toBe(20)
    await startWorker()
    await fact('all of them', async () => (await waiting()) === 0, 10_000)
    await stopWorker()
  })
})

describe('one message that fails for good', () => {
  /** Every change of this row fails, as where something is broken in the database. */
  async function broken<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
    const { pool } = api.connection
    await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'broken for good'; END $$`)
    await pool.query(`CREATE TRIGGER refuse BEFORE UPDATE ON message FOR EACH ROW
      WHEN (OLD.id = '${id}') EXECUTE FUNCTION refuse()`)
    try {
      return await run()
    } finally {
      await pool.query('DROP FUNCTION refuse CASCADE')
    }
  }

  it('holds up no other answer of its job', async () => {
    const phones = ['+5511991110011', '+5511991110012']
    await number.notify({ messages: phones.map((phone) => textMessage(phone, 'PARAR')) })
    const rows = await api.db.message.findMany({ where: { recipient: { in: phones } } })
    const [first, second] = rows.map(({ id }) => id)
    if (first === undefined || second === undefined) throw new Error('Not stored.')
    const begun = () => answerMessages(api.service, [first, second])
    await expect(broken(first, begun)).rejects.toThrow('broken for good')
    const reads = await api.db.message.findMany({ where: { id: { in: [first, second] } } })
    const readAt = new Map(reads.map((row) => [row.id, row.readAt]))
    expect(readAt.get(first)).toBeNull()
    expect(readAt.get(second)).not.toBeNull()
  })

  it('holds up no other status of its job', async () => {
    const { row } = clinic.organization
    const ids = [api.service.newId('msg'), api.service.newId('msg')]
    await api.db.message.createMany({
      data: ids.map((id, at) => ({
        id,
        organizationId: row.id,
        direction: 'OUTBOUND',
        purpose: 'text',
        channel: 'whatsapp',
        status: 'SENT',
        cause: id,
        providerId: `wamid.held${at}`,
      })),
    })
    const news = ids.map((messageId, at) => ({
      messageId,
      providerId: `wamid.held${at}`,
      status: 'read' as const,
      at: api.service.now(),
      errorCode: null,
      errorTitle: null,
    }))
    const begun = () => applyStatuses(api.service, row.id, news)
    await expect(broken(ids[0] ?? '', begun)).rejects.toThrow('broken for good')
    const rows = await api.db.message.findMany({ where: { id: { in: ids } } })
    const statuses = new Map(rows.map(({ id, status }) => [id, status]))
    expect(ids.map((id) => statuses.get(id))).toEqual(['SENT', 'READ'])
  })
})

describe('answers that come in a burst', () => {
  const tens = (at: number) => `+55119${91_200_000 + at}`

  it('60 of 60 phones, each in a notice of its own, are all done', async () => {
    const ids: string[] = []
    for (let at = 0; at < 60; at += 1) ids.push(await number.write(tens(at), 'PARAR'))
    await startWorker()
    await fact('all of them', async () => {
      const done = { providerId: { in: ids }, readAt: { not: null } }
      return (await api.db.message.count({ where: done })) === 60
    })
    await stopWorker()
  })

  it('of one phone keep their order, and act once', async () => {
    const phones = Array.from({ length: 12 }, (_, at) => tens(100 + at))
    // The last word of each wins.
    for (const phone of phones) {
      for (const word of ['PARAR', 'VOLTAR', 'PARAR', 'VOLTAR', 'PARAR', 'VOLTAR'])
        await number.write(phone, word)
    }
    const rows = await api.db.message.findMany({
      where: { recipient: { in: phones }, direction: 'INBOUND' },
      orderBy: { createdAt: 'asc' },
    })
    expect(rows).toHaveLength(72)
    // As jobs of several workers may begin: all at once, the last ones first.
    await Promise.all(rows.toReversed().map(({ id }) => answerMessages(api.service, [id])))
    const contacts = await api.db.messagingContact.findMany({
      where: { address: { in: rows.flatMap(({ address }) => address ?? []) } },
    })
    expect(contacts.map(({ remindersStoppedAt }) => remindersStoppedAt)).toEqual(
      Array(12).fill(null),
    )
  })

  it('get ten answers an hour, however many are worked on at once', async () => {
    const phone = tens(200)
    await clinic.book({ phone }, { notify_client: false })
    const messages = Array.from({ length: 30 }, () => textMessage(phone, 'PARAR'))
    await number.notify({ messages })
    const rows = await api.db.message.findMany({
      where: { recipient: phone, direction: 'INBOUND' },
    })
    await Promise.all(rows.map(({ id }) => answerMessages(api.service, [id])))
    const replies = { recipient: phone, purpose: 'answer_stopped' }
    expect(await api.db.message.count({ where: replies })).toBe(10)
  })
})
