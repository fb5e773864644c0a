/** What was paid for deposits, as the team sees it: also what came too late, twice, or with the wrong amount. */
import { formatInstant } from '@scheduling/availability'
import {
  column,
  findRows,
  pick,
  Prisma,
  tables,
  type DepositRefund,
  type Queryable,
} from '@scheduling/database'
import { z } from 'zod'
import { Id, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'
import { Refund, toRefund } from './refund-record.ts'

export const PAYMENT_OUTCOMES = ['ACCEPTED', 'LATE', 'SECOND', 'TOO_SMALL'] as const

export const Payment = z.object({
  object: z.literal('payment'),
  id: Id,
  deposit_id: Id,
  client_id: Id,
  /** The banks' id of the payment. */
  end_to_end_id: z.string(),
  amount: Money,
  /** What of it pays for the deposit: the rest goes back. */
  accepted_amount: Money,
  outcome: z.enum(PAYMENT_OUTCOMES).meta({
    description:
      '`ACCEPTED`: it pays for the deposit. `LATE`: made after the deposit had expired. `SECOND`: the deposit was paid already. `TOO_SMALL`: less than the deposit. What is not accepted goes back in full.',
  }),
  paid_at: Instant,
  seen_at: Instant,
  refunds: z.array(Refund),
})

export const PAYMENTS = recordsOf({
  table: tables.payment,
  alias: 'p',
  row: {
    ...pick(tables.payment, 'id', 'depositId', 'endToEndId', 'amount', 'outcome'),
    clientId: column.by('d.client_id', column.int),
    asked: column.by('d.amount', column.decimal),
    paidAt: column.instant,
    seenAt: column.instant,
  },
  joins: 'JOIN deposit d ON d.id = p.deposit_id',
})

type PaymentRow = RowIn<typeof PAYMENTS>

/** With the refunds of each. */
export async function toPayments(
  db: Queryable,
  organizationId: number,
  rows: readonly PaymentRow[],
  timeZone: string,
): Promise<z.input<typeof Payment>[]> {
  const refunds = await findRows(
    db,
    tables.depositRefund,
    { organizationId, paymentId: rows.map(({ id }) => id) },
    { orderBy: Prisma.sql`r.id` },
  )
  const byPayment = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  return rows.map((row) => toPayment(row, byPayment.get(row.id) ?? [], timeZone))
}

function toPayment(
  row: PaymentRow,
  refunds: readonly DepositRefund[],
  timeZone: string,
): z.input<typeof Payment> {
  const accepted = row.amount.lessThan(row.asked) ? row.amount : row.asked
  return {
    object: 'payment',
    id: row.id,
    deposit_id: row.depositId,
    client_id: row.clientId,
    end_to_end_id: row.endToEndId,
    amount: row.amount.toFixed(2),
    accepted_amount: row.outcome === 'ACCEPTED' ? accepted.toFixed(2) : '0.00',
    outcome: row.outcome,
    paid_at: formatInstant(row.paidAt, timeZone),
    seen_at: formatInstant(row.seenAt, timeZone),
    refunds: refunds.map((one) => toRefund(one, timeZone)),
  }
}
