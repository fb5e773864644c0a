import { Prisma } from '@scheduling/database'
import type { Service } from '../context.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import type { DepositRow } from './deposit.ts'
import { findDeposit } from './load.ts'
import { lockWithOwner } from './owner.ts'
import type { Payment, PaymentProvider } from './payment-provider.ts'
import { refundDeposit } from './refund.ts'
import { confirm, restoreAppointment } from './restore.ts'
import { writeDeposit } from './write.ts'

/**
 * What a payment notice leads to: asks the provider what was paid, so that a forged or repeated notice
 * changes nothing. The first payment counts; any other goes back in full.
 */
export async function settlePayments(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { chargeId } = await findDeposit(service.db, organizationId, depositId)
  const [first, ...others] = chargeId === null ? [] : await provider.payments(chargeId)
  if (first !== undefined) await markPaid(service, organizationId, depositId, first, provider)
  for (const payment of others) {
    const { id, amount } = payment
    await provider.refund({ refundId: `again-${id}`, paymentId: id, amount })
  }
  return findDeposit(service.db, organizationId, depositId)
}

/**
 * A payment has arrived: `PAID`, and its `PENDING` appointment is confirmed. After the expiry the
 * appointment comes back when its time is still free; else the money goes back at once. A deposit that is
 * paid already stays as it is.
 *
 * @throws `404 not_found`; the provider's failure when a refund is due: the timer tries it again
 */
export async function markPaid(
  service: Service,
  organizationId: number,
  depositId: number,
  payment: Pick<Payment, 'amount' | 'paidAt'>,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { deposit, mustRefund } = await systemWork(
    service,
    organizationId,
    (work) => recordPayment(work, depositId, payment),
    'payment',
  )
  return mustRefund ? refundDeposit(service, organizationId, depositId, null, provider) : deposit
}

async function recordPayment(
  work: Work,
  depositId: number,
  payment: Pick<Payment, 'amount' | 'paidAt'>,
): Promise<{ deposit: DepositRow; mustRefund: boolean }> {
  const locked = await lockWithOwner(work, depositId, true)
  const { deposit: before } = locked
  if (before.status === 'PAID' || before.status === 'REFUNDED') {
    return { deposit: before, mustRefund: false }
  }
  const columns = {
    status: 'PAID',
    paidAmount: new Prisma.Decimal(payment.amount),
    paidAt: new Date(payment.paidAt),
  } as const
  if (before.status === 'PENDING') {
    const deposit = await writeDeposit(work, before, 'deposit.paid', columns)
    if (locked.kind === 'appointment' && locked.appointment.status === 'PENDING') {
      await confirm(work, locked.appointment)
    }
    return { deposit, mustRefund: false }
  }
  const deposit = await writeDeposit(work, before, 'deposit.paid', columns)
  const isInTime = payment.paidAt <= before.expiresAt.getTime()
  const isBack =
    isInTime &&
    locked.kind === 'appointment' &&
    (await restoreAppointment(work, locked.appointment))
  if (!isBack) return { deposit, mustRefund: true }
  // `expired_at` of a paid deposit says that its money has to go back.
  const kept = await work.tx.deposit.update({
    where: { id: deposit.id },
    data: { expiredAt: null },
  })
  return { deposit: { ...deposit, ...kept }, mustRefund: false }
}
