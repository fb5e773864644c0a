/**
 * One client, from the booking to the day on which she is forgotten: a real mail server, a real worker, the links as they
 * stand in the mails, and a payer who comes too late.
 */
import type { RunningWorker } from '@scheduling/worker'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openStranger, signIn, type Dashboard } from '../support/dashboard.ts'
import { startMailServer, type DeliveredMail, type MailServer } from '../support/mail-server.ts'
import { openClinic, type Clinic } from '../support/messages.ts'
import { tokenOf } from '../support/public-booking.ts'
import { person, tracesOf } from '../support/traces.ts'
import {
  fact,
  letClockRun,
  stopTimetable,
  workerBeside,
  type RunningClock,
} from '../support/worker.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let api: TestApi
let mail: MailServer
let worker: RunningWorker
let clock: RunningClock
let clinic: Clinic
let owner: Dashboard

const who = person()

beforeAll(async () => {
  api = await startTestApi()
  clock = letClockRun(api)
  mail = await startMailServer()
  clinic = await openClinic(api, { timeZone: 'America/Sao_Paulo' })
  owner = await signIn(api, clinic.organization)
  worker = await workerBeside(api, { smtpUrl: mail.url })
  // The timers run when the test says so: its clock jumps.
  await stopTimetable(api)
  await runJob('remind')
})
afterAll(async () => {
  await worker.stop()
  await mail.close()
  await api.close()
})

const runJob = (task: string) =>
  api.connection.pool.query('SELECT graphile_worker.add_job($1)', [task])

async function call(procedure: string, input: object): Promise<any> {
  const { status, body, problem } = await owner.mutate(procedure, input)
  expect([procedure, status, problem]).toEqual([procedure, 200, undefined])
  return body
}

const visitor = () => openStranger(api)

/** The next mail to the client. */
let read = 0
async function nextMail(): Promise<DeliveredMail> {
  const found = await fact(`mail ${read + 1}`, () => mailsToClient()[read])
  read += 1
  return found
}
const mailsToClient = () => mail.mails.filter(({ to }) => to === who.body.email)

/** The calendar entry of a mail, as a library by someone else reads it. */
function entryIn({ text }: DeliveredMail) {
  const begin = text.indexOf('BEGIN:VCALENDAR')
  const end = text.indexOf('END:VCALENDAR', begin) + 'END:VCALENDAR'.length
  const calendar = new ICAL.Component(ICAL.parse(text.slice(begin, end)))
  const event = calendar.getFirstSubcomponent('vevent')
  if (event === null) throw new Error('The mail has no calendar entry.')
  const { uid, startDate, sequence } = new ICAL.Event(event)
  const method = calendar.getFirstPropertyValue('method')
  return { method, uid, start: startDate.toJSDate().toISOString(), sequence }
}

/** The link of a kind in a mail. */
function linkIn({ text }: DeliveredMail, path: 'a' | 'd'): string {
  const [link] = new RegExp(`http[^\\s"<]*/${path}/[\\w-]{20,80}`).exec(text) ?? []
  if (link === undefined) throw new Error('The mail has no link.')
  return link
}

async function eventTypes(): Promise<string[]> {
  const { body } = await api.call('GET', '/v1/events?limit=200', { key: clinic.organization.key })
  return body.data.map(({ type }: { type: string }) => type)
}

it('is told, reminded, moves by the link, pays too late, is refunded, and is forgotten', async () => {
  // Booked by the API, three days ahead at noon: no reminder is due in quiet hours.
  const day = new Date(api.service.now() + 72 * HOUR_MS).toISOString().slice(0, 10)
  const at = (hour: string) => new Date(`${day}T${hour}:00-03:00`).toISOString()
  const booked = await clinic.book(who.body, { start: at('12:00'), notes: who.note })
  const first = await nextMail()
  const entry = entryIn(first)
  expect(entry).toMatchObject({ method: 'REQUEST', uid: booked.ical_uid, start: at('12:00') })
  const link = linkIn(first, 'a')

  // A day before it begins. No one is reminded twice.
  await clock.later(Date.parse(at('12:00')) - 24 * HOUR_MS - api.service.now() + MINUTE_MS)
  await runJob('remind')
  await runJob('remind')
  const reminder = await nextMail()
  expect(reminder.text).toContain('às 12h')
  await fact('the event', async () => (await eventTypes()).includes('appointment.reminder_sent'))

  // The page of the link answers without a login; opening it changes nothing.
  const page = await fetch(`${api.url}${new URL(link).pathname}`)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect(await page.text()).toContain('12:00')

  // Moved by the link, without an account. The entry of the calendar moves along.
  const token = tokenOf(linkIn(reminder, 'a'))
  const moved = await visitor().mutate('publicBooking.rescheduleAppointment', {
    token,
    start: at('16:00'),
  })
  expect(moved.status).toBe(200)
  const second = await nextMail()
  expect(entryIn(second)).toMatchObject({ method: 'REQUEST', uid: entry.uid, start: at('16:00') })
  expect(entryIn(second).sequence).toBeGreaterThan(entry.sequence)

  // Asked for a deposit, which no one pays in time.
  const deposit = await call('deposits.charge', { appointment_id: booked.id, amount: '50.00' })
  const asked = await nextMail()
  const depositToken = tokenOf(linkIn(asked, 'd'))
  const shown = await visitor().mutate('publicBooking.getDeposit', { token: depositToken })
  expect(shown.body).toMatchObject({ status: 'PENDING', amount: '50.00' })
  expect(shown.body.payment_code).toMatch(/^000201/)
  await clock.later(Date.parse(deposit.expires_at) - api.service.now() + MINUTE_MS)

  // Paid a minute too late, before the timer has withdrawn the charge. It is kept, shown to the team, and goes back.
  const bank = new URL(shown.body.sandbox_url).pathname
  const paid = await fetch(`${api.url}${bank}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=50.00',
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
  const payment = await fact('the payment, and its refund', async () => {
    const { body } = await owner.query('deposits.listPayments', { deposit_id: deposit.id })
    return body.data.find((one: any) => one.refunds?.[0]?.settled_at) ?? null
  })
  expect(payment).toMatchObject({ outcome: 'LATE', amount: '50.00' })
  await runJob('expire_deposits')
  const over = await fact('the end of the deposit', async () => {
    const { body } = await api.call('GET', `/v1/deposits/${deposit.id}`, {
      key: clinic.organization.key,
    })
    return body.status === 'EXPIRED' && body
  })
  expect(over).toMatchObject({ paid_at: null, refunded_amount: '0.00' })
  const freed = await nextMail()
  expect(entryIn(freed)).toMatchObject({ method: 'CANCEL', uid: entry.uid })

  // Forgotten: nothing of her is left in any column, and the links are dead. Appointment and money stay.
  const client_id = booked.client_id
  const { version, held } = await call('clients.erase', { client_id, preview: true })
  expect(held).toMatchObject({ appointments: 1, deposits: 1 })
  expect(await tracesOf(api, who.words)).not.toEqual([])
  await call('clients.erase', { client_id, version })
  // The worker removes what a transaction that began before the erasure still held.
  await fact('all traces to be gone', async () => {
    await runJob('finish_erasures')
    return (await tracesOf(api, who.words)).length === 0
  })
  expect((await fetch(`${api.url}${new URL(link).pathname}`)).status).toBe(404)
  const kept = await owner.query('deposits.listPayments', { deposit_id: deposit.id })
  expect(kept.body.data).toHaveLength(1)
  expect(mailsToClient()).toHaveLength(read)
})
