/** Payments of test organizations: by the sandbox alone, and by the clock of the organization. */
import {
  createService,
  expireDeposits,
  requestDeposit,
  settlePayments,
  systemWork,
  type SandboxPayments,
} from '@scheduling/core'
import type { PaymentProvider } from '@scheduling/payments'
import { beforeEach, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { charged, depositOf, openPayments, typesOf } from '../../support/deposits.ts'
import { arrived } from '../../support/test-clock.ts'

const api = useOwnApi()
let bank: SandboxPayments

beforeEach(async () => {
  bank = await openPayments(api)
})

const testClinic = () => openClinic(api, { organization: { livemode: false } })

async function advance({ organization }: BookableClinic, minutes: number): Promise<void> {
  const owner = await signIn(api, organization)
  await owner.mutate('testClock.advance', { by_minutes: minutes })
  await arrived(api, organization.row.id)
}

it('A test organization never reaches the provider that is configured, and a live one always does', async () => {
  const asked: string[] = []
  const real: PaymentProvider = {
    charge: async ({ chargeId }) => ({
      paymentCode: `code ${asked.push(`charge ${chargeId}`)}`,
    }),
    read: async (chargeId) => {
      asked.push(`payments ${chargeId}`)
      return []
    },
    withdraw: async (chargeId) => void asked.push(`withdraw ${chargeId}`),
    refund: async ({ chargeId }) => {
      asked.push(`refund ${chargeId}`)
      return { status: 'SETTLED' }
    },
  }
  const service = createService({ ...api.service, payments: real })
  const test = await charged(api, service.payments, await testClinic())
  await bank.pay(test.chargeId)
  await settlePayments(service, test.organizationId, test.deposit.id, service.payments)
  const unpaid = await charged(api, service.payments, await testClinic())
  const live = await charged(api, service.payments)
  api.setNow(TEST_NOW + 31 * 60_000)
  await expireDeposits(service, service.payments)
  expect(asked).toEqual([
    `charge ${live.chargeId}`,
    `payments ${live.chargeId}`,
    `withdraw ${live.chargeId}`,
  ])
  expect((await depositOf(api, test.deposit.id)).status).toBe('PAID')
  for (const one of [unpaid, live])
    expect((await depositOf(api, one.deposit.id)).status).toBe('EXPIRED')
  await expect(service.payments.read('unknown')).rejects.toThrow('No deposit has this charge')
})

it('A payment has the time of the organization: one that its clock says is late is refunded', async () => {
  const clinic = await testClinic()
  const one = await charged(api, bank, clinic)
  await advance(clinic, 29)
  // The code still works for a payer who has it, and the bank of the sandbox takes the money until it is told not to.
  await api.db.organization.update({
    where: { id: one.organizationId },
    data: { clockAheadSeconds: 31 * 60 },
  })
  const { id, paidAt } = await bank.pay(one.chargeId)
  expect(paidAt).toBe(TEST_NOW + 31 * 60_000)
  await expireDeposits({ ...api.service, payments: bank }, null)
  expect((await depositOf(api, one.deposit.id)).status).toBe('EXPIRED')
  await settlePayments(api.service, one.organizationId, one.deposit.id, bank)
  expect((await depositOf(api, one.deposit.id)).status).toBe('EXPIRED')
  const where = { organizationId: one.organizationId }
  const refund = await api.db.depositRefund.findFirstOrThrow({ where })
  expect(refund.settledAt).toEqual(new Date(TEST_NOW + 31 * 60_000))
  expect((await bank.refunded()).get(id)).toBe('50.00')
})

it('What the bank was not asked for is asked while the clock is moved, before the deposit expires', async () => {
  const clinic = await testClinic()
  const { body } = await clinic.book()
  const id = clinic.organization.row.id
  // Its process was killed before it asked for the code.
  await systemWork(api.service, id, (work) =>
    requestDeposit(work, { owner: { appointmentId: body.id }, amount: '50.00' }),
  )
  await advance(clinic, 60)
  const types = typesOf(await eventsOf(api.db, clinic.organization.row))
  expect(types.slice(-3)).toEqual(['deposit.created', 'deposit.expired', 'appointment.cancelled'])
})
