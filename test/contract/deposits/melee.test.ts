/** What can happen to one deposit, all at one time. */
import {
  expireDeposits,
  settleDeposits,
  settlePayments,
  type SandboxPayments,
} from '@scheduling/core'
import { beforeEach, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { createClientRow } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { erase, seenVersion } from '../../support/erasure.ts'
import { appointmentOf, depositOf, EXPIRY, openPayments } from '../../support/deposits.ts'
import { bookAs, tokenOf } from '../../support/public-booking.ts'
import { rounds } from '../../support/sample.ts'

/** Enough to meet each end. With 200 it takes a minute. */
const ROUNDS = rounds(16)

const api = useSharedApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
})

it('payment, cancellation by link, expiry, merge and erasure: the money is kept for something, or goes back', async () => {
  const service = { requiresDeposit: true, depositAmount: '50.00' }
  const clinic = await openClinic(api, { service })
  const { row } = clinic.organization
  const owner = await signIn(api, clinic.organization)
  for (let round = 0; round < ROUNDS; round += 1) {
    api.setNow(TEST_NOW)
    const { body } = await bookAs(api, clinic)
    const { id, clientId, chargeId } = await api.db.deposit.findFirstOrThrow({
      where: { organizationId: row.id },
      orderBy: { id: 'desc' },
    })
    const survivor = await createClientRow(api.db, row, { email: `s${round}@example.com` })
    const erasing = async (one: number) => {
      const version = await seenVersion(owner, one)
      return () => erase(owner, one, version)
    }
    const erasures = [await erasing(survivor.id), await erasing(clientId)]
    await provider.pay(chargeId ?? '')
    // Every other time the notice comes late, when the expiry has taken the time away.
    api.setNow(EXPIRY + 1000 * (round % 2))
    if (round % 2 === 1) await expireDeposits(api.service)
    const settle = () => settlePayments(api.service, row.id, id, provider)
    const acts: (() => Promise<unknown>)[] = [
      settle,
      () =>
        openStranger(api).mutate('publicBooking.cancelAppointment', { token: tokenOf(body.url) }),
      () => expireDeposits(api.service, round % 3 === 0 ? null : provider, row.id),
      () => owner.mutate('clients.merge', { client_id: survivor.id, merged_client_id: clientId }),
      () => settleDeposits(api.service, provider, row.id),
      settle,
      ...erasures,
    ]
    const from = round % acts.length
    const turned = [...acts.slice(from), ...acts.slice(0, from)]
    for (const reply of await Promise.all(turned.map((act) => act()))) {
      expect(reply).not.toMatchObject({ problem: { code: 'internal_error' } })
    }
    await settle()
    await settleDeposits(api.service, provider, row.id)
    const deposit = await depositOf(api, id)
    const appointment = await appointmentOf(api, deposit.appointmentId ?? 0)
    const refunds = await api.db.depositRefund.findMany({ where: { depositId: id } })
    const returned = refunds.map(({ amount, settledAt }) => [amount.toFixed(2), settledAt !== null])
    expect(await api.db.payment.count({ where: { depositId: id } })).toBe(1)
    if (deposit.status === 'REFUNDED') {
      expect(returned).toEqual([['50.00', true]])
      expect(appointment.status).toMatch(/^CANCELLED/)
    } else {
      expect([deposit.status, returned]).toEqual(['PAID', []])
      // It was in force once it was paid, whatever someone did with it afterwards.
      expect(appointment.confirmedAt).not.toBeNull()
    }
    if (appointment.status === 'CONFIRMED') {
      await clinic.call('POST', `/v1/appointments/${appointment.id}/cancel`, { body: {} })
    }
  }
})
