import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewCharge, NewRefund } from '../payment-provider.ts'
import { playBank, type PlayedBank } from '../testing/played-bank.ts'
import { pixPayments, type PixPayments } from './pix.ts'

const NOW = Date.parse('2026-11-20T11:00:00Z')
const server = setupServer()
let now = NOW
let bank: PlayedBank
let pix: PixPayments
let ids = 0

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
  bank = playBank(() => now)
  server.use(...bank.handlers)
  pix = pixPayments(bank, { now: () => now, callMs: 300 })
})
afterEach(() => {
  expect(bank.faults).toEqual([])
  server.resetHandlers()
})

/** Without the ids that are made up, and the tokens. */
const kinds = () =>
  bank.calls
    .filter((call) => call !== 'TOKEN')
    .map((call) => call.replaceAll(/[a-zA-Z0-9]{26,}/g, '…'))

function newCharge(more: Partial<NewCharge> = {}): NewCharge {
  ids += 1
  return {
    chargeId: `charge${String(ids).padStart(20, '0')}`,
    amount: '50.00',
    expiresAt: NOW + 30 * 60_000,
    payee: 'Clínica Aurora',
    isRepeated: false,
    ...more,
  }
}

async function paidCharge(amount?: string) {
  const charge = newCharge()
  await pix.charge(charge)
  const { endToEndId } = bank.pay(charge.chargeId, amount)
  ids += 1
  const refund: NewRefund = {
    refundId: `refund${ids}`,
    chargeId: charge.chargeId,
    paymentId: endToEndId,
    amount: '50.00',
  }
  return { charge, refund }
}

describe('a charge', () => {
  it('is made with our id, for the time that is left, and yields the code of the bank', async () => {
    const charge = newCharge({ amount: '1234567890.05' })
    const { paymentCode } = await pix.charge(charge)
    expect(bank.charges.get(charge.chargeId)).toMatchObject({
      amount: '1234567890.05',
      key: bank.pixKey,
      seconds: 1800,
    })
    expect(paymentCode).toContain(charge.chargeId)
    expect(kinds()).toEqual(['PUT /cob/…'])
  })

  it.each(['lost', 'silent'] as const)('whose answer is %s is looked up', async (mishap) => {
    const charge = newCharge()
    bank.fail('PUT /cob', mishap)
    const asked = pix.charge(charge)
    if (mishap === 'lost') {
      expect((await asked).paymentCode).toContain(charge.chargeId)
    } else {
      // It never arrived: nothing is there, and the next try makes it.
      await expect(asked).rejects.toMatchObject({ fault: 'unreachable' })
      expect((await pix.charge({ ...charge, isRepeated: true })).paymentCode).toContain(
        charge.chargeId,
      )
    }
    expect(bank.charges.size).toBe(1)
  })

  it('that is asked for again is the same one: the bank says that the id is in use', async () => {
    const charge = newCharge()
    const first = await pix.charge(charge)
    expect(await pix.charge(charge)).toEqual(first)
    expect(await pix.charge({ ...charge, isRepeated: true })).toEqual(first)
    expect(kinds()).toEqual(['PUT /cob/…', 'PUT /cob/…', 'GET /cob/…', 'GET /cob/…'])
  })

  it('of another amount under the same id is not taken for ours', async () => {
    const charge = newCharge()
    await pix.charge(charge)
    await expect(pix.charge({ ...charge, amount: '51.00' })).rejects.toMatchObject({
      fault: 'nonsense',
    })
  })

  it('that the bank refuses is refused for good, in its words; overload passes', async () => {
    const wrong = pixPayments({ ...bank, pixKey: 'other@example.com' }, { now: () => now })
    await expect(wrong.charge(newCharge())).rejects.toMatchObject({
      fault: 'refused',
      detail: 'A chave não é sua.',
    })
    bank.fail('PUT /cob', { status: 503 })
    await expect(pix.charge(newCharge())).rejects.toMatchObject({ fault: 'unavailable' })
    bank.fail('PUT /cob', { status: 403, detail: 'Sem escopo.' })
    await expect(pix.charge(newCharge())).rejects.toMatchObject({
      fault: 'denied',
      detail: 'Sem escopo.',
    })
  })

  it('with an id that is none never leaves', async () => {
    await expect(pix.read('../../oauth')).rejects.toThrow(RangeError)
    expect(kinds()).toEqual([])
  })
})

describe('reading', () => {
  it('lists payments, oldest first; an unknown charge has none', async () => {
    const { charge } = await paidCharge('50.01')
    now += 1000
    bank.pay(charge.chargeId)
    expect(await pix.read(charge.chargeId)).toMatchObject([
      { amount: '50.01', paidAt: NOW },
      { amount: '50.00', paidAt: NOW + 1000 },
    ])
    expect(await pix.read(newCharge().chargeId)).toEqual([])
  })

  it('reads the next pages where the charge does not list its payments', async () => {
    const { charge } = await paidCharge()
    for (let more = 0; more < 4; more += 1) bank.pay(charge.chargeId)
    bank.listApart(2)
    expect(await pix.read(charge.chargeId)).toHaveLength(5)
    expect(kinds().filter((call) => call === 'GET /pix')).toHaveLength(3)
  })
})

describe('withdrawing', () => {
  it('removes an open charge, also twice, and an unknown one is as good as withdrawn', async () => {
    const charge = newCharge()
    await pix.charge(charge)
    await pix.withdraw(charge.chargeId)
    await pix.withdraw(charge.chargeId)
    expect(bank.charges.get(charge.chargeId)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
    await pix.withdraw(newCharge().chargeId)
  })

  it('that was done though its answer was lost is done; a paid charge stays', async () => {
    const charge = newCharge()
    await pix.charge(charge)
    bank.fail('PATCH /cob', 'lost')
    await pix.withdraw(charge.chargeId)
    const { charge: paid } = await paidCharge()
    await expect(pix.withdraw(paid.chargeId)).rejects.toMatchObject({ fault: 'paid' })
  })
})

describe('a refund', () => {
  it('is settled at once, later, or rejected with a reason', async () => {
    const { refund } = await paidCharge()
    expect(await pix.refund(refund)).toEqual({ status: 'SETTLED' })
    const later = (await paidCharge()).refund
    bank.refundsAre('EM_PROCESSAMENTO')
    expect(await pix.refund(later)).toEqual({ status: 'PENDING' })
    expect(await pix.refund(later)).toEqual({ status: 'PENDING' })
    bank.endRefunds('NAO_REALIZADO', 'Conta\u202e encerrada')
    expect(await pix.refund(later)).toEqual({ status: 'REJECTED', reason: 'Conta encerrada' })
    const last = (await paidCharge()).refund
    await pix.refund(last)
    bank.endRefunds('DEVOLVIDO')
    expect(await pix.refund(last)).toEqual({ status: 'SETTLED' })
  })

  it('is made once: its answer was lost, and the id is in use', async () => {
    const { refund } = await paidCharge()
    bank.fail('PUT /pix', 'lost')
    expect(await pix.refund(refund)).toEqual({ status: 'SETTLED' })
    expect(await pix.refund(refund)).toEqual({ status: 'SETTLED' })
    expect(bank.refunds()).toHaveLength(1)
    // Two at one time: one of them hears that the id is in use.
    const other = (await paidCharge()).refund
    const both = await Promise.all([pix.refund(other), pix.refund(other)])
    expect(both).toEqual([{ status: 'SETTLED' }, { status: 'SETTLED' }])
    expect(bank.refunds()).toHaveLength(2)
  })

  it('of more than was paid is rejected, in the words of the bank; overload passes', async () => {
    const { refund } = await paidCharge('49.99')
    expect(await pix.refund(refund)).toEqual({ status: 'REJECTED', reason: 'Excede o valor.' })
    bank.fail('PUT /pix', { status: 503 })
    const { refund: other } = await paidCharge()
    await expect(pix.refund(other)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(await pix.refund(other)).toEqual({ status: 'SETTLED' })
  })
})

describe('the token', () => {
  const given = () => bank.calls.filter((call) => call === 'TOKEN').length

  it('is asked for once by many callers, and kept until shortly before it expires', async () => {
    await Promise.all(Array.from({ length: 20 }, () => pix.read(newCharge().chargeId)))
    expect(given()).toBe(1)
    now += 3569_000
    await pix.read(newCharge().chargeId)
    expect(given()).toBe(1)
    now += 1000
    await pix.read(newCharge().chargeId)
    expect(given()).toBe(2)
  })

  it('that expires midway is renewed once for all, and the call is made again', async () => {
    await pix.read(newCharge().chargeId)
    bank.expireTokens()
    await Promise.all(Array.from({ length: 20 }, () => pix.read(newCharge().chargeId)))
    expect(given()).toBe(2)
  })

  it('is not asked for without end', async () => {
    const { charge } = await paidCharge()
    const wrong = pixPayments({ ...bank, clientSecret: 'wrong' }, { now: () => now })
    await expect(wrong.read(charge.chargeId)).rejects.toMatchObject({ fault: 'denied' })
    await expect(wrong.authenticate()).rejects.toMatchObject({ fault: 'denied' })
    bank.fail('TOKEN', { status: 500 })
    now += 4000_000
    await expect(pix.authenticate()).rejects.toMatchObject({ fault: 'unavailable' })
    await pix.authenticate()
  })
})

it('registers where notices go, under its key', async () => {
  await pix.registerNotices('https://api.example.com/notices/abc')
  expect(bank.noticeUrls.get(bank.pixKey)).toBe('https://api.example.com/notices/abc')
})
