/** What banks, and those who pretend to be one, send to the address of a connection. */
import { sandboxPayments, settleLater } from '@scheduling/core'
import { sqlOf } from '@scheduling/database'
import type { PlayedBank } from '@scheduling/payments/testing'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { banksPerTest, chargedAt, type ChargedAtBank } from '../../support/bank.ts'
import { at, openClinic } from '../../support/booking.ts'
import { charged, depositOf, eventsAfterCharge, typesOf } from '../../support/deposits.ts'
import { fact, workerBeside } from '../../support/worker.ts'
import { rounds } from '../../support/sample.ts'

const api = useOwnApi()
const bankOfTest = banksPerTest(() => api)
let bank: PlayedBank

beforeEach(() => api.connection.pool.query('DELETE FROM graphile_worker._private_jobs'))

async function asked(): Promise<ChargedAtBank & { address: string }> {
  bank = bankOfTest()
  const one = await chargedAt(api, bank)
  const { body } = await one.owner.query('payments.get')
  return { ...one, address: new URL(body.connection.notice_url).pathname }
}

const jobs = async (): Promise<{ deposit_id: number }[]> => {
  const { rows } = await api.connection.pool.query(
    `SELECT payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'payment_notice' ORDER BY j.id`,
  )
  return rows.map(({ payload }) => payload)
}
/** Requests of a flood. */
const AT_ONCE = 100

const send = (path: string, body: unknown) => api.call('POST', path, { body })

describe('POST /payments/notices/{token}', () => {
  it('200: each charge is asked about once, however often and wherever it is named', async () => {
    const one = await asked()
    const { body } = await one.clinic.book({ start: at('11:00') })
    expect(body.id).toBeDefined()
    bank.pay(one.chargeId)
    const notice = bank.notice(one.chargeId, one.chargeId)
    for (const path of [one.address, `${one.address}/pix`, `${one.address}/pix`]) {
      expect(await send(path, notice)).toMatchObject({ status: 200, body: { received: true } })
    }
    expect(await jobs()).toEqual([
      { organization_id: one.organizationId, deposit_id: one.deposit.id },
    ])
    // Nothing of it was believed: only the bank can say that it was paid.
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PENDING' })
  })

  it('200: what is forged changes nothing, and what is unknown costs no job', async () => {
    const one = await asked()
    const stranger = await chargedAt(api, bank)
    const worker = await workerBeside(api)
    bank.calls.length = 0
    const forged = (txid: string) => ({
      endToEndId: 'E'.padEnd(32, '9'),
      txid,
      valor: '50.00',
      horario: new Date().toISOString(),
    })
    const unknown = [stranger.chargeId, 'x'.repeat(26), "'; DROP TABLE deposit; --", '', null, 7]
    const body = { pix: [...unknown.map((txid) => forged(txid as string)), null, 3, 'x'] }
    expect((await send(`${one.address}/pix`, body)).status).toBe(200)
    expect(await jobs()).toEqual([])
    await send(`${one.address}/pix`, { pix: [forged(one.chargeId)] })
    await fact('the bank was asked', () => bank.calls.includes(`GET /cob/${one.chargeId}`))
    await worker.stop()
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PENDING' })
    expect(bank.calls.filter((call) => call.includes(stranger.chargeId))).toEqual([])
    // Banks try the address out with what is no notice.
    for (const other of [{}, { evento: 'teste_webhook' }, { pix: {} }]) {
      expect((await send(one.address, other)).status).toBe(200)
    }
    expect((await api.call('POST', one.address)).status).toBe(200)
  })

  it('200: several in one, out of order, repeated and late, are each worked out once', async () => {
    const one = await asked()
    const other = await chargedAt(api, bank)
    bank.pay(one.chargeId)
    bank.pay(one.chargeId)
    const worker = await workerBeside(api)
    const both = bank.notice(other.chargeId, one.chargeId)
    await Promise.all(Array.from({ length: 10 }, () => send(`${one.address}/pix`, both)))
    await fact('paid and given back', async () => {
      const { status } = await depositOf(api, one.deposit.id)
      return status === 'PAID' && bank.refunds().length === 1
    })
    await send(`${one.address}/pix`, both)
    await fact('no job is left', async () => (await jobs()).length === 0)
    await worker.stop()
    expect(bank.refunds()).toHaveLength(1)
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
    // The address is of one connection: charges of another one are not asked about.
    expect(await depositOf(api, other.deposit.id)).toMatchObject({ status: 'PENDING' })
  })

  it('200: a notice that a refund is settled, or rejected, is followed', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    await one.settle()
    bank.refundsAre('EM_PROCESSAMENTO')
    const refund = { deposit_id: one.deposit.id, already_refunded: '0.00' }
    await one.owner.mutate('deposits.refund', refund)
    bank.endRefunds('DEVOLVIDO')
    const worker = await workerBeside(api)
    await send(`${one.address}/pix`, bank.notice(one.chargeId))
    await fact('refunded', async () => (await depositOf(api, one.deposit.id)).status === 'REFUNDED')
    await worker.stop()
  })

  it('200: of more accounts at a silent bank than a worker has slots hold up no one else', async () => {
    const sandbox = await charged(api, api.service.payments, await openClinic(api))
    bank = bankOfTest()
    const those = await Promise.all(Array.from({ length: 10 }, () => chargedAt(api, bank)))
    const silent = those.map(() => 'silent' as const)
    bank.fail('GET /cob', ...silent)
    bank.calls.length = 0
    const worker = await workerBeside(api)
    onTestFinished(() => worker.stop())
    for (const one of those) {
      const { body } = await one.owner.query('payments.get')
      const path = new URL(body.connection.notice_url).pathname
      expect((await send(path, { pix: [{ txid: one.chargeId }] })).status).toBe(200)
    }
    await fact('the bank was asked', () => bank.calls.length > 1)
    await sandboxPayments(api.service).pay(sandbox.chargeId)
    await settleLater(sqlOf(api.db), sandbox.organizationId, sandbox.deposit.id)
    // Shorter than any call to a bank that does not answer.
    const paid = async () => (await depositOf(api, sandbox.deposit.id)).status === 'PAID'
    await fact('paid', paid, 4000)
    expect(new Set(bank.calls.filter((call) => call.startsWith('GET'))).size).toBeLessThan(5)
    bank.forgive()
    await api.connection.pool.query('DELETE FROM graphile_worker._private_jobs')
  })

  it('200: one that is replayed many times at once, costs little and has one effect', async () => {
    const one = await asked()
    bank.pay(one.chargeId)
    const full = {
      pix: Array.from({ length: 500 }, (_, at) => ({
        txid: at % 2 ? one.chargeId : 'y'.repeat(30),
      })),
    }
    const before = process.cpuUsage()
    const replies: Awaited<ReturnType<typeof send>>[] = []
    // Fewer at once than a server lets wait for their connection.
    for (let sent = 0; sent < rounds(1000); sent += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, () => send(`${one.address}/pix`, full))
      replies.push(...(await Promise.all(some)))
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000 / replies.length).toBeLessThan(50)
    const kinds = Map.groupBy(replies, ({ status }) => status)
    expect([...kinds.keys()]).toEqual([200])
    expect(await jobs()).toHaveLength(1)
    bank.calls.length = 0
    const worker = await workerBeside(api)
    await fact('paid', async () => (await depositOf(api, one.deposit.id)).status === 'PAID')
    await worker.stop()
    expect(bank.calls.filter((call) => call.startsWith('GET'))).toHaveLength(1)
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
  })

  it('404 not_found: an address that was never given out', async () => {
    const one = await asked()
    const token = one.address.split('/').at(-1) ?? ''
    const notice = { pix: [{ txid: one.chargeId }] }
    const last = token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A')
    for (const path of [
      `/payments/notices/${last}`,
      `/payments/notices/${token}A`,
      `/payments/notices/${token}/pix/pix`,
      `/payments/notices/${token}/cob`,
      `/payments/notices/`,
      `/payments/notices/AAAAAQAAAAAAAAAAAAAAAAAAAAA`,
    ]) {
      expect([path, (await send(path, notice)).status]).toEqual([path, 404])
    }
    expect(await jobs()).toEqual([])
    const told = JSON.stringify(api.logged)
    expect(told).not.toContain(token)
  })

  it('405 method_not_allowed: GET; 400 validation_error: what is no JSON, or too much', async () => {
    const one = await asked()
    const got = await api.call('GET', one.address)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await send(one.address, '{')).status).toBe(400)
    const many = { pix: Array.from({ length: 501 }, () => 1) }
    expect((await send(one.address, many)).body.errors[0]).toMatchObject({
      field: 'pix',
      code: 'too_many',
    })
    expect((await send(one.address, { pix: ['x'.repeat(300_000)] })).status).toBe(400)
    expect(await jobs()).toEqual([])
  })
})
