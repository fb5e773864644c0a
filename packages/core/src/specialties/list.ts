import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { NoExpand } from '../ground/fields.ts'
import { byId, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { SPECIALTIES, Specialty, toSpecialty } from './specialty.ts'

/** `GET /v1/specialties`, ordered by id. */
export const listSpecialties = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/specialties',
    tag: 'Specialties',
    summary: 'List specialties',
    description: 'Lists specialties, ordered by id.',
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({ ...PageInput, expand: NoExpand }),
  output: pageOf(Specialty).meta({ id: 'SpecialtyList' }),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const page = await keysetPage(db, context, {
      name: 'specialties',
      query: SPECIALTIES.page,
      from: Prisma.sql`specialty s`,
      where: [Prisma.sql`s.organization_id = ${organization.id}`],
      order: byId(Prisma.sql`s.id`),
      filters: {},
      request: input,
    })
    return envelope(context, page, page.rows.map(toSpecialty))
  },
})
