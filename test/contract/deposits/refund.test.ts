import { beforeEach, describe, expect, it } from 'vitest'
import { refundDeposit, settlePayments, type SandboxPayments } from '@scheduling/core'
import type { PaymentProvider } from '@scheduling/payments'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import {
  appointmentOf,
  charged,
  depositOf,
  eventsAfterCharge,
  failing,
  openPayments,
  typesOf,
  type Charged,
} from '../../support/deposits.ts'
import { today } from '../../support/queue.ts'

const api = useSharedApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
})

describe('refund', () => {
  async function paid(): Promise<
    Charged & { refund: (amount: string | null) => Promise<unknown> }
  > {
    const one = await charged(api, provider)
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    return {
      ...one,
      refund: (amount) =>
        refundDeposit(
          api.service,
          one.organizationId,
          { depositId: one.deposit.id, amount },
          provider,
        ),
    }
  }

  it('in part stays PAID, of the rest is REFUNDED', async () => {
    const one = await paid()
    await one.refund('20.00')
    const part = await one.clinic.call('GET', `/v1/deposits/${one.deposit.id}`)
    expect(part.body).toMatchObject({ status: 'PAID', refunded_amount: '20.00' })
    expect(part.body.refunded_at).toBe(today('08:00'))
    await one.refund(null)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    const events = (await eventsAfterCharge(api, one)).slice(2)
    expect(events.map(({ payload }) => payload.changes)).toEqual([
      { refunded_amount: { from: '0.00', to: '20.00' } },
      {
        status: { from: 'PAID', to: 'REFUNDED' },
        refunded_amount: { from: '20.00', to: '50.00' },
      },
    ])
    expect([...(await provider.refunded()).values()]).toEqual(['50.00'])
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each([
    ['50.01', 'validation_error'],
    ['0.00', 'validation_error'],
    ['-1.00', 'validation_error'],
    ['1e1', 'validation_error'],
  ])('refuses %s of 50.00', async (amount, code) => {
    const one = await paid()
    await expect(one.refund(amount)).rejects.toMatchObject({ code })
    expect((await provider.refunded()).size).toBe(0)
  })

  it('refuses what was not paid, and more than is left', async () => {
    const one = await charged(api, provider)
    const refund = (amount: string | null) =>
      refundDeposit(
        api.service,
        one.organizationId,
        { depositId: one.deposit.id, amount },
        provider,
      )
    await expect(refund(null)).rejects.toMatchObject({ code: 'action_not_allowed' })
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    await refund('30.00')
    await expect(refund('20.01')).rejects.toMatchObject({ code: 'validation_error' })
    await refund('20.00')
    await expect(refund('0.01')).rejects.toMatchObject({ code: 'action_not_allowed' })
  })

  it('of several at one time is one', async () => {
    const one = await paid()
    const { promise: haveLooked, resolve } = Promise.withResolvers<void>()
    let looking = 4
    const together: PaymentProvider = {
      ...provider,
      async refund(refund) {
        looking -= 1
        if (looking === 0) resolve()
        await haveLooked
        return provider.refund(refund)
      },
    }
    const refund = { depositId: one.deposit.id, amount: '20.00' }
    await Promise.all(
      [1, 2, 3, 4].map(() => refundDeposit(api.service, one.organizationId, refund, together)),
    )
    expect([...(await provider.refunded()).values()]).toEqual(['20.00'])
    expect((await depositOf(api, one.deposit.id)).refundedAmount.toFixed(2)).toBe('20.00')
    expect(
      typesOf(await eventsAfterCharge(api, one)).filter((type) => type === 'deposit.refunded'),
    ).toEqual(['deposit.refunded'])
  })

  it('writes nothing when the provider fails', async () => {
    const one = await paid()
    const silent = failing(provider, 'refund')
    await expect(
      refundDeposit(
        api.service,
        one.organizationId,
        { depositId: one.deposit.id, amount: null },
        silent,
      ),
    ).rejects.toThrow('down')
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
  })

  it('of what was confirmed by hand goes back by hand', async () => {
    const one = await charged(api, provider)
    const owner = await signIn(api, one.clinic.organization)
    await owner.mutate('deposits.confirmByHand', { deposit_id: one.deposit.id })
    await refundDeposit(
      api.service,
      one.organizationId,
      { depositId: one.deposit.id, amount: null },
      provider,
    )
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect((await provider.refunded()).size).toBe(0)
  })

  it('is not for strangers', async () => {
    const one = await paid()
    const stranger = await openClinic(api)
    await expect(
      refundDeposit(
        api.service,
        stranger.organization.row.id,
        { depositId: one.deposit.id, amount: null },
        provider,
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
