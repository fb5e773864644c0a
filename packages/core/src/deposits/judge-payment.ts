import { Prisma, type PaymentOutcome } from '@scheduling/database'
import type { Payment } from '@scheduling/payments'
import type { DepositRow } from './deposit-base.ts'

/** What a payment is to a deposit as it is now. Only one that is accepted changes the deposit. */
export function judgePayment(
  deposit: Pick<DepositRow, 'status' | 'amount' | 'expiresAt'>,
  { amount, paidAt }: Pick<Payment, 'amount' | 'paidAt'>,
): PaymentOutcome {
  if (deposit.status === 'PAID' || deposit.status === 'REFUNDED') return 'SECOND'
  if (paidAt > deposit.expiresAt.getTime()) return 'LATE'
  return new Prisma.Decimal(amount).lessThan(deposit.amount) ? 'TOO_SMALL' : 'ACCEPTED'
}
