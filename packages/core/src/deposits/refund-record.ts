import { formatInstant } from '@scheduling/availability'
import type { DepositRefund } from '@scheduling/database'
import { z } from 'zod'
import { Id, Instant, Money } from '../ground/fields.ts'

/** A refund that the team asked for. */
export const Refund = z.object({
  object: z.literal('refund'),
  id: Id,
  amount: Money,
  status: z.enum(['ASKED', 'SETTLED']).meta({
    description: '`ASKED`: the payment provider has not settled it yet.',
  }),
  asked_at: Instant,
  settled_at: Instant.nullable(),
})

export function toRefund(row: DepositRefund, timeZone: string): z.input<typeof Refund> {
  const { id, amount, askedAt, settledAt } = row
  return {
    object: 'refund',
    id,
    amount: amount.toFixed(2),
    status: settledAt === null ? 'ASKED' : 'SETTLED',
    asked_at: formatInstant(askedAt.getTime(), timeZone),
    settled_at: settledAt === null ? null : formatInstant(settledAt.getTime(), timeZone),
  }
}
