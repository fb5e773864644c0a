import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { byId, PageInput, pageOf } from '../lists/page.ts'
import { HOW_TO_FOLLOW, syncedPage, UpdatedSince } from '../lists/synced-list.ts'
import { SERVICES } from '../professionals/service-base.ts'
import { expandServices } from './load.ts'
import { BookingMode, Service, ServiceExpand, toService } from './service.ts'

/** `GET /v1/services`, ordered by id. */
export const listServices = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/services',
    tag: 'Services',
    summary: 'List services',
    description: `Lists active services, ordered by id. ${HOW_TO_FOLLOW} Send \`include_inactive=true\` to include the services that are no longer offered.`,
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({
    include_inactive: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to list inactive services too.' }),
    specialty_id: Id.optional().meta({ description: 'Only services of this specialty.' }),
    booking_mode: BookingMode.optional(),
    updated_since: UpdatedSince,
    ...PageInput,
    expand: ServiceExpand,
  }),
  output: pageOf(Service).meta({ id: 'ServiceList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const { include_inactive, specialty_id, booking_mode, updated_since } = input
    const where: Prisma.Sql[] = []
    if (!include_inactive) where.push(Prisma.sql`s.is_active`)
    if (specialty_id !== undefined) where.push(Prisma.sql`s.specialty_id = ${specialty_id}`)
    if (booking_mode !== undefined)
      where.push(Prisma.sql`s.booking_mode = ${booking_mode}::booking_mode`)
    return syncedPage(
      context,
      {
        name: 'services',
        records: SERVICES,
        where,
        order: byId(Prisma.sql`s.id`),
        filters: { include_inactive, specialty_id, booking_mode, updated_since },
        request: input,
      },
      (rows) => {
        const records = rows.map((row) => toService(row, organization.timeZone))
        return expandServices.all(context.db, context, records, input.expand)
      },
    )
  },
})
