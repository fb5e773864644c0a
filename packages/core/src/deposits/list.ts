import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { instantRange, refuseBackwards } from '../date-range.ts'
import { query } from '../endpoint.ts'
import { BESIDE_OTHERS, DateOrInstantInput, Id } from '../fields.ts'
import { envelope, inOrderOf, keysetPage, PageInput, pageOf } from '../page.ts'
import { DEPOSIT_RELATIONS } from './deposit.ts'
import { Deposit, DepositExpand } from './full-deposit.ts'
import { depositReplies } from './load.ts'

/** `GET /v1/deposits` */
export const listDeposits = query({
  method: 'GET',
  path: '/deposits',
  tag: 'Deposits',
  summary: 'List deposits',
  description: 'Oldest first; all filters must hold.',
  scope: 'read',
  input: z
    .object({
      from: DateOrInstantInput.optional().meta({
        description: 'Created at or after this local date or date-time.',
      }),
      to: DateOrInstantInput.optional().meta({
        description: 'Created on or before this local date, or before this date-time.',
      }),
      appointment_id: Id.optional(),
      ...PageInput,
      expand: DepositExpand,
    })
    .superRefine(refuseBackwards, BESIDE_OTHERS),
  output: pageOf(Deposit).meta({ id: 'DepositList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { from, before } = instantRange(input, organization.timeZone)
    const where = [Prisma.sql`d.organization_id = ${organization.id}`]
    if (from !== undefined) where.push(Prisma.sql`d.created_at >= ${instant(from)}`)
    if (before !== undefined) where.push(Prisma.sql`d.created_at < ${instant(before)}`)
    if (input.appointment_id !== undefined) {
      where.push(Prisma.sql`d.appointment_id = ${input.appointment_id}`)
    }
    const page = await keysetPage<number>(db, context, {
      name: 'deposits',
      from: Prisma.sql`deposit d`,
      where,
      order: {
        name: 'created_at',
        key: Prisma.sql`d.created_at`,
        type: 'timestamptz',
        id: Prisma.sql`d.id`,
        idType: 'integer',
        direction: 'asc',
      },
      filters: { from: input.from, to: input.to, appointment_id: input.appointment_id },
      request: input,
    })
    const rows = await db.deposit.findMany({
      where: { organizationId: organization.id, id: { in: [...page.ids] } },
      include: DEPOSIT_RELATIONS,
    })
    const records = await depositReplies(db, context, inOrderOf(page.ids, rows), input.expand)
    return envelope(context, page, records)
  },
})

function instant(ms: number): Prisma.Sql {
  return Prisma.sql`to_timestamp(${ms}::float8 / 1000)`
}
