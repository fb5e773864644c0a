/** What visitors cause to be sent to a contact that they typed. */
import { EMISSIONS, linkToken, sendMessage } from '@scheduling/core'
import { expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { queueDesk } from '../../support/clinic.ts'
import { openStranger, signIn, type Browser } from '../../support/dashboard.ts'
import { useMailingWorker } from '../../support/mailing-worker.ts'
import { bookAs, joinAs, newClient, tokenOf } from '../../support/public-booking.ts'
import { queueService } from '../../support/queue.ts'
import { waitAs } from '../../support/waitlist.ts'
import { fact } from '../../support/worker.ts'

const api = useOwnApi({ trustedProxies: 1 })
const mail = useMailingWorker(api)

/** The messages to an address, once none is left to be sent now. */
const messagesTo = (address: string) =>
  fact(`messages to ${address}`, async () => {
    const rows = await api.db.message.findMany({
      where: { address },
      orderBy: { createdAt: 'asc' },
    })
    const isAtRest = rows.every(
      ({ status, nextAttemptAt }) => status !== 'QUEUED' || Number(nextAttemptAt) > 0,
    )
    return isAtRest && rows
  })

it('one contact gets ten a day by one visitor, and two more by another one', async () => {
  const clinic = await openClinic(api)
  const client = newClient()
  const attacker = openStranger(api)
  const book = async (browser: Browser) => {
    const { body } = await bookAs(api, clinic, { client }, browser)
    await messagesTo(client.email)
    return tokenOf(body.url)
  }
  for (let round = 0; round < 7; round += 1) {
    const token = await book(attacker)
    const moved = { token, start: at('10:00') }
    expect((await attacker.mutate('publicBooking.rescheduleAppointment', moved)).status).toBe(200)
    await messagesTo(client.email)
    await attacker.mutate('publicBooking.cancelAppointment', { token })
  }
  const other = openStranger(api)
  const token = await book(other)
  await other.mutate('publicBooking.rescheduleAppointment', { token, start: at('10:00') })
  const rows = await messagesTo(client.email)
  const count = (purpose: string) =>
    ['SENT', 'SKIPPED'].map(
      (status) => rows.filter((row) => row.purpose === purpose && row.status === status).length,
    )
  // Of the two last rounds the contact hears nothing, of their ends neither.
  expect({ booked: count('booked'), moved: count('moved'), cancelled: count('cancelled') }).toEqual(
    {
      booked: [6, 2],
      moved: [6, 2],
      cancelled: [5, 2],
    },
  )
  expect(mail.mails.filter(({ to }) => to.includes(client.email))).toHaveLength(17)
})

it('the first move is told at once, the next ones with the last of them, ten minutes later', async () => {
  const later = async (seconds: number) => {
    api.setNow(TEST_NOW + seconds * 1000)
    await api.connection.pool.query("SELECT graphile_worker.add_job('sweep_messages')")
  }
  const clinic = await openClinic(api)
  const client = newClient()
  const { body } = await bookAs(api, clinic, { client })
  const token = tokenOf(body.url)
  for (const hour of ['10:00', '11:00', '10:00', '11:30']) {
    await openStranger(api).mutate('publicBooking.rescheduleAppointment', {
      token,
      start: at(hour),
    })
    await messagesTo(client.email)
  }
  await later(599)
  const before = await messagesTo(client.email)
  await later(601)
  const after = await fact('the last move is told', async () => {
    const rows = await messagesTo(client.email)
    return rows.every(({ status }) => status !== 'QUEUED') && rows
  })
  const moves = (rows: typeof after) =>
    rows.flatMap(({ purpose, status }) => (purpose === 'moved' ? [status] : []))
  expect([moves(before), moves(after)]).toEqual([
    ['SENT', 'QUEUED', 'QUEUED', 'QUEUED'],
    ['SENT', 'SKIPPED', 'SKIPPED', 'SENT'],
  ])
})

it('messages that are sent at once are counted one after the other', async () => {
  const clinic = await openClinic(api, { organization: { livemode: false } })
  const client = newClient()
  await bookAs(api, clinic, { client })
  const row = await api.db.message.findFirstOrThrow({ where: { address: client.email } })
  const others = Array.from({ length: 19 }, (_, at) => ({
    ...row,
    about: row.about ?? {},
    id: `${row.id}-${at}`,
    cause: `other ${at}`,
    status: 'QUEUED',
    attempts: 0,
    callingSince: null,
    nextAttemptAt: new Date(0),
  }))
  await api.db.message.deleteMany({ where: { id: row.id } })
  await api.db.message.createMany({ data: others })
  const carriers = { email: null, whatsappApiUrl: '' }
  const outcomes = await Promise.all(
    others.map((message) => sendMessage(api.service, carriers, message)),
  )
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10)
})

it('all public procedures together send one contact ten messages a day, and cancellations of what it knows', async () => {
  const clinic = await openClinic(api)
  const { professional, organization } = clinic
  await queueDesk(api.db, organization.row, professional)
  const queue = { organization, service: await queueService(api, organization.row, [professional]) }
  const client = newClient()
  const browser = openStranger(api)
  const tokens = { appointment: '', entry: '', wish: '' }
  const by =
    (kind: keyof typeof tokens, more: object = {}) =>
    (name: string) =>
      browser.mutate(name, { token: tokens[kind], ...more })
  const keep = async (kind: keyof typeof tokens, made: Promise<{ body: any }>) => {
    const { body } = await made
    if (body?.url != null) tokens[kind] = tokenOf(body.url)
  }
  const steps: Record<string, (name: string) => Promise<unknown>> = {
    'publicBooking.book': async () => {
      await keep('appointment', bookAs(api, clinic, { client }, browser))
      return bookAs(api, clinic, { client }, browser)
    },
    'publicBooking.rescheduleAppointment': by('appointment', { start: at('10:00') }),
    'publicBooking.confirmAppointment': by('appointment'),
    'publicBooking.cancelAppointment': by('appointment'),
    'publicBooking.joinQueue': async () => {
      await keep('entry', joinAs(api, queue, { client }, browser))
      return joinAs(api, queue, { client }, browser)
    },
    'publicBooking.tellOnMyWay': by('entry'),
    'publicBooking.confirmPresence': by('entry'),
    'publicBooking.leaveQueue': by('entry'),
    'publicBooking.setSubscription': by('appointment', { subscribed: false }),
    'publicBooking.joinWaitlist': () => keep('wish', waitAs(api, clinic, { client }, browser)),
    // By the link of a message, which a visitor with the contact of another person never sees.
    'publicBooking.confirmWish': by('wish'),
    'publicBooking.bookOffer': by('wish'),
    'publicBooking.declineOffer': by('wish'),
    'publicBooking.leaveWaitlist': by('wish'),
  }
  const changing = Object.keys(EMISSIONS).filter((name) => name.startsWith('publicBooking.'))
  expect(Object.keys(steps).toSorted()).toEqual(changing.toSorted())
  for (let round = 0; round < 6; round += 1) {
    for (const [name, step] of Object.entries(steps)) {
      await step(name)
      await messagesTo(client.email)
    }
  }
  const rows = await messagesTo(client.email)
  const sent = rows.filter(({ status }) => status === 'SENT')
  expect(sent.filter(({ purpose }) => purpose !== 'cancelled')).toHaveLength(10)
  expect(sent.length).toBeLessThanOrEqual(16)
  expect(rows.filter(({ errorCode }) => errorCode === 'too_many').length).toBeGreaterThan(0)
})

it('records whose client used the link of a message are not counted, for themselves and for others', async () => {
  const clinic = await openClinic(api, { organization: { livemode: false } })
  const client = newClient()
  await bookAs(api, clinic, { client })
  const row = await api.db.appointment.findFirstOrThrow({
    where: { organizationId: clinic.organization.row.id },
  })
  const [first] = await messagesTo(client.email)
  if (first === undefined) throw new Error('There is no message.')
  const token = linkToken(api.service, 'appointment_message', row)
  const moved = { token, start: at('10:00') }
  const reply = await openStranger(api).mutate('publicBooking.rescheduleAppointment', moved)
  expect(reply.status).toBe(200)
  await api.db.message.createMany({
    data: Array.from({ length: 12 }, (_, index) => ({
      ...first,
      about: {},
      id: `${first.id}-${index}`,
      cause: `other ${index}`,
    })),
  })
  await bookAs(api, clinic, { client, start: at('15:00') })
  const rows = await messagesTo(client.email)
  expect(rows.at(-1)).toMatchObject({ purpose: 'booked', status: 'SENT' })
})

it('messages follow the language of the page, also when the team changes the record', async () => {
  const clinic = await openClinic(api)
  const { professional, organization } = clinic
  await queueDesk(api.db, organization.row, professional)
  const queue = { organization, service: await queueService(api, organization.row, [professional]) }
  const english = newClient()
  const other = newClient()
  const owner = await signIn(api, organization)
  const languagesOf = async (address: string) =>
    (await messagesTo(address)).map(({ purpose, language }) => `${purpose} ${language}`)

  const where = { organizationId: organization.row.id }
  await bookAs(api, clinic, { client: english, language: 'en' })
  expect(await languagesOf(english.email)).toEqual(['booked en'])
  const { id } = await api.db.appointment.findFirstOrThrow({ where })
  const cancelled = await owner.mutate('appointments.cancel', { appointment_id: id })
  expect(cancelled.status).toBe(200)
  expect(await languagesOf(english.email)).toEqual(['booked en', 'cancelled en'])
  await joinAs(api, queue, { client: english, language: 'en' })
  // Before the call: what is written after it no longer says that the client has joined.
  expect(await languagesOf(english.email)).toEqual(['booked en', 'cancelled en', 'joined en'])
  const entry = await api.db.queueEntry.findFirstOrThrow({ where })
  const call = { entry_id: entry.id, professional_id: professional.id }
  expect(await owner.mutate('queue.callEntry', call)).toMatchObject({ status: 200 })
  expect(await languagesOf(english.email)).toEqual([
    'booked en',
    'cancelled en',
    'joined en',
    'called en',
  ])

  await bookAs(api, clinic, { client: other, start: at('15:00') })
  expect(await languagesOf(other.email)).toEqual(['booked pt'])
})
