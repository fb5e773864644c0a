import { z } from 'zod'
import { askedBy } from '../change/system-work.ts'
import { toDeposit } from './deposit-base.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { continued, noteAsked } from './asked-refund.ts'
import { Deposit } from './deposit.ts'
import { Refund, toRefund } from './refund-record.ts'
import { retryRefund } from './ask-refund.ts'

/** `deposits.retryRefund`: asks the bank once more for a refund that it rejected. It may be settled later. */
export const retryRejectedRefund = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object({ refund_id: Id }),
  output: z.object({ deposit: Deposit, refund: Refund }),
  emits: { ok: [] },
  notes: ['deposit.refund_asked'],
  later: ['deposit.refunded'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { deposit, refund } = await retryRefund(context, input.refund_id, askedBy(context))
    noteAsked(context, deposit, refund)
    const { timeZone } = context.organization
    return { deposit: toDeposit(deposit, context), refund: toRefund(refund, timeZone) }
  },
  finish: continued,
})
