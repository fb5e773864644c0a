import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { anyOf, NoExpand } from '../ground/fields.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { byId, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Hold, HoldStatus, toHold } from './hold.ts'
import { HOLDS } from './rows.ts'

/** `GET /v1/holds`, newest first. */
export const listHolds = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/holds',
    tag: 'Holds',
    summary: 'List holds',
    description: `Lists the holds of the organization, newest first. They are kept for ${LIMITS.holdKeptDays} days.`,
  },
  scope: 'read',
  access: 'desk',
  input: z.object({
    status: anyOf(HoldStatus)
      .optional()
      .meta({ description: 'Only holds with one of these statuses.' }),
    ...PageInput,
    expand: NoExpand,
  }),
  output: pageOf(Hold).meta({ id: 'HoldList' }),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const now = context.now()
    const where = [Prisma.sql`h.organization_id = ${organization.id}`]
    if (input.status !== undefined) {
      const conditions = input.status.map((status) => hasStatus(status, now))
      where.push(
        conditions.length === 0
          ? Prisma.sql`false`
          : Prisma.sql`(${Prisma.join(conditions, ' OR ')})`,
      )
    }
    const page = await keysetPage(db, context, {
      name: 'holds',
      query: HOLDS.page,
      from: Prisma.sql`time_hold h`,
      where,
      order: { ...byId(Prisma.sql`h.id`), direction: 'desc' },
      filters: { status: input.status },
      request: input,
    })
    const records = page.rows.map((row) => toHold(row, organization.timeZone, now))
    return envelope(context, page, records)
  },
})

/** The status as it is judged at `now`. */
function hasStatus(status: HoldStatus, now: number): Prisma.Sql {
  if (status === 'HELD') return Prisma.sql`h.status = 'HELD' AND h.expires_at > ${sqlInstant(now)}`
  if (status === 'EXPIRED') {
    return Prisma.sql`h.status = 'HELD' AND h.expires_at <= ${sqlInstant(now)}`
  }
  return Prisma.sql`h.status = ${status}`
}
