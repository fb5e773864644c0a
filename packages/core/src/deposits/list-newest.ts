import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { toDeposit } from './deposit-base.ts'
import { DEPOSITS, withClient } from './load.ts'
import { instantRange, refuseBackwards } from '../ground/date-range.ts'
import { anyOf, BESIDE_OTHERS, Id } from '../ground/fields.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { byTime, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Deposit } from './deposit.ts'
import { expandDeposits } from './expand.ts'

const STATUSES = ['PENDING', 'PAID', 'EXPIRED', 'REFUNDED'] as const

/** `deposits.listNewest`: what a team looks through, newest first, each with its appointment or queue entry. */
export const listNewestDeposits = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z
    .object({
      status: anyOf(z.enum(STATUSES)).optional(),
      client_id: Id.optional(),
      /** When it was created. */
      from: DateOrInstantInput.optional(),
      to: DateOrInstantInput.optional(),
      ...PageInput,
    })
    .superRefine(refuseBackwards, BESIDE_OTHERS),
  output: pageOf(Deposit),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { cursor: _cursor, limit: _limit, ...filters } = input
    const { from, before } = instantRange(input, organization.timeZone)
    const where = [Prisma.sql`d.organization_id = ${organization.id}`]
    if (input.status !== undefined) {
      where.push(Prisma.sql`d.status::text = ANY(${input.status}::text[])`)
    }
    if (input.client_id !== undefined) where.push(Prisma.sql`d.client_id = ${input.client_id}`)
    if (from !== undefined) where.push(Prisma.sql`d.created_at >= ${sqlInstant(from)}`)
    if (before !== undefined) where.push(Prisma.sql`d.created_at < ${sqlInstant(before)}`)
    const page = await keysetPage(db, context, {
      name: 'newest deposits',
      query: DEPOSITS.page,
      from: Prisma.sql`deposit d`,
      where,
      order: {
        ...byTime('created_at desc', Prisma.sql`d.created_at`, Prisma.sql`d.id`),
        direction: 'desc',
      },
      filters,
      request: input,
    })
    const records = page.rows.map((row) => toDeposit(withClient(row), context))
    const both = ['appointment', 'queue_entry'] as const
    return envelope(context, page, await expandDeposits.all(db, context, records, both))
  },
})
