import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { anyOf, Id } from '../ground/fields.ts'
import { byTime, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Payment, PAYMENT_OUTCOMES, PAYMENTS, toPayments } from './payment-record.ts'

/** `deposits.listPayments`: every payment that was ever seen, in the order in which they were made. */
export const listPayments = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z.object({
    deposit_id: Id.optional(),
    outcome: anyOf(z.enum(PAYMENT_OUTCOMES)).optional(),
    /** Only those with a refund that the bank rejected and that was not tried again. */
    rejected: z.literal(true).optional(),
    ...PageInput,
  }),
  output: pageOf(Payment),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { deposit_id, outcome, rejected } = input
    const where = [Prisma.sql`p.organization_id = ${organization.id}`]
    if (deposit_id !== undefined) where.push(Prisma.sql`p.deposit_id = ${deposit_id}`)
    if (outcome !== undefined) where.push(Prisma.sql`p.outcome::text = ANY(${outcome}::text[])`)
    if (rejected !== undefined) {
      where.push(Prisma.sql`EXISTS (SELECT FROM deposit_refund r
        WHERE r.payment_id = p.id AND r.rejected_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM deposit_refund again WHERE again.retry_of = r.id))`)
    }
    const page = await keysetPage(db, context, {
      name: 'payments',
      query: PAYMENTS.page,
      from: Prisma.sql`payment p`,
      where,
      order: byTime('paid_at', Prisma.sql`p.paid_at`, Prisma.sql`p.id`),
      filters: { deposit_id, outcome, rejected },
      request: input,
    })
    const records = await toPayments(db, organization.id, page.rows, organization.timeZone)
    return envelope(context, page, records)
  },
})
