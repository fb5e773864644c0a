import { Prisma } from '@scheduling/database'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import type { DepositRow } from '../deposit-ledger/deposit-base.ts'
import { findDeposit } from '../deposit-ledger/load.ts'
import { writeDeposit } from '../deposit-ledger/write.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import type { Payment, PaymentProvider } from './payment-provider.ts'
import { refundDeposit } from './refund.ts'

/**
 * Handles the notice of a payment. It asks the provider what was paid, so that a forged or repeated notice
 * changes nothing. The first payment counts; every other payment is refunded in full.
 */
export async function settlePayments(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { chargeId } = await findDeposit(service.db, organizationId, depositId)
  const [first, ...others] = chargeId === null ? [] : await provider.payments(chargeId)
  if (first !== undefined) {
    await markPaid(service, organizationId, { depositId, payment: first }, provider)
  }
  for (const payment of others) {
    const { id, amount } = payment
    await provider.refund({ refundId: `again-${id}`, paymentId: id, amount })
  }
  return findDeposit(service.db, organizationId, depositId)
}

type ReceivedPayment = {
  readonly depositId: number
  readonly payment: Pick<Payment, 'amount' | 'paidAt'>
}

/**
 * Records a payment: the deposit becomes `PAID`, and its `PENDING` appointment is confirmed. If the deposit has
 * expired, the appointment is restored when its time is still free; otherwise the money is refunded at once. A
 * deposit that is already paid stays as it is.
 *
 * @throws `404 not_found`; the failure of the provider when a refund is due, which the timer tries again
 */
export async function markPaid(
  service: Service,
  organizationId: number,
  received: ReceivedPayment,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { deposit, mustRefund } = await systemWork(
    service,
    organizationId,
    (work) => recordPayment(work, received),
    'recordPayment',
  )
  if (!mustRefund) return deposit
  return refundDeposit(service, organizationId, { depositId: deposit.id, amount: null }, provider)
}

async function recordPayment(
  work: Work,
  { depositId, payment }: ReceivedPayment,
): Promise<{ deposit: DepositRow; mustRefund: boolean }> {
  const locked = await lockWithOwner(work, depositId, { mayTakeTime: true })
  const { deposit: before, owner } = locked
  if (before.status === 'PAID' || before.status === 'REFUNDED') {
    return { deposit: before, mustRefund: false }
  }
  const deposit = await writeDeposit(work, locked, 'deposit.paid', {
    status: 'PAID',
    paidAmount: new Prisma.Decimal(payment.amount),
    paidAt: new Date(payment.paidAt),
  })
  if (before.status === 'PENDING') {
    await owner.confirm()
    return { deposit, mustRefund: false }
  }
  const isInTime = payment.paidAt <= before.expiresAt.getTime()
  if (!isInTime || !(await owner.restore())) return { deposit, mustRefund: true }
  // A paid deposit with `expired_at` still has to be refunded.
  const kept = await work.tx.deposit.update({
    where: { id: deposit.id },
    data: { expiredAt: null },
  })
  return { deposit: { ...deposit, ...kept }, mustRefund: false }
}
