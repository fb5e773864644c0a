/** What visitors may do without an account, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import { createRateLimits, type RateLimits } from '@scheduling/api'
import {
  dropExpired,
  endOverdueOffers,
  isProved,
  linkToken,
  offerFreeTime,
  sendMessage,
  type Attempt,
} from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { EVERY_DAY } from '../../support/clinic.ts'
import { failing } from '../../support/deposits.ts'
import { openStranger, signIn, type Browser } from '../../support/dashboard.ts'
import { bookAs, proofFor, newClient, tokenOf } from '../../support/public-booking.ts'
import { untilWaiting } from '../../support/overtaking.ts'
import {
  byWish,
  confirmationOf,
  free,
  openFullClinic,
  statusOf,
  told,
  waitAs,
  waiting,
  type FullClinic,
} from '../../support/waitlist.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let clock = 0
let limits: RateLimits
let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ trustedProxies: 1 })
})
afterAll(() => api.close())
beforeEach(() => {
  clock = TEST_NOW
  limits = createRateLimits({ scale: 1, now: () => clock })
  api.setNow(TEST_NOW)
})

/** How many attempts are let through until one is refused, and the seconds to wait then. */
async function untilBlocked(kind: Attempt) {
  for (let allowed = 0; ; allowed += 1) {
    const decision = await limits.countAttempt(kind, 'one')
    if (!decision.allowed) return { allowed, seconds: decision.retryAfterSeconds }
  }
}

/** A test organization, with texts that are short enough for every limit. */
async function openTelling() {
  const clinic = await openClinic(api, { organization: { livemode: false } })
  await api.db.messageText.createMany({
    data: ['booked', 'moved'].map((purpose) => ({
      organizationId: clinic.organization.row.id,
      purpose,
      language: 'pt',
      subject: 'x',
      body: 'x',
    })),
  })
  return clinic
}

/**
 * What becomes of the message about a booking.
 *
 * @param before messages to its contact: by its visitor or by others, of its organization or of others
 */
async function sentAfter(before: { count: number; isOwn: boolean; ofVisitor: number }) {
  const clinic = await openTelling()
  const other = await openClinic(api)
  const client = newClient()
  const booked = await bookAs(api, clinic, { client, submission_id: longId() })
  expect(booked.status).toBe(200)
  const address = client.email
  const message = await api.db.message.findFirstOrThrow({ where: { address } })
  const { organizationId, channel, purpose, visitor } = message
  await api.db.message.createMany({
    data: Array.from({ length: before.count }, (_, at) => ({
      id: `msg_${crypto.randomUUID()}`,
      organizationId: before.isOwn ? organizationId : other.organization.row.id,
      direction: 'OUTBOUND',
      status: 'SENT',
      cause: 'test',
      attempts: 1,
      provider: before.isOwn ? 'outbox' : 'smtp',
      visitor: at < before.ofVisitor ? visitor : `other ${at}`,
      channel,
      purpose,
      address,
    })),
  })
  return send(message)
}

async function send(message: Parameters<typeof sendMessage>[2]): Promise<string> {
  await sendMessage(api.service, { email: null, whatsappApiUrl: '' }, message)
  const { status } = await api.db.message.findUniqueOrThrow({ where: { id: message.id } })
  return status
}

/** From which number of earlier messages on none is sent. */
async function firstUnsent(least: number, before: { isOwn: boolean; areOfVisitor: boolean }) {
  const { isOwn, areOfVisitor } = before
  for (let count = least - 1; ; count += 1) {
    const status = await sentAfter({ count, isOwn, ofVisitor: areOfVisitor ? count : 0 })
    if (status === 'SKIPPED') return count
  }
}

/** How many of the bookings with these names, from one address with one phone, are made. */
async function bookedOf(names: readonly string[]): Promise<number> {
  const clinic = await openClinic(api)
  const browser = openStranger(api)
  let booked = 0
  for (const [index, first_name] of names.entries()) {
    const client = { first_name, phone: '11912345678' }
    const start = at(['09:00', '10:00', '11:00', '14:00'][index] ?? '')
    const body = { start, client, submission_id: longId() }
    if ((await bookAs(api, clinic, body, browser)).status === 200) booked += 1
  }
  return booked
}

/** The same, of wishes. */
async function waitingOf(names: readonly string[]): Promise<number> {
  const clinic = await openFullClinic(api)
  const browser = openStranger(api)
  let waiting = 0
  for (const first_name of names) {
    const client = { first_name, phone: '11912345678' }
    const body = { client, submission_id: longId() }
    const reply = await waitAs(api, clinic, body, browser)
    if (reply.status !== 200) continue
    const token = await confirmationOf(api, clinic, tokenOf(reply.body.url))
    await byWish(api, 'confirmWish', token)
    waiting += 1
  }
  return waiting
}

/** How many wishes are unconfirmed once so many were left; from addresses where no one was before, unless said otherwise. */
async function unconfirmedAfter(
  clinic: FullClinic,
  count: number,
  body: () => object = () => ({}),
  browser?: Browser,
): Promise<number> {
  for (let made = 0; made < count; made += 1) {
    const wish = { submission_id: longId(), ...body() }
    expect((await waitAs(api, clinic, wish, browser)).status).toBe(200)
  }
  const { id: organizationId } = clinic.organization.row
  return api.db.waitlistWish.count({ where: { organizationId, status: 'UNCONFIRMED' } })
}

describe('a visitor follows', () => {
  itFollows('visitors', {
    async publicReadsPerAddressPerMinute() {
      expect(await untilBlocked('public read')).toEqual({
        allowed: to('publicReadsPerAddressPerMinute'),
        seconds: 60,
      })
    },
    async publicBookingsPerAddressPerHour() {
      expect(await untilBlocked('public booking')).toEqual({
        allowed: to('publicBookingsPerAddressPerHour'),
        seconds: 3600,
      })
    },
    async publicBookingsWithProofPerAddressPerHour() {
      expect(await untilBlocked('proved booking')).toEqual({
        allowed: to('publicBookingsWithProofPerAddressPerHour'),
        seconds: 3600,
      })
    },
    async publicBookingsWithoutProofPerOrganizationPerHour() {
      expect(await untilBlocked('unproven booking')).toEqual({
        allowed: to('publicBookingsWithoutProofPerOrganizationPerHour'),
        seconds: 3600,
      })
    },
    async proofBits() {
      const sent = { slug: 'clinica', submission_id: longId() }
      const bits = to('proofBits')
      const { just, less } = {
        just: proofFor(sent, bits, bits),
        less: proofFor(sent, bits - 1, bits - 1),
      }
      expect(isProved({ ...sent, proof: just })).toBe(true)
      expect(isProved({ ...sent, proof: less })).toBe(false)
    },
    async proofCharacters() {
      const clinic = await openClinic(api)
      const most = to('proofCharacters')
      const long = await bookAs(api, clinic, {
        submission_id: longId(),
        proof: 'x'.repeat(most + 1),
      })
      expect(long.status).toBe(400)
      const { status } = await bookAs(api, clinic, {
        submission_id: longId(),
        proof: 'x'.repeat(most),
      })
      expect(status).toBe(200)
    },
    async publicChangesPerRecordPerHour() {
      expect(await untilBlocked('public change')).toEqual({
        allowed: to('publicChangesPerRecordPerHour'),
        seconds: 3600,
      })
    },
    async visitorMessagesPerContactPerDay() {
      const limit = to('visitorMessagesPerContactPerDay')
      expect(await firstUnsent(limit, { isOwn: true, areOfVisitor: true })).toBe(limit)
    },
    async visitorMessagesPerContactOfAllPerDay() {
      const limit = to('visitorMessagesPerContactOfAllPerDay')
      expect(await firstUnsent(limit, { isOwn: false, areOfVisitor: true })).toBe(limit)
    },
    async messagesOfNewVisitor() {
      const count = to('visitorMessagesPerContactOfAllPerDay')
      const limit = to('messagesOfNewVisitor')
      const sent = []
      for (const ofVisitor of [limit - 1, limit])
        sent.push(await sentAfter({ count, isOwn: false, ofVisitor }))
      expect(sent).toEqual(['SENT', 'SKIPPED'])
    },
    async visitorMessagesPerContactAtMost() {
      const limit = to('visitorMessagesPerContactAtMost')
      expect(await firstUnsent(limit, { isOwn: false, areOfVisitor: false })).toBe(limit)
    },
    async depositCodeWaitMinutes() {
      const clinic = await openClinic(api, {
        service: { requiresDeposit: true, depositAmount: '50.00' },
      })
      const { payments } = api.service
      Object.assign(api.service, { payments: failing(payments, 'charge') })
      await bookAs(api, clinic, { submission_id: longId() })
      Object.assign(api.service, { payments })
      const { nextAttemptAt } = await api.db.message.findFirstOrThrow({
        where: { organizationId: clinic.organization.row.id, purpose: 'deposit_asked' },
      })
      expect(Number(nextAttemptAt) - TEST_NOW).toBe(to('depositCodeWaitMinutes') * MINUTE_MS)
    },
    async movesToldMinutes() {
      const clinic = await openTelling()
      const booked = await bookAs(api, clinic, { submission_id: longId() })
      const token = tokenOf(booked.body.url)
      const where = { organizationId: clinic.organization.row.id, purpose: 'moved' }
      const statuses = []
      const sent: string[] = []
      for (const hour of ['10:00', '11:00']) {
        const moved = { token, start: at(hour) }
        await openStranger(api).mutate('publicBooking.rescheduleAppointment', moved)
        const message = await api.db.message.findFirstOrThrow({
          where: { ...where, id: { notIn: sent } },
        })
        sent.push(message.id)
        statuses.push(await send(message))
      }
      const { nextAttemptAt } = await api.db.message.findFirstOrThrow({
        where: { ...where, status: 'QUEUED' },
      })
      expect(statuses).toEqual(['SENT', 'QUEUED'])
      expect(Number(nextAttemptAt) - TEST_NOW).toBe(to('movesToldMinutes') * MINUTE_MS)
    },
    async linkGuessesPerAddress() {
      expect(await untilBlocked('link guess')).toMatchObject({
        allowed: to('linkGuessesPerAddress'),
      })
    },
    async linkGuessWindowMinutes() {
      const least = to('linkGuessWindowMinutes') * MINUTE_MS
      const guess = () => limits.countAttempt('link guess', 'one')
      for (let count = 0; count < to('linkGuessesPerAddress') - 1; count += 1) await guess()
      clock += least + 1000
      for (let count = 0; count < to('linkGuessesPerAddress'); count += 1) {
        expect((await guess()).allowed).toBe(true)
      }
      expect((await guess()).allowed).toBe(false)
    },
    async linkGuessBlockMinutes() {
      const { seconds } = await untilBlocked('link guess')
      expect(seconds).toBe(to('linkGuessBlockMinutes') * 60)
    },
    async linkDays() {
      const clinic = await openClinic(api)
      const { body } = await clinic.book()
      const row = await api.db.appointment.findUniqueOrThrow({ where: { id: body.id } })
      const token = linkToken(api.service, 'appointment', row)
      const read = () => openStranger(api).mutate('publicBooking.getAppointment', { token })
      api.setNow(row.endsAt.getTime() + to('linkDays') * DAY_MS - 1)
      expect((await read()).status).toBe(200)
      api.setNow(row.endsAt.getTime() + to('linkDays') * DAY_MS)
      expect((await read()).status).toBe(404)
    },
    async openPublicBookings() {
      const names = ['Maria', 'Maria', 'Maria', 'Maria']
      expect(await bookedOf(names)).toBe(to('openPublicBookings'))
    },
    async openPublicBookingsOfContact() {
      const names = ['Maria', 'Ana', 'Rui', 'Eva']
      expect(await bookedOf(names)).toBe(to('openPublicBookingsOfContact'))
    },
    async publicBookingsPerContactPerDay() {
      const clinic = await openClinic(api)
      const client = { first_name: 'Maria', phone: '11912345678' }
      const browser = openStranger(api)
      const book = () => bookAs(api, clinic, { client, submission_id: longId() }, browser)
      for (let made = 0; made < to('publicBookingsPerContactPerDay'); made += 1) {
        const { body } = await book()
        const token = tokenOf(body.url)
        const { status } = await openStranger(api).mutate('publicBooking.cancelAppointment', {
          token,
        })
        expect(status).toBe(200)
      }
      const { problem } = await book()
      expect(problem?.code).toBe('action_not_allowed')
    },
    async openWishes() {
      const names = ['Maria', 'Maria', 'Maria', 'Maria']
      expect(await waitingOf(names)).toBe(to('openWishes'))
    },
    async openWishesOfContact() {
      const names = ['Maria', 'Ana', 'Rui', 'Eva']
      expect(await waitingOf(names)).toBe(to('openWishesOfContact'))
    },
    async wishesPerOrganization() {
      const clinic = await openFullClinic(api)
      for (let made = 0; made < to('wishesPerOrganization'); made += 1) {
        await waiting(api, clinic, { submission_id: longId() })
      }
      const { problem } = await waitAs(api, clinic, { submission_id: longId() })
      expect(problem?.code).toBe('action_not_allowed')
    },
    async unconfirmedWishesPerContact() {
      const clinic = await openFullClinic(api)
      const client = newClient()
      expect(await unconfirmedAfter(clinic, 4, () => ({ client }))).toBe(
        to('unconfirmedWishesPerContact'),
      )
    },
    async unconfirmedWishesPerAddress() {
      const clinic = await openFullClinic(api)
      const browser = openStranger(api)
      expect(await unconfirmedAfter(clinic, 6, () => ({}), browser)).toBe(
        to('unconfirmedWishesPerAddress'),
      )
    },
    async unconfirmedWishesPerOrganization() {
      const clinic = await openFullClinic(api)
      expect(await unconfirmedAfter(clinic, 7)).toBe(to('unconfirmedWishesPerOrganization'))
    },
    async unconfirmedWishHours() {
      const clinic = await openFullClinic(api)
      await unconfirmedAfter(clinic, 1)
      const { id } = clinic.organization.row
      api.setNow(api.service.now() + to('unconfirmedWishHours') * 60 * MINUTE_MS - 1)
      expect(await endOverdueOffers(api.service, id)).toBe(0)
      api.setNow(api.service.now() + 1)
      expect(await endOverdueOffers(api.service, id)).toBe(1)
    },
    async wishesRemovedAtOnce() {
      const clinic = await openFullClinic(api)
      const entry_ids = Array.from({ length: to('wishesRemovedAtOnce') + 1 }, (_, at) => at + 1)
      const owner = await signIn(api, clinic.organization)
      const { problem } = await owner.mutate('waitlist.removeMany', { entry_ids })
      expect(problem).toMatchObject({ errors: [{ field: 'entry_ids' }] })
    },
    async wishDays() {
      const clinic = await openFullClinic(api)
      const wait = (days: number) =>
        waitAs(api, clinic, { submission_id: longId(), to_date: `2026-11-${22 + days}` })
      expect((await wait(to('wishDays'))).status).toBe(200)
      const { problem } = await wait(to('wishDays') + 1)
      expect(problem).toMatchObject({ errors: [{ field: 'to_date', code: 'out_of_range' }] })
    },
    async wishHorizonDays() {
      const hours = { weekdays: EVERY_DAY, intervals: [['09:00', '12:00']] as const }
      const clinic = await openFullClinic(api, { hours })
      const wait = (days: number) => {
        const date = new Date(TEST_NOW + days * DAY_MS).toISOString().slice(0, 10)
        return waitAs(api, clinic, { submission_id: longId(), from_date: date, to_date: date })
      }
      expect((await wait(to('wishHorizonDays'))).status).toBe(200)
      const { problem } = await wait(to('wishHorizonDays') + 1)
      expect(problem).toMatchObject({ errors: [{ field: 'to_date', code: 'out_of_range' }] })
    },
    async offerMinutes() {
      const clinic = await openFullClinic(api)
      const token = await waiting(api, clinic, { submission_id: longId() })
      await free(api, clinic)
      api.setNow(api.service.now() + to('offerMinutes') * MINUTE_MS - 1)
      expect(await statusOf(api, token)).toBe('OFFERED')
      api.setNow(api.service.now() + 1)
      expect(await statusOf(api, token)).toBe('WAITING')
    },
    async wishLapses() {
      const clinic = await openFullClinic(api, {
        hours: { weekdays: [1], intervals: [['09:00', '12:00']] },
      })
      const token = await waiting(api, clinic, { submission_id: longId() })
      for (let lapses = 0; lapses < to('wishLapses'); lapses += 1) {
        await offerFreeTime(api.service, clinic.organization.row.id)
        expect(await statusOf(api, token)).toBe('OFFERED')
        await told(api, clinic)
        api.setNow(api.service.now() + to('offerMinutes') * MINUTE_MS)
        await endOverdueOffers(api.service, clinic.organization.row.id)
      }
      expect(await statusOf(api, token)).toBe('EXPIRED')
    },
    async wishKeptDays() {
      const clinic = await openFullClinic(api)
      const token = await waiting(api, clinic, { submission_id: longId() })
      await byWish(api, 'leaveWaitlist', token)
      const { id: organizationId } = clinic.organization.row
      const count = async () => {
        await dropExpired(api.service, api.connection.pool)
        return api.db.waitlistWish.count({ where: { organizationId } })
      }
      const endedAt = api.service.now()
      api.setNow(endedAt + to('wishKeptDays') * DAY_MS)
      expect(await count()).toBe(1)
      api.setNow(endedAt + to('wishKeptDays') * DAY_MS + 1)
      expect(await count()).toBe(0)
    },
    async publicSlotDays() {
      const clinic = await openClinic(api)
      const days = async (count: number) => {
        const last = new Date(Date.parse('2026-11-23') + (count - 1) * DAY_MS)
        const reply = await openStranger(api).query('publicBooking.slots', {
          slug: clinic.organization.row.slug,
          service_ids: [clinic.service.id],
          from: '2026-11-23',
          to: last.toISOString().slice(0, 10),
        })
        return reply.status
      }
      expect(await days(to('publicSlotDays'))).toBe(200)
      expect(await days(to('publicSlotDays') + 1)).toBe(400)
    },
    async publicSlotProfessionalDays() {
      const clinic = await openClinic(api, { professionals: 3 })
      const slots = (dates: object) =>
        openStranger(api).query('publicBooking.slots', {
          slug: clinic.organization.row.slug,
          service_ids: [clinic.service.id],
          from: '2026-11-23',
          ...dates,
        })
      const most = Math.floor(to('publicSlotProfessionalDays') / 3)
      const last = (days: number) => `2026-11-${22 + days}`
      expect((await slots({ to: last(most) })).status).toBe(200)
      const { problem } = await slots({ to: last(most + 1) })
      expect(problem).toMatchObject({ errors: [{ field: 'to', code: 'out_of_range' }] })
      expect(
        (await slots({ to: last(most + 1), professional_id: clinic.professional.id })).status,
      ).toBe(200)
      // Without an end: as many days as there can be.
      const starts = (await slots({})).body.data.map(({ start }: { start: string }) => start)
      expect(new Set(starts.map((start: string) => start.slice(0, 10))).size).toBe(most)
      expect((await slots({ from: undefined, date: '2026-11-23' })).status).toBe(200)
    },
    async publicSlotWaitSeconds() {
      const clinic = await openClinic(api)
      const look = () =>
        openStranger(api).query('publicBooking.slots', {
          slug: clinic.organization.row.slug,
          service_ids: [clinic.service.id],
        })
      // The lock on the table keeps searches for free times in their places.
      const session = await api.connection.pool.connect()
      try {
        await session.query('BEGIN')
        await session.query('LOCK TABLE working_hours IN ACCESS EXCLUSIVE MODE')
        const first = Array.from({ length: 4 }, look)
        await untilWaiting(api, 4)
        const startedAt = performance.now()
        const { status, problem } = await look()
        const seconds = (performance.now() - startedAt) / 1000
        expect([status, problem?.code]).toEqual([429, 'rate_limited'])
        expect(seconds).toBeGreaterThan(to('publicSlotWaitSeconds') * 0.9)
        expect(seconds).toBeLessThan(to('publicSlotWaitSeconds') + 1)
        await session.query('COMMIT')
        for (const reply of await Promise.all(first)) expect(reply.status).toBe(200)
      } finally {
        session.release(true)
      }
    },
    async submissionMinCharacters() {
      const clinic = await openClinic(api)
      const least = to('submissionMinCharacters')
      const short = await bookAs(api, clinic, { submission_id: 'x'.repeat(least - 1) })
      expect(short.status).toBe(400)
      const reply = await bookAs(api, clinic, { submission_id: 'x'.repeat(least) })
      expect(tokenOf(reply.body.url)).toHaveLength(32)
    },
  })
})

function longId(): string {
  return crypto.randomUUID()
}
