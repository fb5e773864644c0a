import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { instantRange, refuseBackwards } from '../ground/date-range.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, Id } from '../ground/fields.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { byTime, PageInput, pageOf } from '../lists/page.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { HOW_TO_FOLLOW, syncedPage, UpdatedSince } from '../lists/synced-list.ts'
import { toDeposit } from './deposit-base.ts'
import { DEPOSITS, withClient } from './load.ts'
import { Deposit, DepositExpand } from './deposit.ts'
import { expandDeposits } from './expand.ts'

/** `GET /v1/deposits` */
export const listDeposits = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/deposits',
    tag: 'Deposits',
    summary: 'List deposits',
    description: `Lists deposits, oldest first. A deposit is listed if it matches all filters. ${HOW_TO_FOLLOW}`,
  },
  scope: 'read',
  access: 'desk',
  input: z
    .object({
      from: DateOrInstantInput.optional().meta({
        description: 'Only deposits created at or after this local date or date-time.',
      }),
      to: DateOrInstantInput.optional().meta({
        description:
          'Only deposits created on or before this local date, or before this date-time.',
      }),
      appointment_id: Id.optional(),
      updated_since: UpdatedSince,
      ...PageInput,
      expand: DepositExpand,
    })
    .superRefine(refuseBackwards, BESIDE_OTHERS),
  output: pageOf(Deposit).meta({ id: 'DepositList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const { from, before } = instantRange(input, organization.timeZone)
    const where: Prisma.Sql[] = []
    if (from !== undefined) where.push(Prisma.sql`d.created_at >= ${sqlInstant(from)}`)
    if (before !== undefined) where.push(Prisma.sql`d.created_at < ${sqlInstant(before)}`)
    if (input.appointment_id !== undefined) {
      where.push(Prisma.sql`d.appointment_id = ${input.appointment_id}`)
    }
    const { limit: _limit, cursor: _cursor, expand, ...filters } = input
    return syncedPage(
      context,
      {
        name: 'deposits',
        records: DEPOSITS,
        where,
        order: byTime('created_at', Prisma.sql`d.created_at`, Prisma.sql`d.id`),
        filters,
        request: input,
      },
      (rows) => {
        const records = rows.map((row) => toDeposit(withClient(row), context))
        return expandDeposits.all(context.db, context, records, expand)
      },
    )
  },
})
