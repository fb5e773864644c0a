import {
  expireDeposits,
  settleDeposits,
  settlePayments,
  type SandboxPayments,
} from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { blockedTime } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
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
} from '../../support/deposits.ts'
import { at } from '../../support/booking.ts'
import { openQueue, today } from '../../support/queue.ts'

const api = useOwnApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
  Object.assign(api.service, { payments: provider })
})

const MINUTE_MS = 60_000

async function asked() {
  const one = await charged(api, provider)
  const owner = await signIn(api, one.clinic.organization)
  const confirm = (input: object = {}, who = owner) =>
    who.mutate('deposits.confirmByHand', { deposit_id: one.deposit.id, ...input })
  return { ...one, owner, confirm }
}

describe('deposits.confirmByHand', () => {
  it.each(['owner', 'manager'] as const)(
    '200: the %s has the money, and the appointment is confirmed in the same batch',
    async (role) => {
      const one = await asked()
      const { status, body } = await one.confirm(
        {},
        await signIn(api, one.clinic.organization, role),
      )
      expect([status, body.status, body.paid_amount, body.paid_at]).toEqual([
        200,
        'PAID',
        '50.00',
        today('08:00'),
      ])
      expect(body.payment_code).toBeNull()
      expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
      const events = await eventsAfterCharge(api, one)
      const context = { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' }
      expect(events).toMatchObject([
        {
          type: 'deposit.paid',
          payload: {
            object: body,
            changes: {
              status: { from: 'PENDING', to: 'PAID' },
              paid_amount: { from: null, to: '50.00' },
            },
          },
          context,
        },
        {
          type: 'appointment.confirmed',
          payload: { batch_id: events[0]?.payload.batch_id },
          context,
        },
      ])
      expect(events[0]?.payload.batch_id).toMatch(/^bat_/)
      const { confirmedBy } = await depositOf(api, one.deposit.id)
      expect(confirmedBy).toEqual({ id: events[0]?.context.actor.id, name: 'Dona' })
    },
  )

  it('200: no one can pay the code any more', async () => {
    const one = await asked()
    await one.confirm()
    await expect(provider.pay(one.chargeId)).rejects.toThrow('cannot be paid')
    expect(await api.db.chargeWithdrawal.count()).toBe(0)
  })

  it('200: a queue entry stays as it is', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const deposit = await chargeEntry(api, provider, queue, entry)
    const owner = await signIn(api, queue.organization)
    const { body } = await owner.mutate('deposits.confirmByHand', { deposit_id: deposit.id })
    expect(body.status).toBe('PAID')
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row.status).toBe('WAITING')
  })

  it('409 action_not_allowed: the client has paid with the code, which counts', async () => {
    const one = await asked()
    await provider.pay(one.chargeId)
    expect((await one.confirm()).problem).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: 'This deposit is already paid.',
    })
    expect(await depositOf(api, one.deposit.id)).toMatchObject({
      status: 'PAID',
      confirmedBy: null,
    })
    const [paid] = await eventsAfterCharge(api, one)
    expect(paid).toMatchObject({ type: 'deposit.paid', context: { source: 'payment' } })
    expect((await provider.refunded()).size).toBe(0)
  })

  it('200: though the provider does not answer; it is told later, and what it got meanwhile goes back', async () => {
    const one = await asked()
    const silent = failing(provider, 'read', 'withdraw')
    Object.assign(api.service, { payments: silent })
    expect((await one.confirm()).body.status).toBe('PAID')
    const payment = await provider.pay(one.chargeId)
    const nothing = { issued: 0, refunded: 0, withdrawn: 0 }
    expect(await settleDeposits(api.service, silent)).toEqual(nothing)
    silent.recover()
    expect(await settleDeposits(api.service, silent)).toEqual({ ...nothing, withdrawn: 1 })
    expect(await settleDeposits(api.service, silent)).toEqual(nothing)
    // A notice that comes late changes nothing.
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect([...(await provider.refunded())]).toEqual([[payment.id, '50.00']])
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
  })

  it('200: a notice that comes first refunds what was paid beside the hand', async () => {
    const one = await asked()
    Object.assign(api.service, { payments: failing(provider, 'read') })
    await one.confirm()
    const payment = await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect([...(await provider.refunded())]).toEqual([[payment.id, '50.00']])
    // What the team has is the team's to give back.
    const refund = { deposit_id: one.deposit.id, already_refunded: '0.00' }
    expect((await one.owner.mutate('deposits.refund', refund)).body.deposit.status).toBe('REFUNDED')
    expect([...(await provider.refunded())]).toEqual([[payment.id, '50.00']])
  })

  it('200: an expired one that was paid in time brings its appointment back', async () => {
    const one = await asked()
    api.setNow(EXPIRY + MINUTE_MS)
    await expireDeposits(api.service, provider)
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({
      status: 'CANCELLED_CLIENT',
    })
    const paid_at = new Date(EXPIRY).toISOString()
    const { status, body } = await one.confirm({ paid_at })
    expect([status, body.status, body.expired_at, body.paid_at]).toEqual([
      200,
      'PAID',
      null,
      today('08:30'),
    ])
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
    expect(await one.clinic.starts()).not.toContain(at('09:00'))
    const events = (await eventsAfterCharge(api, one)).slice(2)
    expect(typesOf(events)).toEqual(['deposit.paid', 'appointment.confirmed'])
    expect(events[1]?.payload.batch_id).toBe(events[0]?.payload.batch_id)
  })

  it.each<[string, number | undefined, boolean]>([
    ['was paid now', undefined, false],
    ['was paid a moment too late', EXPIRY + 1, false],
    ['has lost its time', EXPIRY, true],
  ])('409 action_not_allowed: an expired one that %s', async (_, paidAt, isBlocked) => {
    const one = await asked()
    api.setNow(EXPIRY + MINUTE_MS)
    await expireDeposits(api.service, provider)
    const { organization, professional } = one.clinic
    if (isBlocked)
      await blockedTime(api.db, organization.row, professional, at('09:00'), at('10:00'))
    const before = await depositOf(api, one.deposit.id)
    const input = paidAt === undefined ? {} : { paid_at: new Date(paidAt).toISOString() }
    expect((await one.confirm(input)).problem).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: expect.stringContaining(isBlocked ? 'restored' : 'expired'),
    })
    expect(await depositOf(api, one.deposit.id)).toEqual(before)
    expect(typesOf(await eventsAfterCharge(api, one))).toHaveLength(2)
  })

  it('409 action_not_allowed: twice, or after a refund', async () => {
    const one = await asked()
    expect((await one.confirm()).status).toBe(200)
    expect((await one.confirm()).problem.detail).toBe('This deposit is already paid.')
    const refund = { deposit_id: one.deposit.id, already_refunded: '0.00' }
    await one.owner.mutate('deposits.refund', refund)
    expect((await one.confirm()).problem.detail).toBe('This deposit is refunded.')
  })

  it.each([
    ['in the future', new Date(TEST_NOW + 1).toISOString()],
    ['before anyone can have been asked', '2026-10-20T12:00:00Z'],
    ['in another age', '0001-01-01T00:00:00Z'],
  ])('400 out_of_range: paid %s', async (_, paid_at) => {
    const one = await asked()
    const { problem } = await one.confirm({ paid_at })
    expect(problem.errors).toMatchObject([{ field: 'paid_at', code: 'out_of_range' }])
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PENDING' })
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const one = await asked()
    const stranger = await asked()
    for (const deposit_id of [stranger.deposit.id, 2_147_483_647]) {
      const { problem } = await one.confirm({ deposit_id })
      expect(problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    const { updatedAt } = await depositOf(api, stranger.deposit.id)
    expect(updatedAt).toEqual(stranger.deposit.updatedAt)
  })

  it('200 and 409: of eight at one time one confirms', async () => {
    const one = await asked()
    const replies = await times(8, () => one.confirm())
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ problem }) => problem?.code === 'action_not_allowed')).toHaveLength(7)
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
  })

  it('and the expiry at one time leave one consistent end', async () => {
    for (let round = 0; round < 8; round += 1) {
      api.setNow(TEST_NOW)
      const one = await asked()
      api.setNow(EXPIRY)
      const [reply] = await Promise.all([one.confirm(), expireDeposits(api.service, provider)])
      const deposit = await depositOf(api, one.deposit.id)
      const appointment = await appointmentOf(api, one.appointmentId)
      const types = typesOf(await eventsAfterCharge(api, one))
      // Paid at the very moment of the expiry is in time, in either order.
      expect([reply.status, deposit.status, appointment.status]).toEqual([200, 'PAID', 'CONFIRMED'])
      expect(types.slice(-2)).toEqual(['deposit.paid', 'appointment.confirmed'])
      expect([2, 4]).toContain(types.length)
      expect(appointment.holdId).not.toBeNull()
    }
  })

  it('a moment later one of the two wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      api.setNow(TEST_NOW)
      const one = await asked()
      api.setNow(EXPIRY + 1)
      const [reply] = await Promise.all([one.confirm(), expireDeposits(api.service, provider)])
      const deposit = await depositOf(api, one.deposit.id)
      const appointment = await appointmentOf(api, one.appointmentId)
      expect([reply.status, deposit.status, appointment.status]).toEqual(
        reply.status === 200 ? [200, 'PAID', 'CONFIRMED'] : [409, 'EXPIRED', 'CANCELLED_CLIENT'],
      )
      expect(typesOf(await eventsAfterCharge(api, one))).toHaveLength(2)
    }
  })
})
