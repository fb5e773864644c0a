/** Writes down that money is to be refunded, before the provider is asked. */
import {
  findRow,
  insertRow,
  Prisma,
  requireRow,
  tables,
  type DepositRefund,
  type Payment,
} from '@scheduling/database'
import { ulid } from 'ulid'
import type { AskedBy, Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import type { DepositRow } from './deposit-base.ts'
import { AMOUNT } from '../ground/fields.ts'
import { lockWithOwner } from './lock-with-owner.ts'

export type RefundRequest = {
  readonly depositId: number
  /** Two decimals; null: everything that is left. */
  readonly amount: string | null
}

/** Refunds of a deposit that are under way. */
export const OPEN = { settledAt: null, rejectedAt: null }

/**
 * Writes down that money is to be refunded, before the provider is asked, with the id that the provider will know it by.
 *
 * @param request.alreadyRefunded what was refunded so far, as the caller has seen it; two decimals. Left out: a refund
 *   of the same amount that is under way is continued
 * @param request.askedBy left out: the system
 * @param request.retryOf the rejected refund that is tried again
 * @throws `404 not_found`; `409 action_not_allowed` unless the deposit is `PAID`, or when a refund is under way, or
 *   more was refunded than the caller knew; `400 validation_error` on `amount` or `already_refunded`
 */
export async function askRefund(
  work: Work,
  request: RefundRequest & {
    readonly alreadyRefunded?: string
    readonly askedBy?: AskedBy
    readonly retryOf?: number
  },
): Promise<{ readonly deposit: DepositRow; readonly refund: DepositRefund }> {
  const { tx, organization } = work
  const { depositId, askedBy, retryOf } = request
  const { deposit } = await lockWithOwner(work, depositId)
  requireSeen(deposit, request.alreadyRefunded)
  const open = await findRow(tx, tables.depositRefund, {
    organizationId: organization.id,
    depositId,
    ofDeposit: true,
    ...OPEN,
  })
  if (open !== null) {
    const isSame = request.amount === null || request.amount === open.amount.toFixed(2)
    if (isSame && request.alreadyRefunded === undefined && retryOf === undefined) {
      return { deposit, refund: open }
    }
    throw new Problem(
      'action_not_allowed',
      `A refund of ${open.amount.toFixed(2)} is under way for this deposit.`,
    )
  }
  const amount = refundedNow(deposit, request.amount)
  return { deposit, refund: await writeAsked(work, deposit, amount, { askedBy, retryOf }) }
}

/** As `askRefund`, for a deposit that is locked and was just paid for nothing. */
export async function refundAll(work: Work, deposit: DepositRow): Promise<void> {
  await writeAsked(work, deposit, refundedNow(deposit, null), {})
}

async function writeAsked(
  work: Work,
  deposit: DepositRow,
  amount: Prisma.Decimal,
  {
    askedBy,
    retryOf,
  }: { readonly askedBy?: AskedBy | undefined; readonly retryOf?: number | undefined },
): Promise<DepositRefund> {
  const { organizationId, id: depositId } = deposit
  // Null where the deposit was confirmed by hand: the money is then also refunded by hand.
  const payment = await findRow(work.tx, tables.payment, {
    organizationId,
    depositId,
    outcome: 'ACCEPTED',
  })
  return insertRow(work.tx, tables.depositRefund, {
    organizationId,
    depositId,
    paymentId: payment?.id ?? null,
    refundId: newRefundId(work),
    amount,
    ...(retryOf === undefined ? {} : { retryOf }),
    ...(askedBy === undefined ? {} : { askedBy }),
  })
}

/** Letters and digits alone, as the Pix API wants them. */
function newRefundId({ now, random }: Pick<Service, 'now' | 'random'>): string {
  return ulid(now(), random).toLowerCase()
}

/**
 * Requests the refund of a payment that does not count, or of its excess. The deposit stays as it
 * is. The database allows it once for each payment.
 */
export async function giveBack(
  work: Work,
  payment: Payment,
  amount: Prisma.Decimal,
  reason: string,
): Promise<void> {
  const { organizationId, depositId, id: paymentId } = payment
  await insertRow(work.tx, tables.depositRefund, {
    organizationId,
    depositId,
    paymentId,
    ofDeposit: false,
    refundId: newRefundId(work),
    amount,
  })
  const returned = { amount: amount.toFixed(2), reason: reason.toLowerCase() }
  const changes = { payment: { from: null, to: returned } }
  work.note({ action: 'deposit.payment_returned', id: depositId, changes })
}

/**
 * Asks once more for a refund that the bank rejected, with a new id.
 *
 * @throws `404 not_found`; `409 action_not_allowed` unless it was rejected, and was not tried again before
 */
export async function retryRefund(
  work: Work,
  refundId: number,
  asked: AskedBy,
): Promise<{ readonly deposit: DepositRow; readonly refund: DepositRefund }> {
  const { tx, organization } = work
  const where = { organizationId: organization.id, id: refundId }
  const seen = await findRow(tx, tables.depositRefund, where)
  if (seen === null) throw new Problem('not_found', 'No refund of this organization has this id.')
  const { depositId } = seen
  const { deposit } = await lockWithOwner(work, depositId)
  const rejected = await requireRow(tx, tables.depositRefund, where)
  if (rejected.rejectedAt === null) {
    throw new Problem('action_not_allowed', 'Only a refund that the bank rejected can be repeated.')
  }
  if ((await findRow(tx, tables.depositRefund, { retryOf: rejected.id })) !== null) {
    throw new Problem('action_not_allowed', 'This refund was tried again already.')
  }
  if (rejected.ofDeposit) {
    const amount = rejected.amount.toFixed(2)
    return askRefund(work, { depositId, amount, askedBy: asked, retryOf: rejected.id })
  }
  const { organizationId, paymentId, ofDeposit, amount } = rejected
  const refund = await insertRow(tx, tables.depositRefund, {
    organizationId,
    depositId,
    paymentId,
    ofDeposit,
    amount,
    refundId: newRefundId(work),
    retryOf: rejected.id,
    askedBy: asked,
  })
  return { deposit, refund }
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
