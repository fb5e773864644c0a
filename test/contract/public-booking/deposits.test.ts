/** Deposits that a booking on the public page asks for. */
import {
  expireDeposits,
  settleDeposits,
  settlePayments,
  type SandboxPayments,
} from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { EXPIRY, failing, openPayments } from '../../support/deposits.ts'
import { openQueue } from '../../support/queue.ts'
import { bookAs, joinAs, newClient, submissionId, tokenOf } from '../../support/public-booking.ts'

const DAY_MS = 86_400_000

const api = useSharedApi()
let provider: SandboxPayments
beforeEach(async () => {
  provider = await openPayments(api)
})

const openPaid = (organization = {}) =>
  openClinic(api, { organization, service: { requiresDeposit: true, depositAmount: '50.00' } })

const call = (name: string, token: string, more: object = {}) =>
  openStranger(api).mutate(`publicBooking.${name}`, { token, ...more })

const typesOf = async (clinic: { organization: { row: { id: number } } }) =>
  (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)

const depositOf = (clinic: { organization: { row: { id: number } } }) =>
  api.db.deposit.findFirstOrThrow({ where: { organizationId: clinic.organization.row.id } })

describe('the deadline of a deposit', () => {
  const MINUTE_MS = 60_000
  const START = Date.parse(at('10:00'))
  const openSoon = (minutes: number) => {
    api.setNow(START - minutes * MINUTE_MS)
    return openPaid({ minAdvanceMinutes: 0, depositExpiryMinutes: 24 * 60 })
  }
  const minutesToPay = async (clinic: BookableClinic) =>
    (+(await depositOf(clinic)).expiresAt - api.service.now()) / MINUTE_MS

  it.each([
    ['an hour before the start', 180, 120],
    ['a quarter of an hour from now, at the earliest', 75, 15],
  ])('is %s', async (_, minutes, toPay) => {
    const clinic = await openSoon(minutes)
    expect((await bookAs(api, clinic, { start: at('10:00') })).status).toBe(200)
    expect(await minutesToPay(clinic)).toBe(toPay)
  })

  it('409 min_advance_violation: a start that leaves less time, which is not listed', async () => {
    const clinic = await openSoon(74)
    const { problem } = await bookAs(api, clinic, { start: at('10:00') })
    expect(problem.code).toBe('min_advance_violation')
    const { body } = await openStranger(api).query('publicBooking.slots', {
      slug: clinic.organization.row.slug,
      service_ids: [clinic.service.id],
      date: '2026-11-23',
    })
    expect(body.data[0].start).toBe(at('10:15'))
  })

  it('comes nearer with a move to an earlier start, and a client cannot move closer', async () => {
    const clinic = await openSoon(120)
    const booked = await bookAs(api, clinic, { start: at('17:00') })
    const token = tokenOf(booked.body.url)
    expect(await minutesToPay(clinic)).toBe(480)
    const move = (start: string) => call('rescheduleAppointment', token, { start })
    expect((await move(at('11:00'))).status).toBe(200)
    expect(await minutesToPay(clinic)).toBe(120)
    expect((await move(at('09:00'))).problem.code).toBe('min_advance_violation')
    expect((await move(at('16:00'))).status).toBe(200)
    expect(await minutesToPay(clinic), 'later: it stays').toBe(120)
  })

  it('of a charge by the team is the start, and no later one is taken', async () => {
    const clinic = await openSoon(10)
    const owner = await signIn(api, clinic.organization)
    const made = await owner.mutate('appointments.create', {
      service_ids: [clinic.service.id],
      start: at('10:00'),
      client_id: clinic.client.id,
    })
    const charge = (more: object = {}) =>
      owner.mutate('deposits.charge', { appointment_id: made.body.id, amount: '5.00', ...more })
    const late = await charge({ expires_at: at('10:01') })
    expect(late.problem.errors).toMatchObject([{ field: 'expires_at', code: 'out_of_range' }])
    expect((await charge()).body.expires_at).toBe(at('10:00'))
  })
})

describe('publicBooking.getDeposit', () => {
  it('200: the code and how long it can be paid; nothing changes', async () => {
    const clinic = await openPaid({ autoConfirm: true })
    const booked = await bookAs(api, clinic)
    expect(booked.body.appointment).toMatchObject({ status: 'PENDING' })
    const { deposit } = booked.body.appointment
    expect(deposit).toEqual({
      sandbox_url: expect.stringContaining('/sandbox/pay/'),
      method: 'PIX',
      status: 'PENDING',
      amount: '50.00',
      currency: 'BRL',
      refunded_amount: '0.00',
      payment_code: expect.stringMatching(/^000201/),
      url: expect.stringMatching(/^http:\/\/api\.test\/d\/[\w-]{32}$/),
      expires_at: '2026-11-20T08:30:00-03:00',
      seconds_left: 1800,
      paid_at: null,
    })
    const reply = await call('getDeposit', tokenOf(deposit.url))
    expect(reply.body).toEqual({
      ...deposit,
      of: 'appointment',
      organization: booked.body.appointment.organization,
    })
    expect(await typesOf(clinic)).toEqual([
      'client.created',
      'appointment.created',
      'client.first_appointment',
      'appointment.updated',
      'deposit.created',
    ])
    const created = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(created?.context).toMatchObject({
      actor: { type: 'client', name: 'Maria' },
      source: 'public_booking',
    })
  })

  it('200: no code is shown of what can no longer be paid', async () => {
    const clinic = await openPaid()
    const booked = await bookAs(api, clinic)
    const token = tokenOf(booked.body.appointment.deposit.url)
    api.setNow(EXPIRY)
    expect((await call('getDeposit', token)).body).toMatchObject({
      status: 'PENDING',
      payment_code: null,
    })
  })

  it('404 not_found: seven days after it was paid or expired', async () => {
    const clinic = await openPaid()
    const booked = await bookAs(api, clinic)
    const token = tokenOf(booked.body.appointment.deposit.url)
    api.setNow(EXPIRY)
    await expireDeposits(api.service, api.service.payments)
    api.setNow(EXPIRY + 7 * DAY_MS - 1)
    expect((await call('getDeposit', token)).body.status).toBe('EXPIRED')
    api.setNow(EXPIRY + 7 * DAY_MS)
    expect((await call('getDeposit', token)).status).toBe(404)
  })
})

describe('a booking with a deposit', () => {
  it('200: a submission that comes again has the same answer, and asks once', async () => {
    const clinic = await openPaid()
    const body = { submission_id: submissionId(), client: newClient() }
    const first = await bookAs(api, clinic, body)
    expect((await bookAs(api, clinic, body)).body).toEqual(first.body)
    expect(
      await api.db.deposit.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
  })

  it('holds the time until it expires; then a second stranger books it, and the first sees why', async () => {
    const clinic = await openPaid()
    const first = await bookAs(api, clinic)
    expect((await bookAs(api, clinic)).problem.code).toBe('slot_unavailable')
    api.setNow(EXPIRY - 1)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(0)
    expect((await bookAs(api, clinic)).problem.code).toBe('slot_unavailable')
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
    expect((await bookAs(api, clinic)).body.outcome).toBe('created')
    expect((await call('getAppointment', tokenOf(first.body.url))).body).toMatchObject({
      status: 'CANCELLED_CLIENT',
      cancelled_by: 'unpaid',
      deposit: { status: 'EXPIRED', payment_code: null },
      can_cancel: false,
    })
  })

  it('is confirmed when it is paid', async () => {
    const clinic = await openPaid()
    const booked = await bookAs(api, clinic)
    const { id, chargeId, organizationId } = await depositOf(clinic)
    await provider.pay(chargeId ?? '')
    await settlePayments(api.service, organizationId, id, provider)
    const { body } = await call('getAppointment', tokenOf(booked.body.url))
    expect(body).toMatchObject({
      status: 'CONFIRMED',
      deposit: { status: 'PAID', payment_code: null },
    })
  })

  it('moved, its deposit goes on; cancelled, it is withdrawn', async () => {
    const clinic = await openPaid()
    const booked = await bookAs(api, clinic)
    const token = tokenOf(booked.body.url)
    const moved = await call('rescheduleAppointment', token, { start: at('10:00') })
    expect(moved.body).toMatchObject({
      status: 'PENDING',
      deposit: { status: 'PENDING', expires_at: '2026-11-20T08:30:00-03:00' },
    })
    const cancelled = await call('cancelAppointment', token)
    expect(cancelled.body).toMatchObject({
      status: 'CANCELLED_CLIENT',
      cancelled_by: 'client',
      deposit: { status: 'EXPIRED', payment_code: null },
    })
    expect((await typesOf(clinic)).slice(-2)).toEqual(['appointment.cancelled', 'deposit.expired'])
  })

  it('is booked while the provider is away; the code comes later', async () => {
    const clinic = await openPaid()
    const { payments } = api.service
    Object.assign(api.service, { payments: failing(payments, 'charge') })
    try {
      const booked = await bookAs(api, clinic)
      expect(booked.body.appointment.deposit).toMatchObject({
        status: 'PENDING',
        payment_code: null,
      })
      Object.assign(api.service, { payments })
      await settleDeposits(api.service, payments)
      const token = tokenOf(booked.body.appointment.deposit.url)
      expect((await call('getDeposit', token)).body.payment_code).toMatch(/^000201/)
    } finally {
      Object.assign(api.service, { payments })
    }
  })

  it('of a place in the queue: paid it stays, unpaid it ends', async () => {
    const queue = await openQueue(api, {
      service: { requiresDeposit: true, depositAmount: '20.00' },
    })
    const reply = await joinAs(api, queue)
    expect(reply.body.queue_entry).toMatchObject({
      status: 'WAITING',
      deposit: { status: 'PENDING', amount: '20.00', payment_code: expect.any(String) },
    })
    api.setNow(TEST_NOW + 30 * 60_000)
    await expireDeposits(api.service, api.service.payments)
    expect((await call('getQueueEntry', tokenOf(reply.body.url))).body).toMatchObject({
      status: 'CANCELLED',
      deposit: { status: 'EXPIRED' },
    })
  })
})
