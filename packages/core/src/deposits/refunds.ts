import { Prisma, type DepositRefund } from '@scheduling/database'
import { systemWork, type AskedBy, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import type { DepositRow } from '../deposit-ledger/deposit-base.ts'
import { findDeposit } from '../deposit-ledger/load.ts'
import { AMOUNT } from '../ground/fields.ts'
import { writeDeposit } from '../deposit-ledger/write.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { lockWithOwner } from './lock-with-owner.ts'

export type RefundRequest = {
  readonly depositId: number
  /** Two decimals; null: everything that is left. */
  readonly amount: string | null
}

/**
 * Refunds money through the provider, and then writes the refund. Two requests at the same time, or a repetition after
 * a failure, are one refund.
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
 * Writes down that money is to be refunded, before the provider is asked. The id of the refund follows from what was
 * refunded before, so that the provider knows a repetition.
 *
 * @param request.alreadyRefunded what was refunded so far, as whoever asks has seen it; two decimals. Left out: a refund
 *   of the same amount that is under way is continued
 * @param request.askedBy left out: the system
 * @throws `404 not_found`; `409 action_not_allowed` unless the deposit is `PAID`, or when a refund is under way, or
 *   more was refunded than the caller knew; `400 validation_error` on `amount` or `already_refunded`
 */
export async function askRefund(
  work: Work,
  request: RefundRequest & { readonly alreadyRefunded?: string; readonly askedBy?: AskedBy },
): Promise<{ readonly deposit: DepositRow; readonly refund: DepositRefund }> {
  const { tx, organization } = work
  const { depositId, askedBy } = request
  const { deposit } = await lockWithOwner(work, depositId)
  requireSeen(deposit, request.alreadyRefunded)
  const open = await tx.depositRefund.findFirst({
    where: { organizationId: organization.id, depositId, settledAt: null },
  })
  if (open !== null) {
    const isSame = request.amount === null || request.amount === open.amount.toFixed(2)
    if (isSame && request.alreadyRefunded === undefined) return { deposit, refund: open }
    throw new Problem(
      'action_not_allowed',
      `A refund of ${open.amount.toFixed(2)} is under way for this deposit.`,
    )
  }
  const amount = refundedNow(deposit, request.amount)
  const refund = await tx.depositRefund.create({
    data: {
      organizationId: organization.id,
      depositId,
      refundId: `deposit-${depositId}-${deposit.refundedAmount.toFixed(2)}`,
      amount,
      ...(askedBy === undefined ? {} : { askedBy }),
    },
  })
  return { deposit, refund }
}

/**
 * Has the provider refund what was asked for, outside of any transaction, and then writes it. It can be repeated.
 *
 * @throws the failure of the provider, and then nothing is written
 */
export async function settleRefund(
  service: Service,
  refund: DepositRefund,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { organizationId, depositId, refundId } = refund
  const seen = await findDeposit(service.db, organizationId, depositId)
  // A deposit without a payment was confirmed by hand, so the money is also refunded by hand.
  const chargeId = seen.confirmedBy === null ? seen.chargeId : null
  const [payment] = chargeId === null ? [] : await provider.payments(chargeId)
  if (chargeId !== null && payment !== undefined) {
    const amount = refund.amount.toFixed(2)
    await provider.refund({ refundId, chargeId, paymentId: payment.id, amount })
  }
  const asked = refund.askedBy as AskedBy | null
  const write = (work: Work) => writeRefund(work, refund)
  return systemWork(service, organizationId, write, 'refundDeposit', asked)
}

/** As `settleRefund`, by its id. */
export async function continueRefund(
  service: Service,
  organizationId: number,
  id: number,
  provider: PaymentProvider,
): Promise<{ readonly deposit: DepositRow; readonly refund: DepositRefund }> {
  const where = { organizationId, id }
  const asked = await service.db.depositRefund.findFirstOrThrow({ where })
  const deposit = await settleRefund(service, asked, provider)
  return { deposit, refund: await service.db.depositRefund.findFirstOrThrow({ where }) }
}

async function writeRefund(work: Work, { id, depositId }: DepositRefund): Promise<DepositRow> {
  const locked = await lockWithOwner(work, depositId)
  const { deposit } = locked
  const refund = await work.tx.depositRefund.findUniqueOrThrow({ where: { id } })
  if (refund.settledAt !== null) return deposit
  const now = new Date(work.now())
  await work.tx.depositRefund.update({ where: { id }, data: { settledAt: now } })
  const refundedAmount = deposit.refundedAmount.add(refund.amount)
  const isFull = refundedAmount.equals(deposit.paidAmount ?? 0)
  return writeDeposit(work, locked, 'deposit.refunded', {
    status: isFull ? 'REFUNDED' : 'PAID',
    refundedAmount,
    refundedAt: now,
  })
}

/** Refuses a request that was made before another refund: it may be that very refund, repeated. */
function requireSeen({ refundedAmount }: DepositRow, seen: string | undefined): void {
  if (seen === undefined || moneyOf('already_refunded', seen).equals(refundedAmount)) return
  throw new Problem(
    'action_not_allowed',
    `${refundedAmount.toFixed(2)} of this deposit was refunded so far, and not ${seen}. Read the deposit again.`,
  )
}

function moneyOf(field: string, text: string): Prisma.Decimal {
  if (AMOUNT.test(text)) return new Prisma.Decimal(text)
  throw invalid(field, 'invalid_format', 'This is not an amount. Expected an amount such as 50.00.')
}

/** The amount of this refund. */
function refundedNow(deposit: DepositRow, amount: string | null): Prisma.Decimal {
  if (deposit.status !== 'PAID' || deposit.paidAmount === null) {
    throw new Problem('action_not_allowed', 'Only a paid deposit can be refunded.')
  }
  const left = deposit.paidAmount.sub(deposit.refundedAmount)
  if (amount === null) return left
  const asked = moneyOf('amount', amount)
  if (asked.isZero() || asked.greaterThan(left)) {
    throw invalid(
      'amount',
      'out_of_range',
      `The amount must be between 0.01 and ${left.toFixed(2)}.`,
    )
  }
  return asked
}
