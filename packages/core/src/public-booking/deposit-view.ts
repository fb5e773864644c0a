/** A deposit as its client sees it. */
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { DepositStatus, type DepositRow } from '../deposits/deposit-base.ts'
import { Currency, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { linkTo } from '../links/record-link.ts'
import { sandboxPageOf } from '../payments/sandbox-page.ts'
import type { Visited } from './visit.ts'

export const DepositView = z.object({
  status: DepositStatus,
  /** `MANUAL`: the team asks for the money. It has no code. */
  method: z.string(),
  amount: Money,
  currency: Currency,
  refunded_amount: Money,
  /** To copy and paste. Null unless it can be paid; a moment after the booking it may still be on its way. */
  payment_code: z.string().nullable(),
  /** The client's page with the code. */
  url: z.string(),
  /** Where the payer is played. Null for a deposit that is paid at a bank, or to the team: only codes of a demonstration have it. */
  sandbox_url: z.string().nullable(),
  expires_at: Instant,
  /** Until then, by the clock of the organization. Null unless it can be paid. */
  seconds_left: z.int().min(0).nullable(),
  paid_at: Instant.nullable(),
})

export function toDepositView(row: DepositRow, visited: Visited): z.input<typeof DepositView> {
  const { timeZone, livemode } = visited.organization
  const isPayable = row.status === 'PENDING' && +row.expiresAt > visited.now()
  return {
    status: row.status,
    method: row.method,
    amount: row.amount.toFixed(2),
    currency: 'BRL',
    refunded_amount: row.refundedAmount.toFixed(2),
    payment_code: isPayable ? row.paymentCode : null,
    url: linkTo(visited, 'deposit', row),
    sandbox_url: sandboxPageOf(visited, { ...row, livemode }),
    expires_at: formatInstant(+row.expiresAt, timeZone),
    seconds_left: isPayable ? Math.floor((+row.expiresAt - visited.now()) / 1000) : null,
    paid_at: row.paidAt === null ? null : formatInstant(+row.paidAt, timeZone),
  }
}
