import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { byId, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Professional, PROFESSIONALS, toProfessional } from './professional.ts'

/** Deactivated professionals, ordered by id. The other list does not show them, and a user needs them to bring one back. */
export const listInactiveProfessionals = procedure({
  kind: 'read',
  scope: 'read',
  access: 'managers',
  input: z.object({ ...PageInput }),
  output: pageOf(Professional),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const page = await keysetPage(db, context, {
      name: 'inactive professionals',
      query: PROFESSIONALS.page,
      from: Prisma.sql`professional p`,
      where: [Prisma.sql`p.organization_id = ${organization.id}`, Prisma.sql`NOT p.is_active`],
      order: byId(Prisma.sql`p.id`),
      filters: {},
      request: input,
    })
    const records = page.rows.map((row) => toProfessional(row, organization.timeZone))
    return envelope(context, page, records)
  },
})
