import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { query } from '../endpoint.ts'
import { Id } from '../fields.ts'
import { byId, envelope, inOrderOf, keysetPage, PageInput, pageOf } from '../page.ts'
import { SERVICE_RELATIONS } from '../services/service-base.ts'
import { Professional, ProfessionalExpand, toProfessional } from './professional.ts'

/** `GET /v1/professionals`: the owner and the active collaborators, by id. */
export const listProfessionals = query({
  method: 'GET',
  path: '/professionals',
  tag: 'Professionals',
  summary: 'List professionals',
  description: 'The owner and the active collaborators, ordered by id.',
  scope: 'read',
  input: z.object({
    service_id: Id.optional().meta({ description: 'Only those who perform this service.' }),
    ...PageInput,
    expand: ProfessionalExpand,
  }),
  output: pageOf(Professional).meta({ id: 'ProfessionalList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const where = [
      Prisma.sql`p.organization_id = ${organization.id}`,
      Prisma.sql`(p.is_active OR p.role = 'owner')`,
    ]
    if (input.service_id !== undefined) {
      where.push(
        Prisma.sql`EXISTS (SELECT FROM professional_service ps WHERE ps.professional_id = p.id AND ps.service_id = ${input.service_id})`,
      )
    }
    const page = await keysetPage<number>(db, context, {
      name: 'professionals',
      from: Prisma.sql`professional p`,
      where,
      order: byId(Prisma.sql`p.id`),
      filters: { service_id: input.service_id },
      request: input,
    })
    const rows = await db.professional.findMany({
      where: { organizationId: organization.id, id: { in: [...page.ids] } },
      include: { services: { select: { serviceId: true } } },
    })
    const services = input.expand.includes('services')
      ? await db.service.findMany({
          where: {
            organizationId: organization.id,
            professionals: { some: { professionalId: { in: [...page.ids] } } },
          },
          include: SERVICE_RELATIONS,
          orderBy: { id: 'asc' },
        })
      : null
    return envelope(
      context,
      page,
      inOrderOf(page.ids, rows).map((row) => toProfessional(row, organization.timeZone, services)),
    )
  },
})
