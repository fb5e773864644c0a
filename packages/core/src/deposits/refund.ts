import { z } from 'zod'
import { askedBy } from '../change/system-work.ts'
import { toDeposit } from './deposit-base.ts'
import { Id, valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { continued, noteAsked } from './asked-refund.ts'
import { Deposit, DepositExpand } from './deposit.ts'
import { expandDeposits } from './expand.ts'
import { Refund, toRefund } from './refund-record.ts'
import { askRefund } from './ask-refund.ts'

/** Refunds a paid deposit, in whole or in part. It may be settled later. */
export const refundPaidDeposit = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object({
    deposit_id: Id,
    amount: valueText().nullable().optional().meta({
      description: 'Two decimals. If you leave it out, everything that is left.',
    }),
    already_refunded: valueText().meta({
      description: 'The `refunded_amount` of the deposit as you have read it.',
    }),
    expand: DepositExpand,
  }),
  output: z.object({ deposit: Deposit, refund: Refund }),
  emits: { ok: [] },
  notes: ['deposit.refund_asked'],
  later: ['deposit.refunded'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { deposit, refund } = await askRefund(context, {
      depositId: input.deposit_id,
      amount: input.amount ?? null,
      alreadyRefunded: input.already_refunded,
      askedBy: askedBy(context),
    })
    noteAsked(context, deposit, refund)
    const { timeZone } = context.organization
    const record = toDeposit(deposit, context)
    return {
      deposit: await expandDeposits.one(context.tx, context, record, input.expand),
      refund: toRefund(refund, timeZone),
    }
  },
  finish: continued,
})
