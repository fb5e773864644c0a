import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { query } from '../endpoint.ts'
import { Id } from '../fields.ts'
import { byId, envelope, inOrderOf, keysetPage, PageInput, pageOf } from '../page.ts'
import { expandedPerformers } from './performers.ts'
import { BookingMode, Service, SERVICE_RELATIONS, ServiceExpand, toService } from './service.ts'

/** `GET /v1/services`, by id. */
export const listServices = query({
  method: 'GET',
  path: '/services',
  tag: 'Services',
  summary: 'List services',
  description: 'Active services, ordered by id.',
  scope: 'read',
  input: z.object({
    include_inactive: z.boolean().default(false).meta({ description: 'Inactive ones too.' }),
    specialty_id: Id.optional().meta({ description: 'Only those of this specialty.' }),
    booking_mode: BookingMode.optional(),
    ...PageInput,
    expand: ServiceExpand,
  }),
  output: pageOf(Service).meta({ id: 'ServiceList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { include_inactive, specialty_id, booking_mode } = input
    const where = [Prisma.sql`s.organization_id = ${organization.id}`]
    if (!include_inactive) where.push(Prisma.sql`s.is_active`)
    if (specialty_id !== undefined) where.push(Prisma.sql`s.specialty_id = ${specialty_id}`)
    if (booking_mode !== undefined)
      where.push(Prisma.sql`s.booking_mode = ${booking_mode}::booking_mode`)
    const page = await keysetPage<number>(db, context, {
      name: 'services',
      from: Prisma.sql`service s`,
      where,
      order: byId(Prisma.sql`s.id`),
      filters: { include_inactive, specialty_id, booking_mode },
      request: input,
    })
    const rows = await db.service.findMany({
      where: { organizationId: organization.id, id: { in: [...page.ids] } },
      include: SERVICE_RELATIONS,
    })
    const expanded = input.expand.includes('professionals')
      ? await expandedPerformers(db, organization, page.ids)
      : null
    return envelope(
      context,
      page,
      inOrderOf(page.ids, rows).map((row) => toService(row, organization, expanded)),
    )
  },
})
