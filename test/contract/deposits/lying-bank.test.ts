/** What banks say that is not so, or not as their document has it. */
import { createDeposit, expireDeposits, settleDeposits, settlePayments } from '@scheduling/core'
import type { PlayedBank } from '@scheduling/payments/testing'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import {
  banksPerTest,
  chargedAt,
  connectedClinic,
  type ChargedAtBank,
  paymentsOf,
} from '../../support/bank.ts'
import { at } from '../../support/booking.ts'
import { depositOf, EXPIRY } from '../../support/deposits.ts'

const api = useSharedApi()
const bankOfTest = banksPerTest(() => api)
let bank: PlayedBank

/** What was said is not in the document, and the test is about that. */
const lies = (): void => void bank.faults.splice(0)
const timers = () => settleDeposits(api.service, api.service.payments)
async function asked(): Promise<ChargedAtBank> {
  bank = bankOfTest()
  return chargedAt(api, bank)
}
const refundOf = (one: ChargedAtBank, amount: string | null, already = '0.00') =>
  one.owner.mutate('deposits.refund', {
    deposit_id: one.deposit.id,
    amount,
    already_refunded: already,
  })

describe('a refund', () => {
  it('that the bank will not show is not taken for rejected: it may be under way', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    await one.settle()
    bank.refundsAre('EM_PROCESSAMENTO')
    await refundOf(one, '20.00')
    bank.fail('GET /pix', { status: 400, detail: 'Consulta inválida.' })
    await timers()
    expect((await paymentsOf(one)).refunds).toMatchObject([{ status: 'ASKED' }])
    bank.endRefunds('DEVOLVIDO')
    await timers()
    expect((await paymentsOf(one)).refunds).toMatchObject([{ status: 'SETTLED' }])
    expect(bank.refunds()).toHaveLength(1)
    lies()
  })

  it('is rejected in words whose end falls into a character of two halves', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    await one.settle()
    bank.fail('PUT /pix', { status: 400, detail: `${'x'.repeat(199)}😀${'y'.repeat(20)}` })
    const reply = await refundOf(one, null)
    expect(reply.body.refund).toMatchObject({ status: 'REJECTED', rejection: 'x'.repeat(199) })
  })

  it('of all kinds never comes to more than was paid', async () => {
    const one = await asked()
    bank.pay(one.chargeId, '60.50')
    bank.refundsAre('NAO_REALIZADO')
    await one.settle()
    bank.pay(one.chargeId, '7.00')
    await one.settle()
    await refundOf(one, '30.00')
    bank.refundsAre('DEVOLVIDO')
    const ids = (await api.db.depositRefund.findMany({ where: { depositId: one.deposit.id } })).map(
      ({ id }) => id,
    )
    await Promise.all([
      ...ids.flatMap((id) =>
        [1, 2].map(() => one.owner.mutate('deposits.retryRefund', { refund_id: id })),
      ),
      ...['50.00', '50.00', '20.00', '30.01'].map((amount) => refundOf(one, amount)),
      timers(),
      timers(),
    ])
    for (let turn = 0; turn < 4; turn += 1) {
      const { refundedAmount } = await depositOf(api, one.deposit.id)
      await refundOf(one, null, refundedAmount.toFixed(2))
    }
    await timers()
    const done = bank.refunds().filter(({ status }) => status === 'DEVOLVIDO')
    const total = done.reduce((sum, { valor }) => sum + Math.round(Number(valor) * 100), 0)
    expect(total).toBe(6750)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
  })
})

describe('a payment', () => {
  it.each([
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '0001-01-01T00:00:00Z',
    '1',
  ])('with the date %s is not taken, and what was taken is still shown', async (when) => {
    const one = await asked()
    bank.pay(one.chargeId)
    const [pix] = bank.charges.get(one.chargeId)?.pix ?? []
    if (pix !== undefined) pix.at = when
    await expect(one.settle()).rejects.toMatchObject({ fault: 'nonsense' })
    expect((await paymentsOf(one)).payments).toEqual([])
    expect((await one.owner.query('deposits.listPayments')).body.data).toEqual([])
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PENDING' })
    lies()
  })

  it('that a list of the bank shows without our id, or with another one, is not ours', async () => {
    const one = await asked()
    bank.listApart(10)
    bank.pay(one.chargeId)
    bank.lists((pix) => [
      { ...pix, endToEndId: 'E'.padEnd(32, '1'), txid: undefined },
      { ...pix, endToEndId: 'E'.padEnd(32, '2'), txid: 'x'.repeat(30) },
      pix,
    ])
    expect(await one.settle()).toMatchObject({ status: 'PAID' })
    expect((await paymentsOf(one)).payments).toHaveLength(1)
    expect(bank.refunds()).toEqual([])
  })

  it('that the bank shows under two charges pays for one of them', async () => {
    const one = await asked()
    const { body } = await one.clinic.book({ start: at('11:00') })
    const other = await createDeposit(
      api.service,
      one.organizationId,
      { owner: { appointmentId: body.id }, amount: '50.00' },
      api.service.payments,
    )
    bank.pay(one.chargeId)
    bank.charges.get(other.chargeId ?? '')?.pix.push(...(bank.charges.get(one.chargeId)?.pix ?? []))
    const settle = (id: number) =>
      settlePayments(api.service, one.organizationId, id, api.service.payments)
    await Promise.allSettled([settle(one.deposit.id), settle(other.id)])
    await Promise.all([settle(one.deposit.id), settle(other.id)])
    const both = await Promise.all([one.deposit.id, other.id].map((id) => depositOf(api, id)))
    expect(both.map(({ status }) => status).sort()).toEqual(['PAID', 'PENDING'])
    expect(await api.db.payment.count({ where: { organizationId: one.organizationId } })).toBe(1)
  })

  it.each(['0.01', '9999999999.99'])(
    'of %s is counted and given back to the cent',
    async (amount) => {
      bank = bankOfTest()
      const { clinic, owner } = await connectedClinic(api, bank)
      const { body } = await clinic.book()
      const organizationId = clinic.organization.row.id
      const request = { owner: { appointmentId: body.id }, amount }
      const { payments } = api.service
      const { id, chargeId } = await createDeposit(api.service, organizationId, request, payments)
      bank.pay(chargeId ?? '')
      expect(await settlePayments(api.service, organizationId, id, payments)).toMatchObject({
        status: 'PAID',
      })
      const more = (already: string, asked: string | null) =>
        owner.mutate('deposits.refund', {
          deposit_id: id,
          amount: asked,
          already_refunded: already,
        })
      if (amount !== '0.01') expect((await more('0.00', '0.01')).status).toBe(200)
      const { refundedAmount } = await depositOf(api, id)
      const rest = (await more(refundedAmount.toFixed(2), null)).body
      expect(rest.deposit).toMatchObject({ status: 'REFUNDED', refunded_amount: amount })
      const valores = amount === '0.01' ? ['0.01'] : ['0.01', '9999999999.98']
      expect(bank.refunds().map(({ valor }) => valor)).toEqual(valores)
    },
  )

  it('at the very moment of the expiry counts, beside the timer', async () => {
    const one = await asked()
    api.setNow(EXPIRY)
    bank.pay(one.chargeId)
    await Promise.all([expireDeposits(api.service, api.service.payments), one.settle()])
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
    expect(bank.refunds()).toEqual([])
  })
})
