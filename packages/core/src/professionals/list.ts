import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { byId, PageInput, pageOf } from '../lists/page.ts'
import { HOW_TO_FOLLOW, syncedPage, UpdatedSince } from '../lists/synced-list.ts'
import { expandProfessionals } from './load.ts'
import { Professional, ProfessionalExpand, PROFESSIONALS, toProfessional } from './professional.ts'

/** `GET /v1/professionals`: the owner and the active collaborators, ordered by id. */
export const listProfessionals = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/professionals',
    tag: 'Professionals',
    summary: 'List professionals',
    description: `Lists the owner and the active collaborators, ordered by id. ${HOW_TO_FOLLOW} A professional who left is listed with \`include_inactive=true\` only; the event \`professional.deactivated\` reports it.`,
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({
    service_id: Id.optional().meta({ description: 'Only professionals who perform this service.' }),
    include_inactive: z.boolean().default(false).meta({
      description: 'Whether to list professionals who left, too.',
    }),
    updated_since: UpdatedSince,
    ...PageInput,
    expand: ProfessionalExpand,
  }),
  output: pageOf(Professional).meta({ id: 'ProfessionalList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const where: Prisma.Sql[] = []
    const own = ownOnly(context)
    if (own !== null) where.push(Prisma.sql`p.id = ${own}`)
    if (!input.include_inactive) where.push(Prisma.sql`(p.is_active OR p.role = 'owner')`)
    if (input.service_id !== undefined) {
      where.push(
        Prisma.sql`EXISTS (SELECT FROM professional_service ps JOIN service s ON s.id = ps.service_id AND s.is_active
          WHERE ps.professional_id = p.id AND ps.service_id = ${input.service_id})`,
      )
    }
    return syncedPage(
      context,
      {
        name: 'professionals',
        records: PROFESSIONALS,
        where,
        order: byId(Prisma.sql`p.id`),
        filters: {
          service_id: input.service_id,
          // Left out where it was before: cursors of then go on.
          ...(input.include_inactive && { include_inactive: true }),
          updated_since: input.updated_since,
        },
        request: input,
      },
      (rows) => {
        const records = rows.map((row) => toProfessional(row, organization.timeZone))
        return expandProfessionals.all(context.db, context, records, input.expand)
      },
    )
  },
})
