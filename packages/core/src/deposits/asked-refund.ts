/** What the two calls share that ask for a refund. */
import type { DepositRefund } from '@scheduling/database'
import type { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import type { Context } from '../context.ts'
import { toDeposit, type DepositRow } from './deposit-base.ts'
import { expandedAs, type Deposit } from './deposit.ts'
import { toRefund, type Refund } from './refund-record.ts'
import { continueRefund } from './refunds.ts'
import { orLater } from './settle.ts'

/** Writes to the audit that a refund was asked for, before the provider is. */
export function noteAsked(
  { note }: Pick<WriteContext, 'note'>,
  { id }: Pick<DepositRow, 'id'>,
  { amount }: Pick<DepositRefund, 'amount'>,
): void {
  const changes = { refund: { from: null, to: amount.toFixed(2) } }
  note({ action: 'deposit.refund_asked', id, changes })
}

type Reply = {
  readonly deposit: z.input<typeof Deposit>
  readonly refund: z.input<typeof Refund>
}

/** Has the provider refund it now; what does not work now, the timer does later. @returns the records as they are then */
export async function continued(context: Context, reply: Reply): Promise<Reply> {
  const { organization, payments } = context
  const done = await orLater(context, reply.deposit, () =>
    continueRefund(context, organization.id, reply.refund.id, payments),
  )
  if (done === null) return reply
  return {
    deposit: expandedAs(reply.deposit, toDeposit(done.deposit, context)),
    refund: toRefund(done.refund, organization.timeZone),
  }
}
