/** Worker processes are killed between what they have written and what the bank has done. */
import { requestDeposit, systemWork } from '@scheduling/core'
import type { PlayedBank } from '@scheduling/payments/testing'
import { expect, it, onTestFinished } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { banksPerTest, chargedAt, connectedClinic } from '../../support/bank.ts'
import { depositOf, eventsAfterCharge, typesOf } from '../../support/deposits.ts'
import { serveBank } from '../../support/served-bank.ts'
import { spawnWorker, type WorkerProcess } from '../../support/worker-process.ts'
import { fact } from '../../support/worker.ts'

const api = useOwnApi({ now: Date.now() })
const bankOfTest = banksPerTest(() => api)
let bank: PlayedBank

async function worker(env: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const one = spawnWorker(api.databaseUrl, undefined, env)
  onTestFinished(() => one.kill())
  await one.running
  return one
}

const settleNow = () =>
  api.connection.pool.query("SELECT graphile_worker.add_job('settle_deposits')")
const callsOf = (kind: string) => bank.calls.filter((call) => call.startsWith(kind)).length

/** As a new process finds it: what a killed one held is free. */
const freed = () =>
  api.connection.pool.query(
    'UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL',
  )

it('A refund that the bank made for a process that was killed before it heard so is made once', async () => {
  api.setClock(Date.now)
  bank = bankOfTest()
  const { env } = await serveBank(bank)
  const one = await chargedAt(api, bank)
  bank.pay(one.chargeId)
  await one.settle()
  bank.fail('GET /pix', { status: 503 })
  const refund = { deposit_id: one.deposit.id, already_refunded: '0.00', amount: '20.00' }
  expect((await one.owner.mutate('deposits.refund', refund)).body.refund.status).toBe('ASKED')
  for (const kind of ['PUT /pix', 'GET /pix'] as const) {
    // First the answer to the refund is never heard, then that to the question about it.
    bank.fail(kind, 'unheard')
    const before = callsOf(kind)
    const killed = await worker(env)
    await settleNow()
    await fact(`${kind} at the bank`, () => callsOf(kind) > before, 30_000)
    await killed.kill()
    await freed()
  }
  expect(bank.refunds()).toHaveLength(1)
  const last = await worker(env)
  await settleNow()
  await fact('written', async () => {
    const row = await depositOf(api, one.deposit.id)
    return row.refundedAmount.toFixed(2) === '20.00'
  })
  await last.kill()
  expect(bank.refunds()).toMatchObject([{ valor: '20.00', status: 'DEVOLVIDO' }])
  expect(typesOf(await eventsAfterCharge(api, one)).slice(2)).toEqual(['deposit.refunded'])
})

it('A charge that the bank made for a process that was killed before it heard so is the same charge', async () => {
  api.setClock(Date.now)
  bank = bankOfTest()
  const { env } = await serveBank(bank)
  const { clinic } = await connectedClinic(api, bank)
  const { body } = await clinic.book()
  const organizationId = clinic.organization.row.id
  const { id } = await systemWork(api.service, organizationId, (work) =>
    requestDeposit(work, { owner: { appointmentId: body.id }, amount: '50.00' }),
  )
  bank.fail('PUT /cob', 'unheard')
  const killed = await worker(env)
  await settleNow()
  await fact('the charge at the bank', () => bank.charges.size === 1, 30_000)
  await killed.kill()
  await freed()
  expect((await depositOf(api, id)).paymentCode).toBeNull()
  const last = await worker(env)
  await settleNow()
  const { chargeId } = await depositOf(api, id)
  const code = await fact('a code', async () => (await depositOf(api, id)).paymentCode)
  await last.kill()
  expect(code).toContain(chargeId)
  expect([...bank.charges.keys()]).toEqual([chargeId])
})
