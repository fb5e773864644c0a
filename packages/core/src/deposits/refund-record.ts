import type { DepositRefund } from '@scheduling/database'
import { z } from 'zod'
import { Id, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'

/** A refund that the team asked for. */
export const Refund = z.object({
  object: z.literal('refund'),
  id: Id,
  amount: Money,
  status: z.enum(['ASKED', 'SETTLED', 'REJECTED']).meta({
    description:
      '`ASKED`: the payment provider has not settled it yet. `REJECTED`: it will not; the refund can be tried again.',
  }),
  asked_at: Instant,
  settled_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
  rejection: z
    .string()
    .nullable()
    .meta({ description: 'Why it was rejected, in the words of the bank.' }),
  retry_of: Id.nullable().meta({ description: 'The rejected refund that this one tries again.' }),
})

export function toRefund(row: DepositRefund, timeZone: string): z.input<typeof Refund> {
  const { id, amount, askedAt, settledAt, rejectedAt, rejection, retryOf } = row
  const instant = instantsIn(timeZone)
  return {
    object: 'refund',
    id,
    amount: amount.toFixed(2),
    status: settledAt !== null ? 'SETTLED' : rejectedAt !== null ? 'REJECTED' : 'ASKED',
    asked_at: instant(askedAt),
    settled_at: instant(settledAt),
    rejected_at: instant(rejectedAt),
    rejection,
    retry_of: retryOf,
  }
}
