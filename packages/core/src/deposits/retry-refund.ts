import { z } from 'zod'
import { askedBy } from '../change/system-work.ts'
import { toDeposit } from '../deposit-ledger/deposit-base.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { Deposit, expandedAs } from './deposit.ts'
import { Refund, toRefund } from './refund-record.ts'
import { continueRefund, retryRefund } from './refunds.ts'
import { orLater } from './settle.ts'

/** `deposits.retryRefund`: asks the bank once more for a refund that it rejected. It may be settled later. */
export const retryRejectedRefund = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({ refund_id: Id }),
  output: z.object({ deposit: Deposit, refund: Refund }),
  emits: { ok: [] },
  notes: ['deposit.refund_asked'],
  later: ['deposit.refunded'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { deposit, refund } = await retryRefund(context, input.refund_id, askedBy(context))
    const changes = { refund: { from: null, to: refund.amount.toFixed(2) } }
    context.note({ action: 'deposit.refund_asked', id: deposit.id, changes })
    const { timeZone } = context.organization
    return { deposit: toDeposit(deposit, context), refund: toRefund(refund, timeZone) }
  },
  async finish(context, reply) {
    const { organization, payments } = context
    const done = await orLater(context, reply.deposit, () =>
      continueRefund(context, organization.id, reply.refund.id, payments),
    )
    if (done === null) return reply
    return {
      deposit: expandedAs(reply.deposit, toDeposit(done.deposit, context)),
      refund: toRefund(done.refund, organization.timeZone),
    }
  },
})
