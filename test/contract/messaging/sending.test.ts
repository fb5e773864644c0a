/** From a booking to the mailbox: a real worker, a real mail server. */
import type { RunningWorker } from '@scheduling/worker'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { fact, workerBeside } from '../../support/worker.ts'

const api = useOwnApi()
let mail: MailServer
let worker: RunningWorker
let clinic: Clinic

beforeAll(async () => {
  mail = await startMailServer()
  worker = await workerBeside(api, { smtpUrl: mail.url })
  clinic = await openClinic(api)
})
afterAll(async () => {
  await worker.stop()
  await mail.close()
})

const eventsOf = async (type: string) => {
  const { body } = await api.call('GET', `/v1/events?type=${type}&limit=200`, {
    key: clinic.organization.key,
  })
  return body.data
}

describe('a booking over the API', () => {
  it('sends the client an e-mail with text, page and calendar entry, and tells of it', async () => {
    const appointment = await clinic.book({ email: 'maria@example.com', first_name: 'Mária <b>' })
    const sent = await fact('the mail', () =>
      mail.mails.find(({ to }) => to === 'maria@example.com'),
    )
    expect(sent.head).toMatch(/^Subject: /m)
    expect(sent.head).toMatch(/^Message-ID: <msg_/m)
    expect(sent.head).toMatch(/^From: \S.* <agenda@example\.com>/m)
    expect(sent.text).toContain('Olá, Mária <b>!')
    expect(sent.text).toContain('Olá, Mária &lt;b&gt;!')
    expect(sent.text).toContain('Recebemos seu pedido de horário')
    expect(sent.text).not.toContain('marcado')
    expect(sent.text).toContain('/a/')
    const { part, event } = calendarIn(sent.text)
    expect(event.uid).toBe(appointment.ical_uid)
    expect(event.startDate.toJSDate().getTime()).toBe(Date.parse(appointment.start))
    expect(part.getFirstPropertyValue('status')).toBe('TENTATIVE')
    expect(event.description).toMatch(/^Pedido recebido\n/)
    const [told] = await fact('the event', async () => {
      const events = await eventsOf('messaging.message.sent')
      return events.length > 0 && events
    })
    expect(told.data.object).toMatchObject({
      object: 'message',
      direction: 'OUTBOUND',
      channel: 'EMAIL',
      kind: 'CONFIRMATION',
      email: 'maria@example.com',
      phone: null,
      text: null,
      appointment_id: appointment.id,
      error_code: null,
    })
    expect(told.context.source).toBe('messaging')
  })

  it('names the online room once the appointment is confirmed, in the text and in the calendar', async () => {
    const room = 'https://meet.example/sala-7'
    const { id, serviceType } = clinic.service
    const change = (data: object) => api.db.service.update({ where: { id }, data })
    await change({ serviceType: 'TELEMEDICINE', meetingUrl: room })
    const email = 'lia@example.com'
    const mails = (count: number) =>
      fact(`mail ${count}`, () => {
        const sent = mail.mails.filter(({ to }) => to === email)
        return sent.length === count && (sent.at(-1)?.text ?? false)
      })
    const appointment = await clinic.book({ email }, { type: 'TELEMEDICINE' })
    const post = (what: string, body?: object) =>
      clinic.call('POST', `/v1/appointments/${appointment.id}/${what}`, body)
    expect(await mails(1)).not.toContain(room)
    await post('confirm')
    const confirmed = await mails(2)
    expect(confirmed).toContain(`Entrar na sala online: ${room}`)
    expect(calendarIn(confirmed).part.getFirstPropertyValue('url')).toBe(room)
    await post('meeting-url', { meeting_url: `${room}b` })
    expect(await mails(3)).toContain(`Entrar na sala online: ${room}b`)
    await post('meeting-url', { meeting_url: null })
    const without = await mails(4)
    expect(without).toContain('não vale mais')
    expect(calendarIn(without).part.getFirstPropertyValue('url')).toContain('/a/')
    await change({ serviceType, meetingUrl: null })
  })

  it('says where to go, in the text, as a link on the page and in the calendar', async () => {
    const { id } = clinic.organization.row
    const moved = (addressStreet: string | null, mapUrl: string | null) =>
      api.db.organization.update({ where: { id }, data: { addressStreet, mapUrl } })
    const map = 'https://maps.example.com/aurora'
    await moved('Rua da Paz; fundos', map)
    await clinic.book({ email: 'noemi@example.com' })
    const { text } = await fact('the mail', () =>
      mail.mails.find(({ to }) => to === 'noemi@example.com'),
    )
    expect(text).toContain('Rua da Paz; fundos\r\nValor')
    expect(text).toContain(`href="${map}"`)
    expect(calendarIn(text).event.location).toBe('Rua da Paz; fundos')
    await moved(null, null)
  })

  it.each([
    ['pt', /SIM|NÃO|PARAR|Respond/, 'Ver, remarcar ou cancelar: http'],
    ['en', /YES|STOP|[Rr]eply/, 'See, move or cancel: http'],
  ])(
    'asks for no answer by e-mail, which no one would read, in %s',
    async (language, ask, offer) => {
      const { id } = clinic.organization.row
      await api.db.organization.update({ where: { id }, data: { language } })
      const email = `quiet-${language}@example.com`
      const appointment = await clinic.book({ email })
      await api.db.message.create({
        data: {
          id: api.service.newId('msg'),
          organizationId: id,
          direction: 'OUTBOUND',
          purpose: 'reminder',
          channel: 'email',
          status: 'QUEUED',
          clientId: appointment.client_id,
          record: 'appointment',
          recordId: appointment.id,
          cause: 'test',
          nextAttemptAt: new Date(0),
        },
      })
      await api.connection.pool.query("SELECT graphile_worker.add_job('sweep_messages')")
      const texts = await fact('both mails', async () => {
        const rows = await clinic.messagesOf(appointment.id)
        return rows.length === 2 && rows.every(({ status }) => status === 'SENT') && rows
      })
      for (const { text } of texts) {
        expect(text).not.toMatch(ask)
        expect(text).toContain(offer)
      }
      await api.db.organization.update({ where: { id }, data: { language: 'pt' } })
    },
  )

  it('takes the entry away when it is cancelled, with a higher sequence, and the reason only if asked to', async () => {
    const appointment = await clinic.book({ email: 'rui@example.com' })
    await fact('the first mail', () => mail.mails.some(({ to }) => to === 'rui@example.com'))
    await clinic.call('POST', `/v1/appointments/${appointment.id}/cancel`, {
      reason: 'Segredo da equipe',
    })
    const mails = await fact('the second mail', () => {
      const both = mail.mails.filter(({ to }) => to === 'rui@example.com')
      return both.length === 2 && both
    })
    const [booked, cancelled] = mails.map(({ text }) => calendarIn(text))
    expect(cancelled?.calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(cancelled?.event.uid).toBe(booked?.event.uid)
    expect(cancelled?.event.sequence).toBeGreaterThan(booked?.event.sequence ?? 0)
    expect(mails[1]?.text).not.toContain('Segredo')
    const other = await clinic.book({ email: 'lia@example.com' })
    await clinic.call('POST', `/v1/appointments/${other.id}/cancel`, {
      reason: 'A médica adoeceu',
      tell_reason: true,
    })
    await fact('the reason', () =>
      mail.mails.some(
        ({ to, text }) => to === 'lia@example.com' && text.includes('A médica adoeceu'),
      ),
    )
  })

  it('sends nothing with notify_client false', async () => {
    const appointment = await clinic.book({ email: 'noe@example.com' })
    await clinic.call('POST', `/v1/appointments/${appointment.id}/cancel`, { notify_client: false })
    const rows = await api.db.message.findMany({
      where: { recordId: appointment.id, record: 'appointment' },
    })
    expect(rows.map(({ purpose }) => purpose)).toEqual(['booked'])
    const silent = await clinic.book({ email: 'ivo@example.com' }, { notify_client: false })
    const told = { recordId: silent.id, record: 'appointment' }
    expect(await api.db.message.count({ where: told })).toBe(0)
  })
})

describe('before it is sent', () => {
  it('the record is read again: what was cancelled or moved since is skipped', async () => {
    await worker.stop()
    const cancelled = await clinic.book({ email: 'a1@example.com' })
    await clinic.call('POST', `/v1/appointments/${cancelled.id}/cancel`, {})
    const moved = await clinic.book({ email: 'a2@example.com' })
    await clinic.call('POST', `/v1/appointments/${moved.id}/reschedule`, {
      start: clinic.nextStart(),
    })
    worker = await workerBeside(api, { smtpUrl: mail.url })
    const statusOf = async (id: number) => {
      const rows = await api.db.message.findMany({
        where: { recordId: id, record: 'appointment' },
        orderBy: { createdAt: 'asc' },
      })
      return rows.map(({ purpose, status, errorCode }) => [purpose, status, errorCode])
    }
    await fact('the ends', async () => {
      const rows = [...(await statusOf(cancelled.id)), ...(await statusOf(moved.id))]
      return rows.every(([, status]) => status !== 'QUEUED')
    })
    expect(await statusOf(cancelled.id)).toEqual([
      ['booked', 'SKIPPED', 'cancelled'],
      ['cancelled', 'SENT', null],
    ])
    expect(await statusOf(moved.id)).toEqual([
      ['booked', 'SKIPPED', 'moved_since'],
      ['moved', 'SENT', null],
    ])
  })
})

/** The calendar entry of a mail, as a library by someone else reads it. */
function calendarIn(text: string) {
  const begin = text.indexOf('BEGIN:VCALENDAR')
  const content = text.slice(begin, text.indexOf('END:VCALENDAR', begin) + 'END:VCALENDAR'.length)
  const calendar = new ICAL.Component(ICAL.parse(content))
  const [part] = calendar.getAllSubcomponents('vevent')
  if (part === undefined) throw new Error('No event.')
  return { calendar, part, event: new ICAL.Event(part) }
}
