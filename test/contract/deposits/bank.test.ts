/** Deposits that are paid into an account at a bank, which is played against the central bank's document. */
import {
  createDeposit,
  expireDeposits,
  issueCharge,
  notePayments,
  settleDeposits,
} from '@scheduling/core'
import type { PlayedBank } from '@scheduling/payments/testing'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import {
  banksPerTest,
  chargedAt,
  connectedClinic,
  type ChargedAtBank,
  paymentsOf,
} from '../../support/bank.ts'
import { at } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import {
  appointmentOf,
  depositOf,
  eventsAfterCharge,
  EXPIRY,
  typesOf,
} from '../../support/deposits.ts'

const api = useSharedApi()
const bankOfTest = banksPerTest(() => api)
let bank: PlayedBank

const MINUTE_MS = 60_000
const timers = () => settleDeposits(api.service, api.service.payments)

async function asked(): Promise<ChargedAtBank> {
  bank = bankOfTest()
  return chargedAt(api, bank)
}

const notesOf = async ({ organizationId }: ChargedAtBank, action: string) =>
  api.db.auditEntry.findMany({ where: { organizationId, action } })

describe('a deposit at a bank', () => {
  it('has the id, the amount and the time of its charge, and the code of the bank', async () => {
    const one = await asked()
    expect(one.deposit.connectionId).not.toBeNull()
    expect(one.deposit.paymentCode).toContain(one.chargeId)
    expect(bank.charges.get(one.chargeId)).toMatchObject({ amount: '50.00', seconds: 1800 })
    bank.pay(one.chargeId)
    expect(await one.settle()).toMatchObject({ status: 'PAID' })
    expect(await appointmentOf(api, one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
    expect(await paymentsOf(one)).toMatchObject({
      provider: 'pix',
      charge_fault: null,
      payments: [{ amount: '50.00', accepted_amount: '50.00', outcome: 'ACCEPTED', refunds: [] }],
    })
  })

  it('whose code was lost on the way, or whose process was killed before it asked, has one charge', async () => {
    const { clinic, owner } = await connectedClinic(api, (bank = bankOfTest()))
    bank.fail('PUT /cob', 'lost')
    const one = await chargedAt(api, bank, { clinic, owner })
    expect(one.deposit.paymentCode).toContain(one.chargeId)
    // As a process left it that was killed after the bank had done it.
    await api.db.deposit.update({ where: { id: one.deposit.id }, data: { paymentCode: null } })
    expect(await timers()).toMatchObject({ issued: 1 })
    expect((await depositOf(api, one.deposit.id)).paymentCode).toBe(one.deposit.paymentCode)
    expect(bank.charges.size).toBe(1)
  })

  it('that the bank refuses for good is not asked for again, and the team is told why', async () => {
    const { clinic, owner } = await connectedClinic(api, (bank = bankOfTest()))
    bank.fail('PUT /cob', { status: 400, detail: 'A chave não é sua.' })
    const one = await chargedAt(api, bank, { clinic, owner })
    expect(one.deposit).toMatchObject({ paymentCode: null, chargeFault: 'A chave não é sua.' })
    bank.calls.length = 0
    expect(await timers()).toMatchObject({ issued: 0 })
    await issueCharge(api.service, one.organizationId, one.deposit.id, api.service.payments)
    expect(bank.calls).toEqual([])
    expect(await paymentsOf(one)).toMatchObject({ charge_fault: 'A chave não é sua.' })
    expect(await notesOf(one, 'deposit.charge_refused')).toHaveLength(1)
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
  })

  it('keeps the account under which it was charged when another one is connected', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    await one.owner.mutate('payments.disconnect')
    expect(await one.settle()).toMatchObject({ status: 'PAID' })
    const refund = { deposit_id: one.deposit.id, already_refunded: '0.00' }
    const reply = await one.owner.mutate('deposits.refund', refund)
    expect(reply.body.deposit.status).toBe('REFUNDED')
    expect(bank.refunds()).toMatchObject([{ valor: '50.00' }])
    const { body } = await one.clinic.book({ start: at('11:00') })
    const next = await createDeposit(
      api.service,
      one.organizationId,
      { owner: { appointmentId: body.id }, amount: '10.00' },
      api.service.payments,
    )
    expect(next.connectionId).toBeNull()
  })

  it('is withdrawn at the bank when it expires, or when its appointment is cancelled', async () => {
    const one = await asked()
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
    expect(bank.charges.get(one.chargeId)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
    api.setNow(TEST_NOW)
    const other = await chargedAt(api, bank, one)
    await other.clinic.call('POST', `/v1/appointments/${other.appointmentId}/cancel`)
    expect(await timers()).toMatchObject({ withdrawn: 1 })
    expect(bank.charges.get(other.chargeId)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
    expect(await timers()).toMatchObject({ withdrawn: 0 })
  })

  it('that expires without an answer of the bank is withdrawn once the bank is back', async () => {
    const one = await asked()
    bank.fail('GET /cob', { status: 503 })
    api.setNow(EXPIRY + 15 * MINUTE_MS)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
    expect(bank.charges.get(one.chargeId)?.status).toBe('ATIVA')
    await timers()
    expect(bank.charges.get(one.chargeId)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  })

  it('of an account that is dead holds up no one else', async () => {
    const dead = await asked()
    const alive = await chargedAt(api, bank)
    bank.fail(`GET /cob/${dead.chargeId}`, { status: 503 })
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
    expect(await depositOf(api, alive.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    expect(await depositOf(api, dead.deposit.id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('a timer', () => {
  /** Deposits of one account, in the order of the hours. */
  async function severalAt(...hours: string[]) {
    const { clinic } = await connectedClinic(api, (bank = bankOfTest()))
    const organizationId = clinic.organization.row.id
    const all: { id: number; chargeId: string }[] = []
    for (const hour of hours) {
      const { body } = await clinic.book({ start: at(`${hour}:00`) })
      const request = { owner: { appointmentId: body.id }, amount: '50.00' }
      const { payments } = api.service
      const { id, chargeId } = await createDeposit(api.service, organizationId, request, payments)
      all.push({ id, chargeId: chargeId ?? '' })
    }
    return { organizationId, all }
  }

  it('goes on past charges of an account that always fail', async () => {
    const { organizationId, all } = await severalAt('09', '10', '11', '13')
    for (const { id, chargeId } of all) {
      const { endToEndId } = bank.pay(chargeId, '60.00')
      await notePayments(api.service, organizationId, id, api.service.payments)
      if (id === all.at(-1)?.id) break
      // Under this id the bank shows a refund of another amount, which it never should.
      const { refundId } = await api.db.depositRefund.findFirstOrThrow({
        where: { payment: { endToEndId } },
      })
      const at = new Date(TEST_NOW).toISOString()
      const wrong = { id: refundId, valor: '1.00', status: 'DEVOLVIDO', at }
      bank.charges.get(chargeId)?.pix[0]?.refunds.push(wrong)
    }
    expect(await timers()).toMatchObject({ refunded: 1 })
    expect(await timers()).toMatchObject({ refunded: 0 })
    const last = await api.db.depositRefund.findMany({ where: { organizationId } })
    expect(last.map(({ settledAt }) => settledAt !== null)).toEqual([false, false, false, true])
  })

  it('stops asking a bank that does not answer, and all that are long due expire', async () => {
    await severalAt('09', '10', '11', '13', '14')
    const { payments } = api.service
    const away = Array.from({ length: 20 }, () => ({ status: 503 }))
    bank.fail('GET /cob', ...away)
    bank.calls.length = 0
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, payments)).toBe(0)
    expect(bank.calls).toHaveLength(2)
    api.setNow(EXPIRY + 15 * MINUTE_MS)
    expect(await expireDeposits(api.service, payments)).toBe(5)
    expect(bank.calls).toHaveLength(4)
    // What was not withdrawn then is withdrawn when the bank is back.
    bank.forgive()
    expect(await timers()).toMatchObject({ withdrawn: 5 })
  })
})

describe('a payment that does not count', () => {
  it('made after the expiry goes back in full; deposit and events stay', async () => {
    const one = await asked()
    api.setNow(EXPIRY)
    await expireDeposits(api.service)
    api.setNow(EXPIRY + MINUTE_MS)
    bank.pay(one.chargeId)
    expect(await one.settle()).toMatchObject({ status: 'EXPIRED', paidAmount: null })
    await one.settle()
    await timers()
    expect(bank.refunds()).toMatchObject([{ valor: '50.00' }])
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.expired',
      'appointment.cancelled',
    ])
    expect((await paymentsOf(one)).payments).toMatchObject([
      {
        outcome: 'LATE',
        accepted_amount: '0.00',
        refunds: [{ amount: '50.00', status: 'SETTLED' }],
      },
    ])
    const [note] = await notesOf(one, 'deposit.payment_returned')
    expect(note?.changes).toEqual({
      payment: { from: null, to: { amount: '50.00', reason: 'late' } },
    })
  })

  it('made after the expiry, before the timer came, goes back too', async () => {
    const one = await asked()
    api.setNow(EXPIRY + 1)
    bank.pay(one.chargeId)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
    await timers()
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    expect(bank.refunds()).toHaveLength(1)
  })

  it('is too small: the deposit stays open, can still be paid, and expires', async () => {
    const one = await asked()
    bank.pay(one.chargeId, '49.99')
    expect(await one.settle()).toMatchObject({ status: 'PENDING' })
    expect(await eventsAfterCharge(api, one)).toEqual([])
    expect(bank.refunds()).toMatchObject([{ valor: '49.99' }])
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, api.service.payments)).toBe(1)
    expect((await paymentsOf(one)).payments).toMatchObject([{ outcome: 'TOO_SMALL' }])

    api.setNow(TEST_NOW)
    const other = await chargedAt(api, bank)
    bank.pay(other.chargeId, '0.01')
    bank.pay(other.chargeId)
    expect(await other.settle()).toMatchObject({ status: 'PAID' })
    expect((await paymentsOf(other)).payments).toMatchObject([
      { outcome: 'TOO_SMALL' },
      { outcome: 'ACCEPTED' },
    ])
  })

  it('is too large: the deposit is paid, and the excess goes back', async () => {
    const one = await asked()
    bank.pay(one.chargeId, '60.50')
    const paid = await one.settle()
    expect([paid.status, paid.paidAmount?.toFixed(2), paid.refundedAmount.toFixed(2)]).toEqual([
      'PAID',
      '50.00',
      '0.00',
    ])
    expect(bank.refunds()).toMatchObject([{ valor: '10.50' }])
    expect((await paymentsOf(one)).payments).toMatchObject([
      { amount: '60.50', accepted_amount: '50.00', refunds: [{ amount: '10.50' }] },
    ])
    // The rest is refunded like any deposit, to the cent of what was paid.
    const refund = { deposit_id: one.deposit.id, already_refunded: '0.00' }
    await one.owner.mutate('deposits.refund', refund)
    expect(bank.refunds().map(({ valor }) => valor)).toEqual(['10.50', '50.00'])
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
      'deposit.refunded',
    ])
  })

  it('is the second of two at one time, seen by eight processes: one counts, one goes back once', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    api.setNow(TEST_NOW + 1000)
    bank.pay(one.chargeId)
    await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one.settle() : timers())),
    )
    await timers()
    expect(bank.refunds()).toHaveLength(1)
    expect((await paymentsOf(one)).payments).toMatchObject([
      { outcome: 'ACCEPTED', refunds: [] },
      { outcome: 'SECOND', refunds: [{ status: 'SETTLED' }] },
    ])
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
  })

  it('of a deposit that was confirmed by hand goes back', async () => {
    const one = await asked()
    bank.fail('GET /cob', { status: 503 }, { status: 503 })
    await one.owner.mutate('deposits.confirmByHand', { deposit_id: one.deposit.id })
    bank.pay(one.chargeId)
    await timers()
    await timers()
    expect(bank.refunds()).toMatchObject([{ valor: '50.00' }])
    expect((await paymentsOf(one)).payments).toMatchObject([{ outcome: 'SECOND' }])
  })
})

describe('a refund', () => {
  async function paid() {
    const one = await asked()
    bank.pay(one.chargeId)
    await one.settle()
    const refund = (amount: string | null, already = '0.00') =>
      one.owner.mutate('deposits.refund', {
        deposit_id: one.deposit.id,
        amount,
        already_refunded: already,
      })
    return { ...one, refund }
  }

  it('that the bank settles later leaves the deposit PAID until then', async () => {
    const one = await paid()
    bank.refundsAre('EM_PROCESSAMENTO')
    const reply = await one.refund(null)
    expect([reply.body.deposit.status, reply.body.refund.status]).toEqual(['PAID', 'ASKED'])
    await timers()
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
    bank.endRefunds('DEVOLVIDO')
    await timers()
    await timers()
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(typesOf(await eventsAfterCharge(api, one)).slice(2)).toEqual(['deposit.refunded'])
    expect(bank.refunds()).toHaveLength(1)
  })

  it.each(['lost', { status: 503 }] as const)('whose answer is %j is made once', async (mishap) => {
    const one = await paid()
    bank.fail('PUT /pix', mishap)
    await one.refund('20.00')
    await timers()
    await timers()
    expect(bank.refunds()).toMatchObject([{ valor: '20.00' }])
    const { refundedAmount } = await depositOf(api, one.deposit.id)
    expect(refundedAmount.toFixed(2)).toBe('20.00')
  })

  it('is made once by two workers, and by one that was killed before it could write', async () => {
    const one = await paid()
    await one.refund('20.00')
    // As it was before: the bank has done it, and no one wrote it down.
    await api.db.depositRefund.updateMany({
      where: { organizationId: one.organizationId },
      data: { settledAt: null },
    })
    await api.db.deposit.update({ where: { id: one.deposit.id }, data: { refundedAmount: 0 } })
    await Promise.all([timers(), timers(), timers()])
    expect(bank.refunds()).toMatchObject([{ valor: '20.00' }])
    const { refundedAmount } = await depositOf(api, one.deposit.id)
    expect(refundedAmount.toFixed(2)).toBe('20.00')
  })

  it('that the bank rejects is told to the team, and can be tried again once, with a new id', async () => {
    const one = await paid()
    bank.refundsAre('EM_PROCESSAMENTO')
    await one.refund('20.00')
    bank.endRefunds('NAO_REALIZADO', 'Conta encerrada')
    await timers()
    const seen = await paymentsOf(one)
    expect(seen.refunds).toMatchObject([{ status: 'REJECTED', rejection: 'Conta encerrada' }])
    expect(seen.deposit).toMatchObject({ status: 'PAID', refunded_amount: '0.00' })
    expect(await notesOf(one, 'deposit.refund_rejected')).toHaveLength(1)
    bank.refundsAre('DEVOLVIDO')
    const again = () => one.owner.mutate('deposits.retryRefund', { refund_id: seen.refunds[0].id })
    const replies = await Promise.all([again(), again(), again()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(bank.refunds()).toMatchObject([{ status: 'NAO_REALIZADO' }, { status: 'DEVOLVIDO' }])
    expect(new Set(bank.refunds().map(({ id }) => id)).size).toBe(2)
    const { refundedAmount } = await depositOf(api, one.deposit.id)
    expect(refundedAmount.toFixed(2)).toBe('20.00')
  })

  it('that the bank never takes is rejected at once', async () => {
    const one = await paid()
    bank.fail('PUT /pix', { status: 400, detail: 'Fora da janela de 90 dias.' })
    const reply = await one.refund(null)
    expect(reply.body.refund).toMatchObject({
      status: 'REJECTED',
      rejection: 'Fora da janela de 90 dias.',
    })
    expect(await timers()).toMatchObject({ refunded: 0 })
  })
})

describe('deposits.retryRefund', () => {
  /** The deposit is paid, and the refund of the excess was rejected. */
  async function rejected() {
    const one = await asked()
    bank.pay(one.chargeId, '60.00')
    bank.refundsAre('NAO_REALIZADO')
    await one.settle()
    bank.refundsAre('DEVOLVIDO')
    const [{ refunds }] = (await paymentsOf(one)).payments
    const retry = (id: number = refunds[0].id, who = one.owner) =>
      who.mutate('deposits.retryRefund', { refund_id: id })
    return { ...one, refundId: refunds[0].id as number, retry }
  }

  it('200: what came beside the deposit goes back after all, and the deposit stays', async () => {
    const one = await rejected()
    const { status, body } = await one.retry()
    expect(status).toBe(200)
    expect(body.refund).toMatchObject({
      status: 'SETTLED',
      amount: '10.00',
      retry_of: one.refundId,
    })
    expect(body.deposit).toMatchObject({ status: 'PAID', refunded_amount: '0.00' })
    const [, again] = await notesOf(one, 'deposit.refund_asked').then((all) => [null, ...all])
    expect(again?.changes).toEqual({ refund: { from: null, to: '10.00' } })
  })

  it('200: a collaborator may; it may be settled later', async () => {
    const one = await rejected()
    bank.refundsAre('EM_PROCESSAMENTO')
    const collaborator = await signIn(api, one.clinic.organization, 'manager')
    expect((await one.retry(one.refundId, collaborator)).body.refund.status).toBe('ASKED')
    bank.endRefunds('DEVOLVIDO')
    expect(await timers()).toMatchObject({ refunded: 1 })
  })

  it('409 action_not_allowed: it was not rejected, or was tried again', async () => {
    const one = await rejected()
    const { body } = await one.retry()
    for (const id of [body.refund.id, one.refundId]) {
      expect((await one.retry(id)).problem).toMatchObject({
        status: 409,
        code: 'action_not_allowed',
      })
    }
    expect(bank.refunds()).toHaveLength(2)
  })

  it('404 not_found: of another organization, or unknown', async () => {
    const one = await rejected()
    const stranger = await connectedClinic(api, bank)
    expect((await one.retry(one.refundId, stranger.owner)).problem.code).toBe('not_found')
    expect((await one.retry(2_000_000_000)).problem.code).toBe('not_found')
    expect(bank.refunds()).toHaveLength(1)
  })
})

describe('deposits.getPayments', () => {
  it('200: the deposit, its payments, and the refunds of both', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    await one.settle()
    await one.owner.mutate('deposits.refund', {
      deposit_id: one.deposit.id,
      amount: '20.00',
      already_refunded: '0.00',
    })
    const { body } = await one.clinic.call('GET', `/v1/deposits/${one.deposit.id}`)
    expect(await paymentsOf(one)).toMatchObject({
      deposit: body,
      provider: 'pix',
      charge_fault: null,
      payments: [{ deposit_id: one.deposit.id, client_id: body.client_id, outcome: 'ACCEPTED' }],
      refunds: [{ amount: '20.00', status: 'SETTLED', retry_of: null }],
    })
  })

  it('404 not_found: of another organization', async () => {
    const one = await asked()
    const { owner } = await connectedClinic(api, bank)
    const gone = await owner.query('deposits.getPayments', { deposit_id: one.deposit.id })
    expect(gone.problem.code).toBe('not_found')
  })
})

describe('deposits.listPayments', () => {
  it('200: those of the organization, by deposit, outcome, and with a rejected refund', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    bank.refundsAre('NAO_REALIZADO')
    bank.pay(one.chargeId, '1.00')
    await one.settle()
    const list = async (input: object = {}) =>
      (await one.owner.query('deposits.listPayments', input)).body.data
    expect(await list()).toMatchObject([{ outcome: 'ACCEPTED' }, { outcome: 'SECOND' }])
    expect(await list({ outcome: ['SECOND', 'LATE'] })).toHaveLength(1)
    expect(await list({ deposit_id: one.deposit.id + 1 })).toEqual([])
    expect(await list({ rejected: true })).toMatchObject([{ amount: '1.00' }])
    const page = (await one.owner.query('deposits.listPayments', { limit: 1 })).body
    expect(page.has_more).toBe(true)
    expect(await list({ limit: 1, cursor: page.next_cursor })).toMatchObject([{ amount: '1.00' }])
    const stranger = await connectedClinic(api, bank)
    expect((await stranger.owner.query('deposits.listPayments')).body.data).toEqual([])
  })
})
