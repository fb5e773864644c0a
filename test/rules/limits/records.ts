/** What is kept, counted and timed in the database, with every limit changed. */
import { hold } from '../../support/holds.ts'
import { createRequestRow } from '../../support/requests.ts'
import { itFollows, to } from '../../support/changed-limits.ts'
import { formatInstant, localDateOf } from '@scheduling/availability'
import {
  continueClock,
  expireDeposits,
  sendPasswordReset,
  emitWebhookStatus,
  dropExpired,
} from '@scheduling/core'
import type { PaymentProvider } from '@scheduling/payments'
import { sweep } from '@scheduling/delivery'
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'
import { at, booked, COMING_MONDAY, openClinic } from '../../support/booking.ts'
import { createAppointmentRow, createClientRow, createDepositRow } from '../../support/clinic.ts'
import { createUser, signIn, type Browser } from '../../support/dashboard.ts'
import { openChangingClinic } from '../../support/impact.ts'
import { bookAs } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'
import {
  attemptRow,
  clientWebhook,
  createdWebhook,
  deliveryRows,
  endpointsPerTest,
  laneOf,
  postWebhook,
  resolveNames,
  SLACK,
  writtenEvents,
} from '../../support/webhooks.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW = Math.floor(Date.now() / SECOND_MS) * SECOND_MS

let api: TestApi
let organization: TestOrganization
const endpoint = endpointsPerTest()

const invite = (owner: Browser) =>
  owner.mutate('account.inviteUser', {
    email: `${crypto.randomUUID()}@example.com`,
    access: 'manager',
    name: 'Ana',
  })

beforeAll(async () => {
  api = await startTestApi({ now: NOW })
  resolveNames(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  organization = await api.organization({ timeZone: 'UTC' })
})

/** A local date of the clinic, so many days from now. */
const dateIn = (days: number) => localDateOf(NOW + days * DAY_MS, 'America/Sao_Paulo')

const get = (path: string) => api.call('GET', path, { key: organization.key })
const instant = (ms: number) => formatInstant(ms, 'UTC')

const rotated = (webhook: { id: string }) =>
  api.call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`, { key: organization.key })

/** Recovers what a webhook missed: the answer, and the seconds between first attempts. */
async function recovered(body: object, events: number) {
  const webhook = await createdWebhook(api, organization, { events: ['client.created'], ...body })
  await writtenEvents(api, organization, events)
  const owner = await signIn(api, organization)
  const input = { webhook_id: webhook.id, since: instant(NOW - HOUR_MS) }
  const answer = (await owner.mutate('webhooks.recover', input)).body
  const times = (await deliveryRows(api, webhook.id)).map(({ nextAttemptAt }) =>
    Number(nextAttemptAt),
  )
  const [first = 0, second = 0] = times.toSorted((one, other) => one - other)
  return { answer, pauseSeconds: (second - first) / SECOND_MS }
}

/** How long the deposit of a booking that begins in so many minutes can be paid; or why there is none. */
async function payableIn(minutes: number): Promise<number | string> {
  const clinic = await openClinic(api, {
    organization: { minAdvanceMinutes: 0, depositExpiryMinutes: 1000 },
    service: { requiresDeposit: true, depositAmount: '50.00' },
  })
  const now = Date.parse(at('10:00')) - minutes * 60_000
  api.setNow(now)
  const reply = await bookAs(api, clinic, {
    start: at('10:00'),
    submission_id: crypto.randomUUID(),
  })
  api.setNow(NOW)
  if (reply.status !== 200) return reply.problem.code
  return (Date.parse(reply.body.appointment.deposit.expires_at) - now) / 60_000
}

/** How many events tell of a webhook that has failed for so long, in so many attempts. */
async function toldAfter(ms: number, consecutiveFailures = 50): Promise<number> {
  const { id: webhookId } = await createdWebhook(api, organization)
  const failingSince = new Date(NOW - ms)
  await api.db.webhookHealth.create({ data: { webhookId, failingSince, consecutiveFailures } })
  return emitWebhookStatus(api.service, organization.row.id)
}

/** A provider that never answers. */
const silent: PaymentProvider = {
  charge: () => Promise.reject(new Error('no answer')),
  read: () => Promise.reject(new Error('no answer')),
  withdraw: () => Promise.reject(new Error('no answer')),
  refund: () => Promise.reject(new Error('no answer')),
}

describe('a record follows', () => {
  itFollows('records', {
    async webhookChangeSeconds() {
      const receiver = await endpoint()
      const webhook = await clientWebhook(api, organization, receiver)
      const events = await writtenEvents(api, organization, 2)
      await fanOut(api.service, api.connection.pool, events)
      receiver.onRequest = () =>
        new Promise((resolve) => setTimeout(resolve, 2 * to('webhookChangeSeconds') * SECOND_MS))
      await laneOf(api, webhook.id)
      // The turn is over, so the next request is made from the webhook as it is then.
      expect(receiver.received).toHaveLength(1)
    },
    async recoveryEvents() {
      const { answer } = await recovered({}, to('recoveryEvents') + 1)
      expect(answer).toMatchObject({ looked_at: to('recoveryEvents'), is_done: false })
    },
    async recoveriesPerSecond() {
      expect((await recovered({}, 2)).pauseSeconds).toBe(1 / to('recoveriesPerSecond'))
    },
    async chatPauseSeconds() {
      const { pauseSeconds } = await recovered({ format: 'slack', url: SLACK }, 2)
      expect(pauseSeconds).toBe(to('chatPauseSeconds'))
    },
    async statisticsDefaultHours() {
      const webhook = await createdWebhook(api, organization)
      const owner = await signIn(api, organization)
      const { body } = await owner.query('webhooks.statistics', { webhook_id: webhook.id })
      expect(body.by_hour).toHaveLength(to('statisticsDefaultHours'))
    },
    async failingToldMinutes() {
      expect(await toldAfter(to('failingToldMinutes') * MINUTE_MS - 1)).toBe(0)
      expect(await toldAfter(to('failingToldMinutes') * MINUTE_MS)).toBe(1)
    },
    async failingToldAttempts() {
      expect(await toldAfter(DAY_MS, to('failingToldAttempts') - 1)).toBe(0)
      expect(await toldAfter(DAY_MS, to('failingToldAttempts'))).toBe(1)
    },
    async standstillDays() {
      const webhook = await clientWebhook(api, organization, await endpoint())
      const events = await writtenEvents(api, organization, 1)
      await fanOut(api.service, api.connection.pool, events)
      const stateSince = async (offForMs: number) => {
        const data = { switchedOff: ['webhooks'], webhooksOffSince: new Date(NOW - offForMs) }
        await api.db.organization.update({ where: { id: organization.row.id }, data })
        await sweep(api.service, api.connection.pool)
        return (await deliveryRows(api, webhook.id)).map(({ state }) => state)
      }
      expect(await stateSince(to('standstillDays') * DAY_MS - MINUTE_MS)).toEqual(['pending'])
      expect(await stateSince(to('standstillDays') * DAY_MS)).not.toEqual(['pending'])
    },
    async eventRetentionDays() {
      const [event] = await writtenEvents(api, organization, 1)
      const listed = async (ageMs: number) => {
        api.setNow(NOW + ageMs)
        return (await get('/v1/events')).body.data.map(({ id }: any) => id)
      }
      expect(await listed(to('eventRetentionDays') * DAY_MS - HOUR_MS)).toEqual([event])
      expect(await listed(to('eventRetentionDays') * DAY_MS + HOUR_MS)).toEqual([])
      const { body } = await get(`/v1/events/${event}`)
      expect(body.detail).toContain(`the last ${to('eventRetentionDays')} days`)
    },
    async deliveryRetentionDays() {
      const webhook = await createdWebhook(api, organization)
      const [eventId = ''] = await writtenEvents(api, organization, 1)
      await attemptRow(api, webhook, { eventId })
      const listed = async (ageMs: number) => {
        api.setNow(NOW + ageMs)
        return (await get(`/v1/webhooks/${webhook.id}/deliveries`)).body.data.length
      }
      expect(await listed(to('deliveryRetentionDays') * DAY_MS - HOUR_MS)).toBe(1)
      expect(await listed(to('deliveryRetentionDays') * DAY_MS + HOUR_MS)).toBe(0)
    },
    async apiKeysPerOrganization() {
      const owner = await signIn(api, organization)
      const statuses = []
      // The organization has one already.
      for (let made = 1; made <= to('apiKeysPerOrganization'); made += 1) {
        const input = { name: `Key ${made}`, scopes: ['read'] }
        statuses.push((await owner.mutate('apiKeys.create', input)).status)
      }
      expect(statuses).toEqual([200, 200, 409])
    },
    async specialtiesPerOrganization() {
      const owner = await signIn(api, organization)
      const statuses = []
      for (let made = 0; made <= to('specialtiesPerOrganization'); made += 1) {
        const input = { name: `Specialty ${made}` }
        statuses.push((await owner.mutate('specialties.create', input)).status)
      }
      expect(statuses).toEqual([200, 200, 409])
    },
    async auditDays() {
      await writtenEvents(api, organization, 1)
      const owner = await signIn(api, organization)
      const listed = async (ageMs: number) => {
        api.setNow(NOW + ageMs)
        // A session does not last as long.
        const browser = await signIn(api, organization)
        return (await browser.query('audit.list')).body.data.length
      }
      expect((await owner.query('audit.list')).body.data).toHaveLength(1)
      expect(await listed(to('auditDays') * DAY_MS - HOUR_MS)).toBe(1)
      expect(await listed(to('auditDays') * DAY_MS + HOUR_MS)).toBe(0)
    },
    async requestDays() {
      const { id } = await createRequestRow(api, organization)
      const listed = async (ageMs: number) => {
        api.setNow(NOW + ageMs)
        return (await get('/v1/requests')).body.data.length
      }
      expect(await listed(to('requestDays') * DAY_MS)).toBe(1)
      expect(await listed(to('requestDays') * DAY_MS + 1)).toBe(0)
      expect((await get(`/v1/requests/${id}`)).status).toBe(404)
    },
    async requestEvents() {
      const { id } = await createRequestRow(api, organization)
      await writtenEvents(api, organization, to('requestEvents') + 1)
      await api.connection.pool.query(
        `UPDATE event SET event_day = $3, context = jsonb_set(context::jsonb, '{request_id}', to_jsonb($2::text))
          WHERE organization_id = $1`,
        [organization.row.id, id, new Date(NOW)],
      )
      const { body } = await get(`/v1/requests/${id}`)
      expect([body.events.length, body.events_truncated]).toEqual([to('requestEvents'), true])
    },
    async auditEntriesReadPerPage() {
      await writtenEvents(api, organization, to('auditEntriesReadPerPage') + 1)
      const owner = await signIn(api, organization)
      const input = { source: 'payment', actor_type: 'api_key' }
      const { body } = await owner.query('audit.list', input)
      expect(body).toMatchObject({ data: [], has_more: true })
      const rest = await owner.query('audit.list', { ...input, cursor: body.next_cursor })
      expect(rest.body).toMatchObject({ data: [], has_more: false, next_cursor: null })
    },
    async eventsReadPerPage() {
      const events = await writtenEvents(api, organization, to('eventsReadPerPage') + 1)
      const { body } = await get('/v1/events?type=appointment.*')
      expect(body).toMatchObject({ data: [], has_more: true })
      expect(body.last_event_id).toBe(events[to('eventsReadPerPage') - 1])
    },
    async slotWindowDefaultDays() {
      const clinic = await openClinic(api, { service: { maxAdvanceDays: 90 } })
      const query = `service_ids=${clinic.service.id}&from=${COMING_MONDAY}`
      const { body } = await clinic.call('GET', `/v1/availability/slots?${query}`)
      const dates = new Set(body.data.map(({ start }: any) => start.slice(0, 10)))
      expect(dates.size).toBe(to('slotWindowDefaultDays'))
    },
    async scheduleBlockedTimes() {
      const { owner } = await openChangingClinic(api)
      const days = { start: dateIn(1), end: dateIn(1), all_day: true, professional_id: null }
      const most = to('scheduleBlockedTimes')
      for (let count = 0; count <= most; count += 1) {
        await owner.mutate('schedule.createBlockedTime', days)
      }
      const { body } = await owner.query('schedule.get', { from: dateIn(1), to: dateIn(1) })
      expect([body.blocked_times.length, body.blocked_times_total]).toEqual([most, most + 1])
    },
    async agendaAppointments() {
      const clinic = await openChangingClinic(api)
      const most = to('agendaAppointments')
      const date = COMING_MONDAY
      for (let count = 0; count <= most; count += 1) {
        const start = at(`${String(9 + count).padStart(2, '0')}:00`, date)
        expect((await clinic.book({ start })).status).toBe(201)
      }
      const { body } = await clinic.owner.query('appointments.agenda', { from: date, to: date })
      expect([body.appointments.length, body.appointments_total]).toEqual([most, most + 1])
    },
    async scheduleReachDays() {
      const { owner } = await openChangingClinic(api)
      const most = to('scheduleReachDays')
      for (const days of [most, -most]) {
        const add = async (date: string) =>
          (await owner.mutate('schedule.addHoliday', { date, name: 'Feriado' })).status
        expect([await add(dateIn(days)), await add(dateIn(days + Math.sign(days)))]).toEqual([
          200, 400,
        ])
      }
    },
    async blockedTimeDays() {
      const { owner } = await openChangingClinic(api)
      const block = async (days: number) => {
        const window = { start: dateIn(1), end: dateIn(days), all_day: true }
        const input = { ...window, professional_id: null }
        return (await owner.mutate('schedule.createBlockedTime', input)).status
      }
      const most = to('blockedTimeDays')
      expect([await block(most), await block(most + 1)]).toEqual([200, 400])
    },
    async impactActions() {
      const clinic = await openChangingClinic(api)
      const most = to('impactActions')
      for (let count = 0; count <= most; count += 1) {
        await booked(
          clinic,
          `09:${String(count * 10).padStart(2, '0')}`.replace('09:30', '10:00'),
          {
            allow_overbook: true,
            client: { first_name: 'Ana', phone: `1198765000${count}` },
          },
        )
      }
      const leave = { professional_id: clinic.professional.id, preview: true }
      const refused = await clinic.owner.mutate('professionals.deactivate', {
        ...leave,
        appointments: 'cancel',
      })
      expect([refused.status, refused.problem.errors[0]]).toMatchObject([
        409,
        { field: 'appointments', code: 'too_many' },
      ])
      const kept = await clinic.owner.mutate('professionals.deactivate', leave)
      const [first] = kept.body.impact.appointments
      const decisions = [{ appointment_id: first.appointment.id, action: 'keep' }]
      const fewer = { ...leave, appointments: 'cancel', decisions }
      const reply = await clinic.owner.mutate('professionals.deactivate', fewer)
      expect(reply.body.impact).toMatchObject({ total: most + 1, kept: 1, cancelled: most })
    },
    async impactAppointments() {
      const clinic = await openChangingClinic(api)
      const most = to('impactAppointments')
      for (let count = 0; count <= most; count += 1) await booked(clinic, `1${3 + count}:00`)
      const leave = { professional_id: clinic.professional.id, preview: true }
      const { body } = await clinic.owner.mutate('professionals.deactivate', leave)
      expect([body.impact.appointments.length, body.impact.total]).toEqual([most, most + 1])
    },
    async appointmentsPerMerge() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api)
      const most = to('appointmentsPerMerge')
      for (let count = 0; count < most; count += 1) {
        expect((await clinic.book({ start: at(`0${9 + count}:00`.slice(-5)) })).status).toBe(201)
      }
      const owner = await signIn(api, clinic.organization)
      const other = await createClientRow(api.db, clinic.organization.row)
      const merged = async () => {
        const input = { client_id: other.id, merged_client_id: clinic.client.id }
        return (await owner.mutate('clients.merge', input)).status
      }
      expect((await clinic.book({ start: at('14:00') })).status).toBe(201)
      expect(await merged()).toBe(409)
      const { id } = await api.db.appointment.findFirstOrThrow({
        where: { clientId: clinic.client.id },
      })
      await api.db.appointment.delete({ where: { id } })
      expect(await merged()).toBe(200)
    },
    async identicalAppointmentMinutes() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api)
      const { body } = await clinic.book()
      const statusAfter = async (ageMs: number) => {
        const data = { createdAt: new Date(TEST_NOW - ageMs) }
        await api.db.appointment.update({ where: { id: body.id }, data })
        return (await clinic.book()).status
      }
      const most = to('identicalAppointmentMinutes') * MINUTE_MS
      expect(await statusAfter(most - SECOND_MS)).toBe(200)
      expect(await statusAfter(most)).toBe(409)
    },
    async holdMinutes() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api)
      const { body } = await hold(clinic)
      const held = Date.parse(body.expires_at) - Date.parse(body.created_at)
      expect(held).toBe(to('holdMinutes') * MINUTE_MS)
    },
    async holdsPerHolderPerHour() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api)
      const most = to('holdsPerHolderPerHour')
      for (let times = 0; times < most; times += 1) {
        expect((await hold(clinic, { holder: 'ana' })).status).toBe(201)
      }
      expect((await hold(clinic, { holder: 'ana' })).status).toBe(409)
    },
    async holdsPerKey() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api, { professionals: to('holdsPerKey') + 1 })
      const statuses = []
      for (const { id } of clinic.professionals) {
        statuses.push((await hold(clinic, { professional_id: id })).status)
      }
      expect(statuses).toEqual([201, 201, 201, 409])
    },
    async holdsPerOrganization() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api, { professionals: to('holdsPerOrganization') + 1 })
      const owner = await signIn(api, clinic.organization)
      const statuses = []
      for (const [index, { id }] of clinic.professionals.entries()) {
        const input = { service_ids: [clinic.service.id], start: at('09:00'), professional_id: id }
        // Two callers, so that neither reaches its own limit.
        const { status } =
          index % 2 === 0 ? await hold(clinic, input) : await owner.mutate('holds.create', input)
        statuses.push(status < 300 ? 'held' : status)
      }
      expect(statuses).toEqual(['held', 'held', 'held', 'held', 409])
    },
    async holdKeptDays() {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api)
      const id = (await hold(clinic)).body.id
      const count = async () => {
        await dropExpired(api.service, api.connection.pool)
        return api.db.timeHold.count({ where: { id } })
      }
      api.setNow(TEST_NOW + to('holdKeptDays') * DAY_MS)
      expect(await count()).toBe(1)
      api.setNow(TEST_NOW + to('holdKeptDays') * DAY_MS + 1)
      expect(await count()).toBe(0)
    },
    async depositProviderMinutes() {
      const clinic = await openClinic(api)
      const appointment = await createAppointmentRow(api.db, clinic.organization.row, {
        professional: clinic.professional,
        client: clinic.client,
        services: [clinic.service],
        start: at('09:00', COMING_MONDAY),
        status: 'PENDING',
      })
      const expiresAt = instant(NOW)
      const parts = { appointment, expiresAt, chargeId: crypto.randomUUID() }
      const { id } = await createDepositRow(api.db, clinic.organization.row, parts)
      const statusAfter = async (ms: number) => {
        api.setNow(NOW + ms)
        await expireDeposits(api.service, silent)
        return (await api.db.deposit.findUniqueOrThrow({ where: { id } })).status
      }
      const most = to('depositProviderMinutes') * MINUTE_MS
      expect(await statusAfter(most - SECOND_MS)).toBe('PENDING')
      expect(await statusAfter(most)).toBe('EXPIRED')
    },
    async depositBeforeStartMinutes() {
      expect(await payableIn(180)).toBe(180 - to('depositBeforeStartMinutes'))
    },
    async depositLeastMinutes() {
      const least = to('depositLeastMinutes')
      const needed = to('depositBeforeStartMinutes') + least
      expect(await payableIn(needed)).toBe(least)
      expect(await payableIn(needed - 1)).toBe('min_advance_violation')
    },
    async depositExpiryDays() {
      const queue = await openQueue(api)
      const owner = await signIn(api, queue.organization)
      const entry = await queue.entry('WAITING')
      const charged = async (ms: number) => {
        const input = { queue_entry_id: entry.id, amount: '20.00', expires_at: instant(NOW + ms) }
        return (await owner.mutate('deposits.charge', input)).status
      }
      const most = to('depositExpiryDays') * DAY_MS
      expect(await charged(most + SECOND_MS)).toBe(400)
      expect(await charged(most)).toBe(200)
    },
    async queueEstimateMinutes() {
      api.setNow(TEST_NOW)
      const queue = await openQueue(api)
      await queue.join()
      const { id } = await queue.newClient()
      const { body } = await queue.join({ client_id: id })
      const step = to('queueEstimateMinutes')
      const exact = queue.service.durationMinutes
      expect(body.estimated_wait_minutes).toBe(Math.ceil(exact / step) * step)
    },
    async clockAdvanceDays() {
      const most = to('clockAdvanceDays') * 1440
      const owner = await signIn(api, await api.organization({ livemode: false }))
      const statusOf = async (by_minutes: number) =>
        (await owner.mutate('testClock.advance', { by_minutes })).status
      expect([await statusOf(most + 1), await statusOf(most)]).toEqual([400, 200])
    },
    async clockAheadDays() {
      const clockAheadSeconds = (to('clockAheadDays') - 2) * 86_400
      const owner = await signIn(
        api,
        await api.organization({ livemode: false, clockAheadSeconds }),
      )
      const statusOf = async (by_minutes: number) =>
        (await owner.mutate('testClock.advance', { by_minutes })).status
      expect([await statusOf(2 * 1440 + 1), await statusOf(2 * 1440)]).toEqual([400, 200])
    },
    async clockWaitSeconds() {
      const test = await api.organization({ livemode: false })
      const webhook = await clientWebhook(api, test, await endpoint())
      await fanOut(api.service, api.connection.pool, await writtenEvents(api, test, 1))
      expect(await deliveryRows(api, webhook.id)).toHaveLength(1)
      const owner = await signIn(api, test)
      await owner.mutate('testClock.advance', { by_minutes: 60 })
      // No one sends.
      const aheadAfter = async (seconds: number) => {
        await api.connection.pool.query(
          'UPDATE clock_advance SET moved_at = clock_timestamp() - make_interval(secs => $1)',
          [seconds],
        )
        await continueClock(api.service, test.row.id)
        const { body } = await owner.query('testClock.get')
        return body.ahead_seconds
      }
      expect(await aheadAfter(to('clockWaitSeconds') - 6)).toBe(0)
      expect(await aheadAfter(to('clockWaitSeconds'))).toBe(3600)
    },
    async webhooksPerOrganization() {
      const most = to('webhooksPerOrganization')
      for (let count = 0; count < most; count += 1) await createdWebhook(api, organization)
      const refused = await postWebhook(api, organization)
      expect(refused.body.code).toBe('webhook_limit_reached')
      expect(refused.body.detail).toContain(`at most ${most} are allowed`)
    },
    async inviteDays() {
      const owner = await signIn(api, organization)
      const { body } = await invite(owner)
      expect((Date.parse(body.expires_at) - NOW) / DAY_MS).toBe(to('inviteDays'))
    },
    async pendingInvites() {
      const owner = await signIn(api, organization)
      for (let count = 0; count < to('pendingInvites'); count += 1) {
        expect((await invite(owner)).status).toBe(200)
      }
      expect((await invite(owner)).problem.detail).toContain(`${to('pendingInvites')} open invites`)
    },
    async usersPerOrganization() {
      const owner = await signIn(api, organization)
      for (let count = 2; count < to('usersPerOrganization'); count += 1) {
        await createUser(api, organization)
      }
      expect((await invite(owner)).status).toBe(200)
      expect((await invite(owner)).problem.detail).toContain(`${to('usersPerOrganization')} users`)
    },
    async passwordResetMinutes() {
      const { id, email } = await createUser(api, organization)
      await sendPasswordReset(api.service, email)
      const row = await api.db.passwordReset.findFirstOrThrow({ where: { userId: id } })
      expect((row.expiresAt.getTime() - NOW) / MINUTE_MS).toBe(to('passwordResetMinutes'))
    },
    async previousSecretHours() {
      const { body } = await rotated(await createdWebhook(api, organization))
      const expiry = Date.parse(body.previous_secret_expires_at)
      expect((expiry - NOW) / HOUR_MS).toBe(to('previousSecretHours'))
    },
    async previousSecrets() {
      const webhook = await createdWebhook(api, organization)
      const statuses = []
      for (let count = 0; count <= to('previousSecrets'); count += 1)
        statuses.push((await rotated(webhook)).status)
      expect(statuses).toEqual([...Array(to('previousSecrets')).fill(200), 409])
    },
  })
})
