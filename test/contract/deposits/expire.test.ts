import { beforeEach, describe, expect, it } from 'vitest'
import {
  createDeposit,
  expireDeposits,
  settleDeposits,
  settlePayments,
  type SandboxPayments,
} from '@scheduling/core'
import type { QueueEntryStatus } from '@scheduling/database'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { anotherClient, at, openClinic } from '../../support/booking.ts'
import { blockedTime, eventsOf } from '../../support/clinic.ts'
import {
  appointmentOf,
  charged,
  chargeEntry,
  depositOf,
  eventsAfterCharge,
  EXPIRY,
  failing,
  openPayments,
  typesOf,
  type Charged,
} from '../../support/deposits.ts'
import { held } from '../../support/holds.ts'
import { openQueue, today } from '../../support/queue.ts'

const api = useSharedApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
})

const MINUTE_MS = 60_000

describe('expiry', () => {
  it('cancels the unpaid appointment and frees its time, in one batch, not a moment too soon', async () => {
    const one = await charged(api, provider)
    api.setNow(EXPIRY - 1)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    expect(await one.clinic.starts()).not.toContain(at('09:00'))
    api.setNow(EXPIRY)
    const runs = await Promise.all([1, 2, 3].map(() => expireDeposits(api.service, provider)))
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    expect(await one.clinic.starts()).toContain(at('09:00'))
    const holds = { where: { organizationId: one.organizationId } }
    expect(await api.db.calendarHold.count(holds)).toBe(0)
    const appointment = await one.clinic.call('GET', `/v1/appointments/${one.appointmentId}`)
    expect(appointment.body).toMatchObject({
      status: 'CANCELLED_CLIENT',
      cancellation_reason: 'deposit_expired',
      cancelled_at: today('08:30'),
    })
    const events = await eventsAfterCharge(api, one)
    expect(events).toMatchObject([
      {
        type: 'deposit.expired',
        payload: { changes: { status: { from: 'PENDING', to: 'EXPIRED' } } },
        context: { actor: { type: 'system' }, source: 'system' },
      },
      {
        type: 'appointment.cancelled',
        payload: {
          object: appointment.body,
          batch_id: events[0]?.payload.batch_id,
          changes: {
            status: { from: 'PENDING', to: 'CANCELLED_CLIENT' },
            cancellation_reason: { from: null, to: 'deposit_expired' },
          },
        },
      },
    ])
    await expect(provider.pay(one.chargeId)).rejects.toThrow('cannot be paid')
  })

  it("goes by the organization's clock where it is ahead, and touches no one else's", async () => {
    const live = await charged(api, provider)
    const ahead = await charged(
      api,
      provider,
      await openClinic(api, { organization: { livemode: false } }),
    )
    const move = (clockAheadSeconds: number) =>
      api.db.organization.update({
        where: { id: ahead.organizationId },
        data: { clockAheadSeconds },
      })
    await move(30 * 60 - 1)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    await move(30 * 60)
    expect(await expireDeposits(api.service, provider, live.organizationId)).toBe(0)
    const runs = await Promise.all([1, 2].map(() => expireDeposits(api.service, provider)))
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await depositOf(api, live.deposit.id)).toMatchObject({ status: 'PENDING' })
    expect(await depositOf(api, ahead.deposit.id)).toMatchObject({
      status: 'EXPIRED',
      expiredAt: new Date(EXPIRY),
    })
  })

  it('catches up after days without a worker, in the order in which they were due', async () => {
    const [first, second] = [await charged(api, provider), await charged(api, provider)]
    await api.db.deposit.update({
      where: { id: first.deposit.id },
      data: { expiresAt: new Date(EXPIRY + MINUTE_MS) },
    })
    api.setNow(EXPIRY + 5 * 1440 * MINUTE_MS)
    expect(await expireDeposits(api.service, provider)).toBe(2)
    const expired = async (id: number) => (await depositOf(api, id)).updatedAt.getTime()
    expect(await expired(second.deposit.id)).toBeLessThan(await expired(first.deposit.id))
  })

  it('leaves an appointment alone that the team confirmed meanwhile', async () => {
    const one = await charged(api, provider)
    await one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/confirm`)
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service)).toBe(1)
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each([
    ['WAITING', 'CANCELLED'],
    ['SKIPPED', 'CANCELLED'],
    ['CALLED', 'CALLED'],
    ['IN_SERVICE', 'IN_SERVICE'],
  ] as const)('a queue entry that is %s is then %s', async (status: QueueEntryStatus, then) => {
    const queue = await openQueue(api)
    const entry = await queue.entry(status)
    await chargeEntry(api, provider, queue, entry)
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, provider)).toBe(1)
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row).toMatchObject({
      status: then,
      cancellationReason: then === 'CANCELLED' ? 'deposit_expired' : null,
    })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(typesOf(events).slice(2)).toEqual(
      then === 'CANCELLED' ? ['deposit.expired', 'queue.entry.cancelled'] : ['deposit.expired'],
    )
  })

  it('takes a payment that the provider knows of and no one reported', async () => {
    const one = await charged(api, provider)
    await provider.pay(one.chargeId)
    api.setNow(EXPIRY + MINUTE_MS)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each(['read', 'withdraw'] as const)(
    'waits 15 minutes for a provider whose %s does not answer, and no longer',
    async (call) => {
      const one = await charged(api, provider)
      const silent = failing(provider, call)
      for (const minutes of [0, 1, 14]) {
        api.setNow(EXPIRY + minutes * MINUTE_MS)
        expect(await expireDeposits(api.service, silent)).toBe(0)
      }
      expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PENDING' })
      api.setNow(EXPIRY + 15 * MINUTE_MS)
      expect(await expireDeposits(api.service, silent)).toBe(1)
      expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    },
  )

  it('and a payment at one time leave one consistent end', async () => {
    const clinic = await openClinic(api)
    for (let round = 0; round < 6; round += 1) {
      api.setNow(TEST_NOW)
      const start = at(`1${round}:00`.replace('12', '17'))
      const { body } = await clinic.book({ start })
      const organizationId = clinic.organization.row.id
      const deposit = await createDeposit(
        api.service,
        organizationId,
        { owner: { appointmentId: body.id }, amount: '50.00' },
        provider,
      )
      api.setNow(EXPIRY - MINUTE_MS)
      await provider.pay(deposit.chargeId ?? '')
      api.setNow(EXPIRY)
      await Promise.all([
        settlePayments(api.service, organizationId, deposit.id, provider),
        expireDeposits(api.service),
      ])
      expect(await depositOf(api, deposit.id)).toMatchObject({ status: 'PAID', expiredAt: null })
      const appointment = await appointmentOf(api, body.id)
      expect(appointment).toMatchObject({ status: 'CONFIRMED', cancellationReason: null })
      expect(appointment.holdId).not.toBeNull()
    }
  })
})

describe('late notice', () => {
  /** Paid in time; the notice comes after the expiry. */
  async function expired(one: Charged) {
    api.setNow(EXPIRY - MINUTE_MS)
    await provider.pay(one.chargeId)
    api.setNow(EXPIRY)
    // The provider was not asked, so nothing was known of the payment.
    await expireDeposits(api.service)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    return () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
  }

  it('brings the appointment back when its time is still free', async () => {
    const one = await charged(api, provider)
    const settle = await expired(one)
    await Promise.all([settle(), settle(), settle()])
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID', expiredAt: null })
    const appointment = await one.clinic.call('GET', `/v1/appointments/${one.appointmentId}`)
    expect(appointment.body).toMatchObject({
      status: 'CONFIRMED',
      cancellation_reason: null,
      cancelled_at: null,
    })
    expect(await one.clinic.starts()).not.toContain(at('09:00'))
    const events = await eventsAfterCharge(api, one)
    expect(typesOf(events)).toEqual([
      'deposit.expired',
      'appointment.cancelled',
      'deposit.paid',
      'appointment.confirmed',
    ])
    expect(events[3]?.payload.changes).toEqual({
      status: { from: 'CANCELLED_CLIENT', to: 'CONFIRMED' },
    })
    expect(events[3]?.payload.batch_id).toBe(events[2]?.payload.batch_id)
    expect((await provider.refunded()).size).toBe(0)
    await expireDeposits(api.service, provider)
    expect((await provider.refunded()).size).toBe(0)
  })

  it.each<[string, (one: Charged) => unknown]>([
    [
      'a hold of its time has expired, and was not deleted yet',
      async ({ clinic }) => {
        await held(clinic, { minutes: 1 })
        api.setNow(EXPIRY + MINUTE_MS)
      },
    ],
    ['it begins at this moment', () => api.setNow(Date.parse(at('09:00')))],
  ])('brings the appointment back when %s', async (_, happen) => {
    const one = await charged(api, provider)
    const settle = await expired(one)
    await happen(one)
    await settle()
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each<[string, (one: Charged) => Promise<unknown>]>([
    [
      'someone else has the time',
      async ({ clinic }) => {
        const client = await anotherClient(api, clinic)
        const reply = await clinic.book({ client_id: client.id })
        expect(reply.status).toBe(201)
      },
    ],
    [
      'the time was blocked',
      ({ clinic }) => blockedTime(api.db, clinic.organization.row, null, at('09:00'), at('10:00')),
    ],
    ['it has begun', async () => api.setNow(Date.parse(at('09:00')) + 1)],
    [
      'the professional no longer does this',
      ({ clinic }) =>
        api.db.professionalService.deleteMany({ where: { serviceId: clinic.service.id } }),
    ],
  ])('gives the money back at once when %s', async (_, happen) => {
    const one = await charged(api, provider)
    const settle = await expired(one)
    await happen(one)
    await settle()
    await settle()
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({
      status: 'CANCELLED_CLIENT',
    })
    expect([...(await provider.refunded()).values()]).toEqual(['50.00'])
    const events = (await eventsAfterCharge(api, one)).filter(({ type }) =>
      type.startsWith('deposit.'),
    )
    expect(events.map(({ type, payload }) => [type, payload.changes])).toMatchObject([
      ['deposit.expired', {}],
      ['deposit.paid', { status: { from: 'EXPIRED', to: 'PAID' } }],
      [
        'deposit.refunded',
        {
          status: { from: 'PAID', to: 'REFUNDED' },
          refunded_amount: { from: '0.00', to: '50.00' },
        },
      ],
    ])
  })

  it('gives the money back when it was paid after the expiry, though the time is free', async () => {
    const one = await charged(api, provider)
    api.setNow(EXPIRY)
    await expireDeposits(api.service)
    api.setNow(EXPIRY + 1)
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    expect([...(await provider.refunded()).values()]).toEqual(['50.00'])
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({
      status: 'CANCELLED_CLIENT',
    })
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.expired',
      'appointment.cancelled',
    ])
  })

  it('does not bring back what the team cancelled', async () => {
    const one = await charged(api, provider)
    await provider.pay(one.chargeId)
    await one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/cancel`)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({
      status: 'CANCELLED_PROFESSIONAL',
    })
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'appointment.cancelled',
      'deposit.expired',
      'deposit.paid',
      'deposit.refunded',
    ])
  })

  it('a queue entry does not come back', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const organizationId = queue.organization.row.id
    const deposit = await chargeEntry(api, provider, queue, entry)
    await provider.pay(deposit.chargeId ?? '')
    api.setNow(EXPIRY)
    await expireDeposits(api.service)
    await settlePayments(api.service, organizationId, deposit.id, provider)
    expect(await depositOf(api, deposit.id)).toMatchObject({ status: 'REFUNDED' })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row.status).toBe('CANCELLED')
  })

  it('a refund that fails is tried again by the timer', async () => {
    const one = await charged(api, provider)
    const silent = failing(provider, 'refund')
    await expired(one)
    await anotherClient(api, one.clinic).then(({ id }) => one.clinic.book({ client_id: id }))
    await expect(
      settlePayments(api.service, one.organizationId, one.deposit.id, silent),
    ).rejects.toThrow('down')
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
    await settleDeposits(api.service, silent)
    expect(api.logged.at(-1)).toMatchObject({ message: 'a deposit is settled later' })
    silent.recover()
    await settleDeposits(api.service, silent)
    await settleDeposits(api.service, silent)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect([...(await provider.refunded()).values()]).toEqual(['50.00'])
  })
})
