import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { instantRange, refuseBackwards } from '../ground/date-range.ts'
import { BESIDE_OTHERS, Id, NoExpand } from '../ground/fields.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { byTime, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { BlockedTime, BLOCKED_TIMES, toBlockedTime } from './blocked-time.ts'

/** The blocked times that overlap a window, in the order of their start. */
export const listBlockedTimes = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/blocked-times',
    tag: 'Blocked times',
    summary: 'List blocked times',
    description:
      'Lists blocked times, ordered by `start` and `id`. With `from` and `to`, those that overlap them.',
  },
  scope: 'read',
  access: 'everybody',
  fillsProfessional: true,
  input: z
    .object({
      from: DateOrInstantInput.optional(),
      to: DateOrInstantInput.optional(),
      professional_id: Id.optional().meta({
        description: 'Only those of this professional, and those of all.',
      }),
      ...PageInput,
      expand: NoExpand,
    })
    .superRefine(refuseBackwards, BESIDE_OTHERS),
  output: pageOf(BlockedTime).meta({ id: 'BlockedTimeList' }),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { professional_id } = input
    const { from, before } = instantRange(input, organization.timeZone)
    const where = [Prisma.sql`b.organization_id = ${organization.id}`]
    if (from !== undefined) where.push(Prisma.sql`b.ends_at > ${sqlInstant(from)}`)
    if (before !== undefined) where.push(Prisma.sql`b.starts_at < ${sqlInstant(before)}`)
    if (professional_id !== undefined) {
      where.push(Prisma.sql`(b.professional_id IS NULL OR b.professional_id = ${professional_id})`)
    }
    const page = await keysetPage(db, context, {
      name: 'blocked times',
      query: BLOCKED_TIMES.page,
      from: Prisma.sql`blocked_time b`,
      where,
      order: byTime('start', Prisma.sql`b.starts_at`, Prisma.sql`b.id`),
      filters: { from, before, professional_id },
      request: input,
    })
    const records = page.rows.map((row) => toBlockedTime(row, organization.timeZone))
    return envelope(context, page, records)
  },
})
