import { Prisma } from '@scheduling/database'
import type { Service } from '../context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { systemWork } from '../change/system-work.ts'
import type { DepositRow } from './deposit.ts'
import { findDeposit } from './load.ts'
import { lockWithOwner } from './owner.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { writeDeposit } from './write.ts'

/**
 * Gives money back through the provider, then writes it. The refund's id follows from what was refunded
 * before, so that two requests at one time, or a repetition after a failure, are one refund.
 *
 * @param amount two decimals; null: everything that is left
 * @throws `404 not_found`; `409 action_not_allowed` unless `PAID`; `400 out_of_range` on `amount`; the
 *   provider's failure, and then nothing is written
 */
export async function refundDeposit(
  service: Service,
  organizationId: number,
  depositId: number,
  amount: string | null,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const seen = await findDeposit(service.db, organizationId, depositId)
  const back = amountBack(seen, amount)
  const [payment] = seen.chargeId === null ? [] : await provider.payments(seen.chargeId)
  // Without one it was confirmed by hand: the money goes back by hand too.
  if (payment !== undefined) {
    await provider.refund({
      refundId: `deposit-${depositId}-${seen.refundedAmount.toFixed(2)}`,
      paymentId: payment.id,
      amount: back.toFixed(2),
    })
  }
  return systemWork(
    service,
    organizationId,
    async (work) => {
      const { deposit } = await lockWithOwner(work, depositId, false)
      if (!deposit.refundedAmount.equals(seen.refundedAmount)) return deposit
      const refundedAmount = deposit.refundedAmount.add(back)
      const isFull = refundedAmount.equals(deposit.paidAmount ?? 0)
      return writeDeposit(work, deposit, 'deposit.refunded', {
        status: isFull ? 'REFUNDED' : 'PAID',
        refundedAmount,
        refundedAt: new Date(service.now()),
      })
    },
    'payment',
  )
}

function amountBack(deposit: DepositRow, amount: string | null): Prisma.Decimal {
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
  const back = new Prisma.Decimal(amount)
  if (back.isZero() || back.greaterThan(left)) {
    throw invalid(
      'amount',
      'out_of_range',
      `The amount must be between 0.01 and ${left.toFixed(2)}.`,
    )
  }
  return back
}
