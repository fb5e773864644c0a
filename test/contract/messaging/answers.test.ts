/** What clients answer by WhatsApp, over real HTTP with real signatures. */
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { countStatements } from '../../support/count-statements.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import { rounds } from '../../support/sample.ts'
import {
  connectNumber,
  playWhatsapp,
  textMessage,
  type ConnectedNumber,
  type Platform,
} from '../../support/whatsapp.ts'
import { fact, workerBeside } from '../../support/worker.ts'

const api = useOwnApi()
let worker: RunningWorker
let platform: Platform
let clinic: Clinic
let number: ConnectedNumber

beforeAll(async () => {
  platform = playWhatsapp()
  worker = await workerBeside(api)
  clinic = await openClinic(api)
  number = await connectNumber(api, clinic.organization)
})
afterAll(async () => {
  await worker.stop()
  platform.close()
})

let people = 0
/** A mobile of its own, without and with the ninth digit. */
const newPhone = () => {
  people += 1
  const rest = String(91_000_000 + people)
  return { full: `+55119${rest}`, asTold: `+5511${rest}` }
}

/** Once everything that arrived has been worked on. */
const answered = (wamid: string) =>
  fact('an answer that was worked on', async () => {
    const row = await api.db.message.findFirst({ where: { providerId: wamid } })
    return row?.readAt != null && row
  })

const statusOf = async (id: number) =>
  (await api.db.appointment.findUniqueOrThrow({ where: { id } })).status

/** Booked by someone who has written before, and has been asked. */
async function asked(phone = newPhone()) {
  await number.write(phone.full, 'Olá! Tem horário amanhã?')
  const appointment = await clinic.book({ phone: phone.full })
  const question = await fact('the question', () =>
    platform.sent.find(
      (sent) => sent.to === phone.full.slice(1) && shown(sent).includes(timeOf(appointment.start)),
    ),
  )
  await fact('its record', async () => {
    const row = await api.db.message.findFirst({ where: { providerId: question.id } })
    return row?.status === 'SENT'
  })
  return { phone, appointment, question }
}

/** Once the client has been told. */
async function tell(of: { id: number; client_id: number }, purpose: string, cause = 'test') {
  const id = api.service.newId('msg')
  await api.db.message.create({
    data: {
      id,
      organizationId: clinic.organization.row.id,
      direction: 'OUTBOUND',
      purpose,
      channel: 'whatsapp',
      status: 'QUEUED',
      clientId: of.client_id,
      record: 'appointment',
      recordId: of.id,
      cause,
      nextAttemptAt: new Date(0),
    },
  })
  await api.connection.pool.query("SELECT graphile_worker.add_job('sweep_messages')")
  await fact('what the client is told', async () => {
    const row = await api.db.message.findUnique({ where: { id } })
    return row?.status === 'SENT'
  })
}

function shown(sent: Platform['sent'][number]): string {
  if (sent.type === 'text') return sent.text.body
  return sent.type === 'interactive' ? sent.interactive.body.text : JSON.stringify(sent.template)
}

/** As texts show a start, which is a full hour. */
function timeOf(start: string): string {
  const [date = '', time = ''] = start.split('T')
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const day = new Date(date).toLocaleDateString('pt-BR', options).replace(/^1 /, '1º ')
  const hour = Number(time.slice(0, 2))
  return `${day}, ${hour < 2 ? 'à' : 'às'} ${hour}h`
}

const repliesTo = (phone: { full: string }) =>
  platform.sent.filter(({ to }) => to === phone.full.slice(1)).map(shown)

describe('the only open question', () => {
  it.each(['SIM', 'sim!', ' Sím 👍', 'Confirmar.', 'YES', '*confirm*'])(
    '%s confirms the appointment, by the client',
    async (text) => {
      const { phone, appointment } = await asked()
      await answered(await number.write(phone.asTold, text))
      expect(await statusOf(appointment.id)).toBe('CONFIRMED')
      const { body } = await api.call('GET', '/v1/events?type=appointment.confirmed&limit=200', {
        key: clinic.organization.key,
      })
      const event = body.data.find((one: any) => one.data.object.id === appointment.id)
      expect(event.context).toMatchObject({
        actor: { type: 'client', id: String(appointment.client_id) },
        source: 'messaging',
      })
    },
  )

  it.each(['NÃO', 'nao', 'Cancelar', 'No.', 'CANCEL ❌'])('%s cancels it', async (text) => {
    const { phone, appointment } = await asked()
    await answered(await number.write(phone.asTold, text))
    expect(await statusOf(appointment.id)).toBe('CANCELLED_CLIENT')
    await fact('the message about it', () =>
      repliesTo(phone).some((one) => one.includes('Você cancelou')),
    )
  })

  it.each(['sim, mas posso atrasar?', 'não sei', 'ok', ''])(
    '«%s» is for people to read: nothing happens',
    async (text) => {
      const { phone, appointment } = await asked()
      const id = await number.write(phone.full, text)
      await fact('the row', () => api.db.message.findFirst({ where: { providerId: id } }))
      await answered(await number.write(phone.full, 'PARAR'))
      expect(await statusOf(appointment.id)).toBe('PENDING')
    },
  )

  it('NÃO takes an unpaid deposit along, and tells of both as the client', async () => {
    const { phone, appointment } = await asked()
    await api.db.deposit.create({
      data: {
        organizationId: clinic.organization.row.id,
        appointmentId: appointment.id,
        clientId: appointment.client_id,
        amount: '50.00',
        expiresAt: new Date(api.service.now() + 3_600_000),
      },
    })
    await answered(await number.write(phone.full, 'NÃO'))
    const organizationId = clinic.organization.row.id
    const told = await api.db.event.findMany({
      where: { organizationId, type: { in: ['appointment.cancelled', 'deposit.expired'] } },
      orderBy: { sequence: 'desc' },
      take: 2,
    })
    expect(told.map(({ type }) => type)).toEqual(['deposit.expired', 'appointment.cancelled'])
    for (const { context } of told) {
      expect(context).toMatchObject({
        actor: { type: 'client', id: String(appointment.client_id) },
      })
    }
    // One message says both.
    const rows = await api.db.message.findMany({
      where: { organizationId, clientId: appointment.client_id, direction: 'OUTBOUND' },
      orderBy: { createdAt: 'asc' },
    })
    expect(rows.map(({ purpose }) => purpose)).toEqual(['booked', 'cancelled'])
  })

  it('SIM twice at once confirms once', async () => {
    const { phone, appointment } = await asked()
    const ids = await Promise.all([1, 2, 3].map(() => number.write(phone.full, 'SIM')))
    for (const id of ids) await answered(id)
    expect(await statusOf(appointment.id)).toBe('CONFIRMED')
    const events = await api.db.event.findMany({ where: { type: 'appointment.confirmed' } })
    expect(
      events.filter(({ payload }) => (payload as any).object.id === appointment.id),
    ).toHaveLength(1)
  })

  it('a button does what stands on it', async () => {
    const { phone, appointment, question } = await asked()
    const press = {
      type: 'interactive',
      text: undefined,
      interactive: { type: 'button_reply', button_reply: { id: 'confirm', title: 'SIM' } },
      context: { id: question.id },
    }
    await answered(await number.write(phone.full, '', press))
    expect(await statusOf(appointment.id)).toBe('CONFIRMED')
  })
})

describe('what no one can tell changes nothing', () => {
  it('SIM to the message about a time from which the appointment was moved', async () => {
    const { phone, appointment, question } = await asked()
    await clinic.call('POST', `/v1/appointments/${appointment.id}/reschedule`, {
      start: clinic.nextStart(),
      notify_client: false,
    })
    await answered(await number.write(phone.full, 'SIM', { context: { id: question.id } }))
    await answered(await number.write(phone.full, 'SIM'))
    expect(await statusOf(appointment.id)).toBe('PENDING')
    await fact('the link', () => repliesTo(phone).some((one) => /nada mudou.*\/a\//s.test(one)))
  })

  it('SIM where two people with one phone were asked', async () => {
    const { phone, appointment } = await asked()
    const other = await clinic.book({ first_name: 'Bia', cpf: '52998224725', phone: phone.full })
    await fact('the second question', async () =>
      (await clinic.messagesOf(other.id)).some(({ status }) => status === 'SENT'),
    )
    await answered(await number.write(phone.full, 'SIM'))
    expect([await statusOf(appointment.id), await statusOf(other.id)]).toEqual([
      'PENDING',
      'PENDING',
    ])
  })

  it.each(['booked', 'moved'])(
    'NÃO after a message of an appointment that was %s when it was confirmed already',
    async (purpose) => {
      const phone = newPhone()
      await number.write(phone.full, 'Olá!')
      const { id, client_id } = await clinic.book({ phone: phone.full }, { notify_client: false })
      await api.db.appointment.update({ where: { id }, data: { status: 'CONFIRMED' } })
      await tell({ id, client_id }, purpose)
      await answered(await number.write(phone.full, 'Não'))
      expect(await statusOf(id)).toBe('CONFIRMED')
      await fact('the link', () => repliesTo(phone).some((one) => /nada mudou.*\/a\//s.test(one)))
    },
  )

  it('NÃO to a question that has had its SIM, until the reminder asks again', async () => {
    const { phone, appointment } = await asked()
    await answered(await number.write(phone.full, 'SIM'))
    await answered(await number.write(phone.full, 'Não'))
    expect(await statusOf(appointment.id)).toBe('CONFIRMED')
    await tell(appointment, 'reminder', 'first')
    await answered(await number.write(phone.full, 'SIM'))
    await fact('that it is', () => repliesTo(phone).some((one) => one.includes('já está')))
    await answered(await number.write(phone.full, 'Não'))
    expect(await statusOf(appointment.id)).toBe('CONFIRMED')
    await tell(appointment, 'reminder', 'second')
    await answered(await number.write(phone.full, 'Não'))
    expect(await statusOf(appointment.id)).toBe('CANCELLED_CLIENT')
  })

  it('NÃO from another phone that quotes the question', async () => {
    const { appointment, question } = await asked()
    const stranger = newPhone()
    await answered(await number.write(stranger.full, 'NÃO', { context: { id: question.id } }))
    expect(await statusOf(appointment.id)).toBe('PENDING')
    expect(repliesTo(stranger)).toEqual([])
  })

  it('SIM while a deposit is unpaid: the answer is where to pay', async () => {
    const { phone, appointment } = await asked()
    const deposit = await api.db.deposit.create({
      data: {
        organizationId: clinic.organization.row.id,
        appointmentId: appointment.id,
        clientId: appointment.client_id,
        amount: '50.00',
        expiresAt: new Date(api.service.now() + 3_600_000),
      },
    })
    await answered(await number.write(phone.full, 'SIM'))
    expect(await statusOf(appointment.id)).toBe('PENDING')
    await fact('where to pay', () => repliesTo(phone).some((one) => /50,00.*\/d\//s.test(one)))
    await api.db.deposit.delete({ where: { id: deposit.id } })
  })
})

describe('PARAR and VOLTAR', () => {
  it('bind the address, for reminders', async () => {
    const { phone } = await asked()
    await answered(await number.write(phone.asTold, 'parar'))
    const contact = () =>
      api.db.messagingContact.findFirstOrThrow({ where: { address: phone.asTold } })
    expect((await contact()).remindersStoppedAt).not.toBeNull()
    await answered(await number.write(phone.full, 'Voltar!'))
    expect((await contact()).remindersStoppedAt).toBeNull()
  })
})

describe('the address for notices', () => {
  it('answers the challenge to a caller that knows the token alone', async () => {
    const ask = async (query: Record<string, string>) => {
      const reply = await fetch(`${number.hookUrl}?${new URLSearchParams(query)}`)
      return [reply.status, reply.status === 200 ? await reply.text() : null]
    }
    const right = {
      'hub.mode': 'subscribe',
      'hub.verify_token': number.verifyToken,
      'hub.challenge': '1158201444',
    }
    expect(await ask(right)).toEqual([200, '1158201444'])
    expect(await ask({ ...right, 'hub.verify_token': 'wrong' })).toEqual([401, null])
    expect(await ask({ ...right, 'hub.mode': 'unsubscribe' })).toEqual([401, null])
    expect(await ask({ ...right, 'hub.challenge': '<script>' })).toEqual([401, null])
    expect(await ask({})).toEqual([401, null])
  })

  it.each([
    ['none', () => ''],
    ['another secret', (body: string) => `sha256=${'0'.repeat(64)}${body.slice(0, 0)}`],
    ['another form', () => 'sha1=abc'],
  ])('refuses a notice with %s as its signature, and stores nothing', async (_, signature) => {
    const message = textMessage('+5511999990000', 'forged')
    const reply = await number.notify({ messages: [message] }, signature)
    expect(reply.status).toBe(401)
    expect(await api.db.message.count({ where: { text: 'forged' } })).toBe(0)
  })

  it('stores a repeated notice once', async () => {
    const message = textMessage('+5511999990000', 'again and again')
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => number.notify({ messages: [message] })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await api.db.message.count({ where: { text: 'again and again' } })).toBe(1)
    const events = await api.db.event.findMany({ where: { type: 'messaging.message.received' } })
    const told = events.filter(({ payload }) => (payload as any).object.text === 'again and again')
    expect(told).toHaveLength(1)
  })

  it('takes the sound messages of a notice with odd ones, and news of another number not at all', async () => {
    const odd = [null, 7, {}, { id: 'x' }, textMessage('not a phone', 'x'), { id: 'y'.repeat(500) }]
    const good = textMessage('+5511999990001', 'sound\0 \u202Etext')
    expect((await number.notify({ messages: [...odd, good] })).status).toBe(200)
    const other = {
      metadata: { phone_number_id: '1' },
      messages: [textMessage('+5511999990001', 'other number')],
    }
    expect((await number.notify(other)).status).toBe(200)
    const rows = await api.db.message.findMany({ where: { recipient: '+5511999990001' } })
    expect(rows.map(({ text }) => text)).toEqual(['sound \u202Etext'])
  })

  it('refuses what is too large, and paths that no one has', async () => {
    const large = await number.notify({
      messages: [textMessage('+5511999990002', 'x'.repeat(1.1e6))],
    })
    expect(large.status).toBe(400)
    const noOne = await fetch(`${api.url}/messaging/whatsapp/${'a'.repeat(32)}`)
    expect(noOne.status).toBe(404)
    const method = await fetch(number.hookUrl, { method: 'DELETE' })
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })
})

describe('thousands of messages of one number', () => {
  it('take as many statements in one notice as ten do', async () => {
    const { phone } = await asked()
    const cost = async (length: number): Promise<number> => {
      const messages = Array.from({ length }, (_, place) =>
        textMessage(phone.full, `Nota ${place}`),
      )
      const { count, result } = await countStatements(() => number.notify({ messages }))
      expect(result.status).toBe(200)
      return count
    }
    // The worker beside may send statements of its own meanwhile: they add, and never take away.
    const least = async (length: number): Promise<number> =>
      Math.min(await cost(length), await cost(length), await cost(length))
    await cost(1)
    expect(await least(1000)).toBe(await least(10))
  })

  it('are stored once each, and answered ten times an hour', { timeout: 120_000 }, async () => {
    const { phone, appointment } = await asked()
    const notices = rounds(10)
    for (let notice = 0; notice < notices; notice += 1) {
      const messages = Array.from({ length: 1000 }, (_, place) =>
        textMessage(phone.full, place < 5 ? 'confirmar' : `Mensagem ${notice} ${place}`),
      )
      expect((await number.notify({ messages })).status).toBe(200)
    }
    const from = { recipient: phone.full, direction: 'INBOUND' }
    expect(
      await api.db.message.count({ where: { ...from, text: { startsWith: 'Mensagem' } } }),
    ).toBe(995 * notices)
    await fact(
      'all answers',
      async () =>
        (await api.db.message.count({
          where: { ...from, text: 'confirmar', readAt: { not: null } },
        })) ===
        5 * notices,
      90_000,
    )
    expect(await statusOf(appointment.id)).toBe('CONFIRMED')
    const replies = await api.db.message.count({
      where: { address: phone.asTold, purpose: 'answer_confirmed' },
    })
    expect(replies).toBe(10)
  })
})

describe('news of messages that were sent', () => {
  it('READ before DELIVERED, and everything twice, end in READ', async () => {
    const { question } = await asked()
    const told = (status: string) => ({
      id: question.id,
      status,
      timestamp: '1795446000',
      biz_opaque_callback_data: question.biz_opaque_callback_data,
    })
    const news = ['read', 'delivered', 'sent', 'read', 'delivered'].map(told)
    await number.notify({ statuses: news })
    const row = await fact('READ', async () => {
      const found = await api.db.message.findFirstOrThrow({ where: { providerId: question.id } })
      return found.status === 'READ' && found.deliveredAt !== null && found
    })
    expect(row.readAt).not.toBeNull()
    const events = await api.db.event.findMany({ where: { type: 'messaging.message.sent' } })
    const own = events.filter(({ payload }) => (payload as any).object.id === row.id)
    expect(own).toHaveLength(1)
  })
})
