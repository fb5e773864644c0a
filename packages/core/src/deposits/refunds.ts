import {
  findRows,
  Prisma,
  requireRow,
  tables,
  updateRow,
  type DepositRefund,
} from '@scheduling/database'
import { isFinal, type PaymentProvider, type RefundState } from '@scheduling/payments'
import { systemWork, type AskedBy, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import type { DepositRow } from './deposit-base.ts'
import { findDeposit } from './load.ts'
import { writeDeposit } from './write.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import { type RefundRequest, OPEN, askRefund } from './ask-refund.ts'

/**
 * Refunds money through the provider, and writes the refund once it is settled. Two requests at the same time, or a
 * repetition after a failure, are one refund.
 *
 * @throws as `askRefund`, and the failure of the provider: then the refund is still under way
 */
export async function refundDeposit(
  service: Service,
  organizationId: number,
  request: RefundRequest,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { refund } = await systemWork(service, organizationId, (work) => askRefund(work, request))
  return settleRefund(service, refund, provider)
}

/**
 * Sends all refunds of a deposit that are under way.
 *
 * @throws the failure of the provider
 */
export async function sendRefunds(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<void> {
  const open = await findRows(
    service.db,
    tables.depositRefund,
    { organizationId, depositId, ...OPEN },
    { orderBy: Prisma.sql`r.id` },
  )
  for (const refund of open) await settleRefund(service, refund, provider)
}

/**
 * Has the provider refund what was asked for, outside of any transaction, and then writes what became of it. A refund
 * that the provider settles later stays under way. It can be repeated.
 *
 * @throws the failure of the provider, and then nothing is written
 */
export async function settleRefund(
  service: Service,
  refund: DepositRefund,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { organizationId, depositId } = refund
  const state = await askProvider(service, refund, provider)
  if (state.status === 'PENDING') return findDeposit(service.db, organizationId, depositId)
  const asked = refund.askedBy as AskedBy | null
  const write = (work: Work) => writeRefund(work, refund, state)
  return systemWork(service, organizationId, write, 'refundDeposit', asked)
}

async function askProvider(
  service: Pick<Service, 'db'>,
  refund: DepositRefund,
  provider: PaymentProvider,
): Promise<RefundState> {
  const { organizationId, paymentId, refundId } = refund
  if (paymentId === null) return { status: 'SETTLED' }
  const payment = await requireRow(service.db, tables.payment, { organizationId, id: paymentId })
  const { endToEndId, depositId: id } = payment
  const { chargeId } = await requireRow(service.db, tables.deposit, { id })
  if (chargeId === null) throw new Error('A payment has no charge.')
  const amount = refund.amount.toFixed(2)
  try {
    return await provider.refund({ refundId, chargeId, paymentId: endToEndId, amount })
  } catch (error) {
    if (isFinal(error)) return { status: 'REJECTED', reason: error.detail ?? error.message }
    throw error
  }
}

/** As `settleRefund`, by its id. */
export async function continueRefund(
  service: Service,
  organizationId: number,
  id: number,
  provider: PaymentProvider,
): Promise<{ readonly deposit: DepositRow; readonly refund: DepositRefund }> {
  const where = { organizationId, id }
  const asked = await requireRow(service.db, tables.depositRefund, where)
  const deposit = await settleRefund(service, asked, provider)
  return { deposit, refund: await requireRow(service.db, tables.depositRefund, where) }
}

async function writeRefund(
  work: Work,
  { id, depositId }: DepositRefund,
  state: Exclude<RefundState, { status: 'PENDING' }>,
): Promise<DepositRow> {
  const locked = await lockWithOwner(work, depositId)
  const { deposit } = locked
  const refund = await requireRow(work.tx, tables.depositRefund, { id })
  if (refund.settledAt !== null || refund.rejectedAt !== null) return deposit
  const now = new Date(work.now())
  if (state.status === 'REJECTED') {
    const rejection = state.reason
    await updateRow(work.tx, tables.depositRefund, { id }, { rejectedAt: now, rejection })
    const rejected = { amount: refund.amount.toFixed(2), reason: rejection }
    const changes = { refund: { from: null, to: rejected } }
    work.note({ action: 'deposit.refund_rejected', id: depositId, changes })
    return deposit
  }
  await updateRow(work.tx, tables.depositRefund, { id }, { settledAt: now })
  if (!refund.ofDeposit) return deposit
  const refundedAmount = deposit.refundedAmount.add(refund.amount)
  const isFull = refundedAmount.equals(deposit.paidAmount ?? 0)
  return writeDeposit(work, locked, 'deposit.refunded', {
    status: isFull ? 'REFUNDED' : 'PAID',
    refundedAmount,
    refundedAt: now,
  })
}
