import { Prisma } from '@scheduling/database'
import { systemWork } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import type { DepositRow } from '../deposit-ledger/deposit-base.ts'
import { findDeposit } from '../deposit-ledger/load.ts'
import { writeDeposit } from '../deposit-ledger/write.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import type { PaymentProvider } from './payment-provider.ts'

type Refund = {
  readonly depositId: number
  /** Two decimals; null: everything that is left. */
  readonly amount: string | null
}

/**
 * Refunds money through the provider, and then writes the refund. The id of the refund follows from what was
 * refunded before, so that two requests at the same time, or a repetition after a failure, are one refund.
 *
 * @throws `404 not_found`; `409 action_not_allowed` unless the deposit is `PAID`; `400 out_of_range` on
 *   `amount`; the failure of the provider, and then nothing is written
 */
export async function refundDeposit(
  service: Service,
  organizationId: number,
  { depositId, amount }: Refund,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const seen = await findDeposit(service.db, organizationId, depositId)
  const refunded = refundedNow(seen, amount)
  const [payment] = seen.chargeId === null ? [] : await provider.payments(seen.chargeId)
  // A deposit without a payment was confirmed by hand, so the money is also refunded by hand.
  if (payment !== undefined) {
    await provider.refund({
      refundId: `deposit-${depositId}-${seen.refundedAmount.toFixed(2)}`,
      paymentId: payment.id,
      amount: refunded.toFixed(2),
    })
  }
  return systemWork(
    service,
    organizationId,
    async (work) => {
      const locked = await lockWithOwner(work, depositId)
      const { deposit } = locked
      if (!deposit.refundedAmount.equals(seen.refundedAmount)) return deposit
      const refundedAmount = deposit.refundedAmount.add(refunded)
      const isFull = refundedAmount.equals(deposit.paidAmount ?? 0)
      return writeDeposit(work, locked, 'deposit.refunded', {
        status: isFull ? 'REFUNDED' : 'PAID',
        refundedAmount,
        refundedAt: new Date(service.now()),
      })
    },
    'refundDeposit',
  )
}

/** The amount of this refund. */
function refundedNow(deposit: DepositRow, amount: string | null): Prisma.Decimal {
  if (deposit.status !== 'PAID' || deposit.paidAmount === null) {
    throw new Problem('action_not_allowed', 'Only a paid deposit can be refunded.')
  }
  const left = deposit.paidAmount.sub(deposit.refundedAmount)
  if (amount === null) return left
  if (!/^\d{1,10}\.\d{2}$/.test(amount)) {
    throw invalid(
      'amount',
      'invalid_format',
      'This is not an amount. Expected an amount such as 50.00.',
    )
  }
  const asked = new Prisma.Decimal(amount)
  if (asked.isZero() || asked.greaterThan(left)) {
    throw invalid(
      'amount',
      'out_of_range',
      `The amount must be between 0.01 and ${left.toFixed(2)}.`,
    )
  }
  return asked
}
