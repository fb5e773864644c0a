import { Prisma } from '@scheduling/database'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import type { ConfirmedBy, DepositRow } from '../deposit-ledger/deposit-base.ts'
import { findDeposit } from '../deposit-ledger/load.ts'
import { writeDeposit } from '../deposit-ledger/write.ts'
import { lockWithOwner, type LockedWithOwner } from './lock-with-owner.ts'
import type { Payment, PaymentProvider } from '../payments/payment-provider.ts'
import { refundDeposit } from './refunds.ts'

/**
 * Handles the notice of a payment. It asks the provider what was paid, so that a forged or repeated notice
 * changes nothing. The first payment counts; every other payment is refunded in full. Of a deposit that was confirmed
 * by hand, every payment is another one.
 */
export async function settlePayments(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { chargeId } = await findDeposit(service.db, organizationId, depositId)
  const [first, ...others] = chargeId === null ? [] : await provider.payments(chargeId)
  const counted =
    first === undefined
      ? null
      : await markPaid(service, organizationId, { depositId, payment: first }, provider)
  if (first !== undefined && counted?.confirmedBy != null) others.unshift(first)
  if (chargeId !== null) await refundInFull(chargeId, others, provider)
  return findDeposit(service.db, organizationId, depositId)
}

/** Gives payments back that pay for nothing. It can be repeated. */
export async function refundInFull(
  chargeId: string,
  payments: readonly Payment[],
  provider: PaymentProvider,
): Promise<void> {
  for (const { id, amount } of payments) {
    await provider.refund({ refundId: `again-${id}`, chargeId, paymentId: id, amount })
  }
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
  const { deposit: before } = locked
  if (before.status === 'PAID' || before.status === 'REFUNDED') {
    return { deposit: before, mustRefund: false }
  }
  const { deposit, counts } = await takePayment(work, locked, payment)
  return { deposit, mustRefund: !counts }
}

/**
 * Makes a `PENDING` or `EXPIRED` deposit `PAID`, and confirms or restores its appointment.
 *
 * @param locked with the professional of its appointment
 * @param columns what else is written
 * @returns `counts`: whether the payment pays for something; if not, it came too late
 */
export async function takePayment(
  work: Work,
  locked: LockedWithOwner,
  payment: ReceivedPayment['payment'],
  columns: { readonly confirmedBy?: ConfirmedBy } = {},
): Promise<{ deposit: DepositRow; counts: boolean }> {
  const { deposit: before, owner } = locked
  const deposit = await writeDeposit(work, locked, 'deposit.paid', {
    ...columns,
    status: 'PAID',
    paidAmount: new Prisma.Decimal(payment.amount),
    paidAt: new Date(payment.paidAt),
  })
  if (before.status === 'PENDING') {
    await owner.confirm()
    return { deposit, counts: true }
  }
  const isInTime = payment.paidAt <= before.expiresAt.getTime()
  if (!isInTime || !(await owner.restore())) return { deposit, counts: false }
  // A paid deposit with `expired_at` still has to be refunded.
  const { expiredAt, updatedAt } = await work.tx.deposit.update({
    where: { id: deposit.id },
    data: { expiredAt: null },
  })
  return { deposit: { ...deposit, expiredAt, updatedAt }, counts: true }
}
