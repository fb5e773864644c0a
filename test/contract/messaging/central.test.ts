/** The central number: several clinics write to one phone, over real HTTP with real signatures. */
import { suspendOrganization, type Service } from '@scheduling/core'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { signIn } from '../../support/dashboard.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import {
  CENTRAL_NUMBER,
  centralNumber,
  connectNumber,
  playWhatsapp,
  textMessage,
  type Platform,
  type PlayedNumber,
} from '../../support/whatsapp.ts'
import { fact, workerBeside } from '../../support/worker.ts'

const api = useOwnApi({ centralNumber: CENTRAL_NUMBER })
let worker: RunningWorker
let platform: Platform
let central: PlayedNumber
let aurora: Clinic
let sol: Clinic

beforeAll(async () => {
  platform = playWhatsapp()
  worker = await workerBeside(api)
  central = centralNumber(api)
  aurora = await openCentral('Clínica Aurora')
  sol = await openCentral('Clínica Sol')
})
afterAll(async () => {
  await worker.stop()
  platform.close()
})

const ownerOf = ({ organization }: Clinic) => signIn(api, organization)

async function openCentral(name: string): Promise<Clinic> {
  const clinic = await openClinic(api, { name })
  const { status, body } = await (await ownerOf(clinic)).mutate('messaging.connectCentral')
  expect([status, body.channel, body.status]).toEqual([200, 'central', 'CONNECTED'])
  return clinic
}

let people = 0
const newPhone = () => `+5511${String(21_000_000 + (people += 1)).padStart(8, '3')}`

const contactOf = (clinic: Clinic, address: string) =>
  api.db.messagingContact.findFirst({
    where: { organizationId: clinic.organization.row.id, channel: 'whatsapp', address },
  })

const sentTo = (phone: string) => platform.sent.filter(({ to }) => to === phone.slice(1))
const textsTo = (phone: string) =>
  sentTo(phone).map((sent) =>
    sent.type === 'text'
      ? sent.text.body
      : sent.type === 'interactive'
        ? sent.interactive.body.text
        : '',
  )

/** The clinic books, and asks the client, who has agreed. */
async function asks(clinic: Clinic, phone: string) {
  const organizationId = clinic.organization.row.id
  const key = { organizationId, channel: 'whatsapp', address: phone }
  await api.db.messagingContact.upsert({
    where: { organizationId_channel_address: key },
    create: { ...key, optedInAt: new Date() },
    update: {},
  })
  const appointment = await clinic.book({ phone })
  const row = await fact('the question', async () => {
    const [first] = await clinic.messagesOf(appointment.id)
    return first?.status === 'SENT' && first
  })
  return {
    id: Number(appointment.id),
    clientId: Number(appointment.client_id),
    row,
    wamid: row.providerId ?? '',
  }
}

const statusOf = async (id: number) =>
  (await api.db.appointment.findUniqueOrThrow({ where: { id } })).status

/** Once it has been worked on. */
const answered = (wamid: string) =>
  fact('an answer that was worked on', async () => {
    const row = await api.db.message.findFirst({ where: { providerId: wamid } })
    return row?.readAt != null && row
  })

/** Who has a message that arrived. */
const keepersOf = async (wamid: string) =>
  (await api.db.message.findMany({ where: { providerId: wamid } })).map((row) => row.organizationId)

describe('a template', () => {
  it('is one of the operator, and has the name of the clinic first', async () => {
    const phone = newPhone()
    await asks(aurora, phone)
    const [sent] = sentTo(phone)
    if (sent?.type !== 'template') throw new Error('It is no template.')
    const { name, components } = sent.template
    expect([name, components[0]?.parameters[0]?.text, components[0]?.parameters[1]?.text]).toEqual([
      'clinic_appointment_booked',
      'Clínica Aurora',
      'Ana',
    ])
  })
})

describe('an answer of a phone that two clinics asked', () => {
  it('with context acts at the clinic whose message it answers, and opens the conversation there alone', async () => {
    const phone = newPhone()
    const [one, other] = [await asks(aurora, phone), await asks(sol, phone)]
    const wamid = await central.write(phone, 'SIM', { context: { id: one.wamid } })
    await answered(wamid)
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['CONFIRMED', 'PENDING'])
    expect(await keepersOf(wamid)).toEqual([aurora.organization.row.id])
    expect((await contactOf(aurora, phone))?.lastReceivedAt).not.toBeNull()
    expect((await contactOf(sol, phone))?.lastReceivedAt).toBeNull()
    // What the clinic says then is free text, and says who speaks.
    await fact('the confirmation', () =>
      textsTo(phone).some((text) => /^\*Clínica Aurora\*\n\n.*confirmado/s.test(text)),
    )
    const write = async (clinic: Clinic, clientId: number) =>
      (
        await (
          await ownerOf(clinic)
        ).mutate('messaging.sendText', { client_id: clientId, text: 'Oi' })
      ).status
    expect([await write(aurora, one.clientId), await write(sol, other.clientId)]).toEqual([
      200, 409,
    ])
  })

  it('without context changes nothing; one line has the links, once', async () => {
    const phone = newPhone()
    const [one, other] = [await asks(aurora, phone), await asks(sol, phone)]
    const wamid = await central.write(phone, 'SIM')
    const line = await fact('the line', () =>
      textsTo(phone).find((text) => text.includes('Nada mudou')),
    )
    for (const { organization } of [aurora, sol]) {
      expect(line).toContain(`${organization.row.name} http://api.test/${organization.row.slug}`)
    }
    expect(line).not.toContain('\n')
    await central.write(phone, 'Não entendi')
    // The same phone answers with context: what came before was worked on by then.
    await answered(await central.write(phone, 'NÃO', { context: { id: other.wamid } }))
    expect(textsTo(phone).filter((text) => text.includes('Nada mudou'))).toHaveLength(1)
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual([
      'PENDING',
      'CANCELLED_CLIENT',
    ])
    expect(await keepersOf(wamid)).toEqual([])
  })

  it('is the only clinic’s where the other wrote more than 48 hours ago', async () => {
    const phone = newPhone()
    const [one, other] = [await asks(aurora, phone), await asks(sol, phone)]
    const createdAt = new Date(one.row.createdAt.getTime() - 49 * 3_600_000)
    await api.db.message.update({ where: { id: one.row.id }, data: { createdAt } })
    await answered(await central.write(phone, 'SIM'))
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['PENDING', 'CONFIRMED'])
  })

  it('is kept once, by one clinic, when the platform repeats it after the other wrote', async () => {
    const phone = newPhone()
    await asks(aurora, phone)
    const message = textMessage(phone, 'Tenho uma dúvida')
    const { id } = message as { id: string }
    await central.notify({ messages: [message] })
    await asks(sol, phone)
    await Promise.all([1, 2, 3].map(() => central.notify({ messages: [message] })))
    expect(await keepersOf(id)).toEqual([aurora.organization.row.id])
  })

  it('has no event: those are of own numbers; a note tells the dashboard', async () => {
    const organizationIds = [aurora, sol].map(({ organization }) => organization.row.id)
    const where = { organizationId: { in: organizationIds } }
    const types = ['messaging.message.received', 'messaging.connection.updated']
    expect(await api.db.event.count({ where: { ...where, type: { in: types } } })).toBe(0)
    expect(
      await api.db.auditEntry.count({ where: { ...where, action: 'message.received' } }),
    ).toBeGreaterThan(0)
  })
})

describe('STOP and START', () => {
  const stops = async (phone: string) => {
    const contacts = [await contactOf(aurora, phone), await contactOf(sol, phone)]
    return contacts.map((contact) => contact?.remindersStoppedAt != null)
  }

  it.each([
    ['PARAR', 'Voltar!'],
    ['stop', 'START'],
  ])('%s with context binds the clinic that it answers, until %s', async (stop, start) => {
    const phone = newPhone()
    const { wamid } = await asks(aurora, phone)
    await asks(sol, phone)
    await answered(await central.write(phone, stop, { context: { id: wamid } }))
    expect(await stops(phone)).toEqual([true, false])
    await answered(await central.write(phone, start, { context: { id: wamid } }))
    expect(await stops(phone)).toEqual([false, false])
  })

  it.each([
    ['PARAR', 'Voltar!'],
    ['stop', 'START'],
  ])('%s without context binds all that know the phone, until %s', async (stop, start) => {
    const phone = newPhone()
    await asks(aurora, phone)
    // It has not written to its client yet.
    await sol.call('POST', '/v1/clients', { first_name: 'Ana', phone })
    const wamid = await central.write(phone, stop)
    expect(await stops(phone)).toEqual([true, true])
    // Nothing else is bound: the first agreed, the second never did.
    expect((await contactOf(aurora, phone))?.optedInAt).not.toBeNull()
    expect((await contactOf(sol, phone))?.optedInAt).toBeNull()
    await fact('the line', () => textsTo(phone).some((text) => text.includes('não receberá mais')))
    await central.write(phone, start)
    expect(await stops(phone)).toEqual([false, false])
    await fact('the other line', () => textsTo(phone).some((text) => text.includes('voltará')))
    expect(await keepersOf(wamid)).toEqual([])
  })

  it('without context leaves own numbers and other phones alone', async () => {
    const phone = newPhone()
    await asks(aurora, phone)
    const other = newPhone()
    await asks(aurora, other)
    const own = await openClinic(api)
    await connectNumber(api, own.organization)
    await own.book({ phone })
    await central.write(phone, 'PARAR')
    expect(await contactOf(own, phone)).toBeNull()
    expect(await stops(other)).toEqual([false, false])
  })
})

describe('what is not for any clinic', () => {
  it('a stranger is neither kept nor answered', async () => {
    const phone = newPhone()
    const ids = [await central.write(phone, 'Oi'), await central.write(phone, 'STOP')]
    expect((await Promise.all(ids.map(keepersOf))).flat()).toEqual([])
    expect(await api.db.messagingContact.count({ where: { address: phone } })).toBe(0)
    // A later message of another phone has been sent by then.
    await asks(aurora, newPhone())
    expect(sentTo(phone)).toEqual([])
  })

  it('a phone that quotes a message to another', async () => {
    const { id, wamid } = await asks(aurora, newPhone())
    const stranger = newPhone()
    const told = await central.write(stranger, 'NÃO', { context: { id: wamid } })
    expect(await keepersOf(told)).toEqual([])
    expect(await statusOf(id)).toBe('PENDING')
  })

  it('a forged notice stores nothing', async () => {
    const phone = newPhone()
    const { id, wamid } = await asks(aurora, phone)
    const message = textMessage(phone, 'NÃO', { context: { id: wamid } })
    const reply = await central.notify({ messages: [message] }, () => `sha256=${'0'.repeat(64)}`)
    expect([reply.status, await statusOf(id)]).toEqual([401, 'PENDING'])
    expect(await api.db.message.count({ where: { address: phone, direction: 'INBOUND' } })).toBe(0)
  })

  it('an address that is entered at the platform without its token', async () => {
    const ask = async (token: string) => {
      const query = {
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      }
      const address = `${api.url}/messaging/whatsapp/central?${new URLSearchParams(query)}`
      return (await fetch(address)).status
    }
    expect([await ask(CENTRAL_NUMBER.verifyToken), await ask(CENTRAL_NUMBER.appSecret)]).toEqual([
      200, 401,
    ])
  })

  it('an erased client is a stranger', async () => {
    const phone = newPhone()
    const { clientId, wamid } = await asks(aurora, phone)
    const owner = await ownerOf(aurora)
    const preview = await owner.mutate('clients.erase', { client_id: clientId, preview: true })
    const { version } = preview.body
    await owner.mutate('clients.erase', { client_id: clientId, version })
    const told = await central.write(phone, 'SIM', { context: { id: wamid } })
    expect(await keepersOf(told)).toEqual([])
  })

  it('the message of a clinic at the central number, answered at the own number of another', async () => {
    const phone = newPhone()
    const { id, wamid } = await asks(aurora, phone)
    const own = await openClinic(api)
    const number = await connectNumber(api, own.organization)
    const told = await number.write(phone, 'NÃO', { context: { id: wamid } })
    await answered(told)
    expect(await keepersOf(told)).toEqual([own.organization.row.id])
    expect(await statusOf(id)).toBe('PENDING')
  })
})

describe('a clinic that is suspended', () => {
  it('goes on to hear its clients', async () => {
    const clinic = await openCentral('Clínica Lua')
    const phone = newPhone()
    const { id, wamid } = await asks(clinic, phone)
    await suspendOrganization(api.service, clinic.organization.row.slug ?? '', 'unpaid')
    await answered(await central.write(phone, 'SIM', { context: { id: wamid } }))
    expect(await statusOf(id)).toBe('CONFIRMED')
  })
})

describe('news of what was sent', () => {
  it('reach the clinics whose messages they are about, and no message of an own number', async () => {
    const [one, other] = [await asks(aurora, newPhone()), await asks(sol, newPhone())]
    const news = [one, other].map(({ row, wamid }) => ({
      id: wamid,
      status: 'delivered',
      timestamp: '1795435200',
      biz_opaque_callback_data: row.id,
    }))
    await central.notify({
      statuses: [...news, { ...news[0], id: 'wamid.unknown', biz_opaque_callback_data: 'x' }],
    })
    for (const { row } of [one, other]) {
      await fact('that it arrived', async () => {
        const now = await api.db.message.findUniqueOrThrow({ where: { id: row.id } })
        return now.status === 'DELIVERED'
      })
    }
  })
})

describe('a clinic that changes its number', () => {
  it('has no conversations there before clients write again', async () => {
    const clinic = await openCentral('Clínica Mar')
    const phone = newPhone()
    const { wamid } = await asks(clinic, phone)
    await answered(await central.write(phone, 'SIM', { context: { id: wamid } }))
    expect((await contactOf(clinic, phone))?.lastReceivedAt).not.toBeNull()
    await connectNumber(api, clinic.organization)
    expect((await contactOf(clinic, phone))?.lastReceivedAt).toBeNull()
    // What still comes to the central number is heard, and opens none at the own one.
    await answered(await central.write(phone, 'NÃO', { context: { id: wamid } }))
    expect((await contactOf(clinic, phone))?.lastReceivedAt).toBeNull()
  })
})

describe('a service that takes its number away, and has another later', () => {
  /** A worker that starts with other settings. */
  const restartWith = async (centralNumber: Service['centralNumber']) => {
    const service = { ...api.service, centralNumber }
    await (await workerBeside(api, { service })).stop()
  }

  it('lets clinics wait, whose clients get e-mails, and ends what was said with the number before', async () => {
    const clinic = await openCentral('Clínica Rio')
    const key = clinic.organization.key
    const whatsapp = async () => (await api.call('GET', '/v1/me', { key })).body.whatsapp
    const phone = newPhone()
    const { wamid, clientId } = await asks(clinic, phone)
    await answered(await central.write(phone, 'SIM', { context: { id: wamid } }))
    await clinic.call('PATCH', `/v1/clients/${clientId}`, { email: 'ana@example.com' })
    await restartWith(null)
    const { phone: before } = CENTRAL_NUMBER
    expect(await whatsapp()).toEqual({ channel: 'central', status: 'PENDING', phone: before })
    const { id } = await clinic.book({ phone })
    expect((await clinic.messagesOf(id))[0]?.channel).toBe('email')
    expect((await contactOf(clinic, phone))?.lastReceivedAt).not.toBeNull()
    const other = { ...CENTRAL_NUMBER, phone: '+551130002000' }
    await restartWith(other)
    expect(await whatsapp()).toEqual({
      channel: 'central',
      status: 'CONNECTED',
      phone: other.phone,
    })
    expect((await contactOf(clinic, phone))?.lastReceivedAt).toBeNull()
  })
})
