import { z } from 'zod'
import type { Work } from '../change/system-work.ts'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { toDeposit, type DepositRow } from './deposit-base.ts'
import { withdrawLater } from './withdraw.ts'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { Deposit, DepositExpand } from './deposit.ts'
import { expandDeposits } from './expand.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import { settlePayments, takePayment } from './pay.ts'
import { endCharge, orLater } from './settle.ts'

const DAY_MS = 24 * 60 * 60_000

/** The team has the money: in cash, by card, or on a receipt of the bank. */
export const confirmDeposit = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({
    deposit_id: Id,
    paid_at: InstantInput.optional().meta({
      description:
        'When the client paid, if not now. It decides whether an expired deposit was paid in time.',
    }),
    expand: DepositExpand,
  }),
  output: Deposit,
  emits: { ok: ['deposit.paid', maybe('appointment.confirmed')] },
  problems: ['not_found', 'action_not_allowed'],
  /** The client may have paid with the code meanwhile: then that payment counts, and nothing is confirmed by hand. */
  async prepare(context, { deposit_id: id }) {
    const { organization, payments } = context
    await orLater(context, { id }, () => settlePayments(context, organization.id, id, payments))
    return null
  },
  async run(context, input) {
    const row = await confirmByHand(context, input.deposit_id, input.paid_at)
    const record = toDeposit(row, context)
    return expandDeposits.one(context.tx, context, record, input.expand)
  },
  async finish(context, reply) {
    const { organization, payments } = context
    await orLater(context, reply, () => endCharge(context, organization.id, reply.id, payments))
    return reply
  },
})

/**
 * Marks a deposit as paid in full. A `PENDING` appointment is confirmed; one that the expiry had cancelled is restored,
 * if the client paid in time and its time is still free.
 *
 * @param paidAt epoch milliseconds; left out: now
 * @throws `404 not_found`; `400 out_of_range` on `paid_at`; `409 action_not_allowed` when the deposit is paid already,
 *   or the payment came too late to pay for anything
 */
async function confirmByHand(
  work: Work & Pick<WriteContext, 'actor'>,
  depositId: number,
  paidAt: number = work.now(),
): Promise<DepositRow> {
  if (paidAt > work.now()) {
    throw invalid('paid_at', 'out_of_range', 'The payment must not be in the future.')
  }
  const locked = await lockWithOwner(work, depositId, { mayTakeTime: true })
  const { deposit: before } = locked
  // No client is asked earlier than this before the expiry, so none paid earlier.
  if (paidAt < before.expiresAt.getTime() - LIMITS.depositExpiryDays * DAY_MS) {
    throw invalid(
      'paid_at',
      'out_of_range',
      'The payment must not be older than the deposit can be.',
    )
  }
  if (before.status === 'PAID' || before.status === 'REFUNDED') {
    throw new Problem(
      'action_not_allowed',
      `This deposit is ${before.status === 'PAID' ? 'already paid' : 'refunded'}.`,
    )
  }
  const payment = { amount: before.amount.toFixed(2), paidAt }
  const { id, name } = work.actor
  const { deposit, counts } = await takePayment(work, locked, payment, {
    confirmedBy: { id, name },
  })
  if (!counts) {
    throw new Problem(
      'action_not_allowed',
      paidAt <= before.expiresAt.getTime()
        ? 'This deposit has expired, and what it was for cannot be restored. Give the money back, or ask for a new deposit.'
        : 'This deposit has expired. If the client paid before it did, send `paid_at`.',
    )
  }
  await withdrawLater(work, deposit)
  return deposit
}
