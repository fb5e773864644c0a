import {
  findRows,
  insertRow,
  Prisma,
  tables,
  updateRow,
  type Queryable,
} from '@scheduling/database'
import type { Payment, PaymentProvider } from '@scheduling/payments'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import type { ConfirmedBy, DepositRow } from './deposit-base.ts'
import { findDeposit } from './load.ts'
import { writeDeposit } from './write.ts'
import { judgePayment } from './judge-payment.ts'
import { lockWithOwner, type LockedWithOwner } from './lock-with-owner.ts'
import { sendRefunds } from './refunds.ts'
import { giveBack, refundAll } from './ask-refund.ts'

/**
 * Handles the notice of a payment. It asks the provider what was paid, so that a forged or repeated notice
 * changes nothing. Then it sends the refunds of the deposit that are under way.
 *
 * @throws `404 not_found`; the failure of the provider: then what is left is done by the timer
 */
export async function settlePayments(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<DepositRow> {
  await notePayments(service, organizationId, depositId, provider)
  await sendRefunds(service, organizationId, depositId, provider)
  return findDeposit(service.db, organizationId, depositId)
}

/**
 * Asks the provider what was paid, outside of any transaction, and keeps each payment that was not seen before, with
 * what it is to the deposit. A payment that does not count is to be refunded, and so is what is too much. It sends no
 * refund.
 *
 * @throws `404 not_found`, and the failure of the provider
 */
export async function notePayments(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<{ readonly deposit: DepositRow; readonly payments: readonly Payment[] }> {
  const { chargeId } = await findDeposit(service.db, organizationId, depositId)
  const payments = chargeId === null ? [] : await provider.read(chargeId)
  if ((await unseen(service, organizationId, payments)).length > 0) {
    await systemWork(
      service,
      organizationId,
      (work) => recordPayments(work, depositId, payments),
      'recordPayment',
    )
  }
  return { deposit: await findDeposit(service.db, organizationId, depositId), payments }
}

async function unseen(
  { db }: { readonly db: Queryable },
  organizationId: number,
  payments: readonly Payment[],
): Promise<Payment[]> {
  if (payments.length === 0) return []
  const known = await findRows(db, tables.payment, {
    organizationId,
    endToEndId: payments.map(({ id }) => id),
  })
  const ids = new Set(known.map(({ endToEndId }) => endToEndId))
  return payments.filter(({ id }) => !ids.has(id))
}

/** @param payments oldest first */
async function recordPayments(
  work: Work,
  depositId: number,
  payments: readonly Payment[],
): Promise<void> {
  const { tx, organization } = work
  let locked = await lockWithOwner(work, depositId, { mayTakeTime: true })
  // Looked at behind the lock: another process may have recorded them.
  for (const payment of await unseen({ db: tx }, organization.id, payments)) {
    locked = { ...locked, deposit: await recordPayment(work, locked, payment) }
  }
}

async function recordPayment(
  work: Work,
  locked: LockedWithOwner,
  payment: Payment,
): Promise<DepositRow> {
  const { deposit: before } = locked
  const outcome = judgePayment(before, payment)
  const row = await insertRow(work.tx, tables.payment, {
    organizationId: before.organizationId,
    depositId: before.id,
    endToEndId: payment.id,
    amount: payment.amount,
    paidAt: new Date(payment.paidAt),
    outcome,
  })
  if (outcome !== 'ACCEPTED') {
    await giveBack(work, row, row.amount, outcome)
    return before
  }
  const asked = { amount: before.amount.toFixed(2), paidAt: payment.paidAt }
  const { deposit, counts } = await takePayment(work, locked, asked)
  const excess = row.amount.sub(before.amount)
  if (excess.greaterThan(0)) await giveBack(work, row, excess, 'TOO_LARGE')
  if (!counts) await refundAll(work, deposit)
  return deposit
}

/**
 * Makes a `PENDING` or `EXPIRED` deposit `PAID`, and confirms or restores its appointment.
 *
 * @param locked with the professional of its appointment
 * @param payment.amount what counts of it: two decimals
 * @param columns what else is written
 * @returns `counts`: whether the payment pays for something; if not, it came too late
 */
export async function takePayment(
  work: Work,
  locked: LockedWithOwner,
  payment: Pick<Payment, 'amount' | 'paidAt'>,
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
  const { expiredAt, updatedAt } = await updateRow(
    work.tx,
    tables.deposit,
    { id: deposit.id },
    { expiredAt: null },
  )
  return { deposit: { ...deposit, expiredAt, updatedAt }, counts: true }
}
