/** An API process is killed between its transaction and the payment provider, and the timer settles what it left. */
import { openSession, settleDeposits, settlePayments, type SandboxPayments } from '@scheduling/core'
import { beforeEach, expect, it } from 'vitest'
import { startApiProcess } from '../../support/api-process.ts'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { createUser, openBrowser, SESSION_COOKIE } from '../../support/dashboard.ts'
import { charged, depositOf, eventsAfterCharge, openPayments } from '../../support/deposits.ts'
import { eventsOf } from '../../support/clinic.ts'
import { untilWaiting } from '../../support/overtaking.ts'

const api = useSharedApi({ now: Date.now() })
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
  api.setNow(Date.now())
})

/** Calls a process whose bank hangs, and kills it there. */
async function killedAtTheBank(
  organization: Parameters<typeof createUser>[1],
  procedure: string,
  input: object,
) {
  const process = await startApiProcess(api, { LOG_LEVEL: 'error' })
  const browser = openBrowser(process)
  const user = await createUser(api, organization)
  browser.cookies.set(SESSION_COOKIE, (await openSession(api.service, user.id)).token)
  const bank = await api.connection.pool.connect()
  try {
    await bank.query('BEGIN')
    await bank.query('LOCK TABLE sandbox_charge IN ACCESS EXCLUSIVE MODE')
    const call = browser.mutate(procedure, input).then(
      (reply) => reply,
      () => null,
    )
    await untilWaiting(api)
    process.kill('SIGKILL')
    expect(await process.exited).toBe('SIGKILL')
    expect(await call).toBeNull()
    await bank.query('ROLLBACK')
  } finally {
    bank.release(true)
  }
}

it('a refund is settled once, in the name of who asked; a charge gets its code', async () => {
  // The process has no bank: it charges test organizations alone.
  const test = { organization: { livemode: false } }
  const one = await charged(api, provider, await openClinic(api, test))
  await provider.pay(one.chargeId)
  await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
  const refund = { deposit_id: one.deposit.id, amount: '20.00', already_refunded: '0.00' }
  await killedAtTheBank(one.clinic.organization, 'deposits.refund', refund)
  expect((await depositOf(api, one.deposit.id)).refundedAmount.toFixed(2)).toBe('0.00')

  const clinic = await openClinic(api, test)
  const { body } = await clinic.book()
  const charge = { appointment_id: body.id, amount: '30.00' }
  await killedAtTheBank(clinic.organization, 'deposits.charge', charge)
  const { id } = await api.db.deposit.findFirstOrThrow({ where: { appointmentId: body.id } })
  expect((await depositOf(api, id)).paymentCode).toBeNull()

  const settled = await settleDeposits(api.service, api.service.payments)
  expect(settled).toEqual({ issued: 1, refunded: 1, withdrawn: 0 })
  expect((await depositOf(api, one.deposit.id)).refundedAmount.toFixed(2)).toBe('20.00')
  expect((await depositOf(api, id)).paymentCode).toMatch(/^000201/)
  const nothing = { issued: 0, refunded: 0, withdrawn: 0 }
  expect(await settleDeposits(api.service, api.service.payments)).toEqual(nothing)
  expect([...(await provider.refunded()).values()]).toEqual(['20.00'])
  const by = { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' }
  const refunds = (await eventsAfterCharge(api, one)).filter(
    ({ type }) => type === 'deposit.refunded',
  )
  expect(refunds).toMatchObject([{ context: by }])
  const created = (await eventsOf(api.db, clinic.organization.row)).filter(
    ({ type }) => type === 'deposit.created',
  )
  expect(created).toMatchObject([{ context: by }])
})
