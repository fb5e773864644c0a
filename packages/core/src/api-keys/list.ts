import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { API_KEYS, ApiKey, toApiKey } from './key.ts'

/** Every key that the organization ever had, oldest first: the revoked and expired ones too. */
export const listApiKeys = procedure({
  kind: 'read',
  scope: 'read',
  access: 'owner',
  input: z.object(PageInput),
  output: pageOf(ApiKey),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const page = await keysetPage(db, context, {
      name: 'api keys',
      query: API_KEYS.page,
      from: Prisma.sql`api_key k`,
      where: [Prisma.sql`k.organization_id = ${organization.id}`],
      order: {
        name: 'created_at',
        key: Prisma.sql`k.created_at`,
        type: 'timestamptz',
        id: Prisma.sql`k.id`,
        idType: 'text',
        direction: 'asc',
      },
      filters: {},
      request: input,
    })
    return envelope(
      context,
      page,
      page.rows.map((row) => toApiKey(row, organization)),
    )
  },
})
