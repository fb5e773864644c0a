/** The page where the payer is played. */
import { sandboxPageOf, type SandboxPayments } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { charged, depositOf, openPayments, type Charged } from '../../support/deposits.ts'
import { fact, workerBeside } from '../../support/worker.ts'

const api = useOwnApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
})

async function played(livemode = false): Promise<Charged & { path: string }> {
  const clinic = await openClinic(api, { organization: { livemode } })
  const one = await charged(api, provider, clinic)
  const address = sandboxPageOf(api.service, { ...one.deposit, livemode })
  return { ...one, path: new URL(address ?? '').pathname }
}

async function open(path: string, form?: Record<string, string>) {
  const reply = await fetch(`${api.url}${path}`, {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

describe('/sandbox/pay/{token}', () => {
  it('shows the charge and its code, needs no script, and changes nothing', async () => {
    const one = await played()
    const page = await open(one.path)
    expect(page.status).toBe(200)
    expect(page.text).toContain(one.deposit.paymentCode)
    expect(page.text).toContain('50.00')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(await api.db.sandboxPayment.count()).toBe(0)
  })

  it('pays any amount, any number of times; a worker hears of it as of a bank', async () => {
    const one = await played()
    const worker = await workerBeside(api)
    for (const amount of ['10.00', '60,00', '50.00']) {
      const paid = await open(one.path, { amount })
      expect([paid.status, paid.headers.get('location')]).toEqual([
        303,
        `http://api.test${one.path}`,
      ])
    }
    await fact('worked out', async () => {
      const rows = await api.db.payment.findMany({ orderBy: { endToEndId: 'asc' } })
      const open = await api.db.depositRefund.count({ where: { settledAt: null } })
      return open === 0 && rows.map(({ outcome }) => outcome).join() === 'TOO_SMALL,ACCEPTED,SECOND'
    })
    await worker.stop()
    expect([...(await provider.refunded()).values()].sort()).toEqual(['10.00', '10.00', '50.00'])
    expect((await open(one.path)).text).toContain('refund of 10.00: SETTLED')
  })

  it('lets refunds wait, and settles or rejects them', async () => {
    const one = await played()
    const worker = await workerBeside(api)
    await open(one.path, { refunds: 'wait' })
    await open(one.path, { amount: '70.00' })
    const refundOf = () => api.db.depositRefund.findFirst()
    await fact('asked for', async () => (await open(one.path)).text.includes('20.00: PENDING'))
    expect(await refundOf()).toMatchObject({ settledAt: null, rejectedAt: null })
    await open(one.path, { end: 'REJECTED' })
    await fact('rejected', async () => (await refundOf())?.rejectedAt)
    await worker.stop()
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
  })

  it('refuses what is no amount, and a charge that was withdrawn', async () => {
    const one = await played()
    for (const amount of ['', '0.00', '-1.00', '1e3', '50.000', '<b>']) {
      const page = await open(one.path, { amount })
      expect([amount, page.status, page.text.includes('Type an amount')]).toEqual([
        amount,
        200,
        true,
      ])
    }
    await provider.withdraw(one.chargeId)
    expect((await open(one.path, { amount: '50.00' })).text).toContain('cannot be paid')
    expect(await api.db.sandboxPayment.count()).toBe(0)
  })

  it('is there for charges of the sandbox alone, and without a demonstration for test organizations alone', async () => {
    const one = await played()
    const live = await played(true)
    const real = { ...api.service, isDemonstration: false }
    expect(sandboxPageOf(real, { ...one.deposit, livemode: false })).not.toBeNull()
    expect(sandboxPageOf(real, { ...live.deposit, livemode: true })).toBeNull()
    const atBank = { ...live.deposit, connectionId: 1, livemode: true }
    expect(sandboxPageOf(api.service, atBank)).toBeNull()
    Object.assign(api.service, { isDemonstration: false })
    expect((await open(live.path)).status).toBe(404)
    expect((await open(live.path, { amount: '50.00' })).status).toBe(404)
    Object.assign(api.service, { isDemonstration: true })
    expect((await open(live.path)).status).toBe(200)
  })

  it('is found with its link alone: guessed, changed and old ones open nothing', async () => {
    const one = await played()
    const token = one.path.split('/').at(-1) ?? ''
    const changed = `${token.slice(0, -1)}${token.endsWith('_') ? '-' : '_'}`
    for (const guess of [token.slice(1), changed, '1', 'A'.repeat(32)]) {
      expect((await open(`/sandbox/pay/${guess}`)).status).toBe(404)
    }
    await api.db.deposit.update({ where: { id: one.deposit.id }, data: { linkVersion: 2 } })
    expect((await open(one.path)).status).toBe(404)
    expect((await fetch(`${api.url}${one.path}`, { method: 'DELETE' })).status).toBe(404)
    expect(api.service.realNow()).toBe(TEST_NOW)
  })
})
