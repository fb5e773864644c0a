import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { urlHash } from './destination.ts'
import { WEBHOOKS } from './find-webhook.ts'
import { toWebhook, Webhook } from './webhook.ts'

/** `GET /v1/webhooks`, oldest first. */
export const listWebhooks = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Lists webhooks, oldest first. Signing secrets are not shown.',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({
    url: z.string().max(LIMITS.webhookUrlCharacters).optional().meta({
      description:
        'Only webhooks with exactly this address. Send the whole address, for chat formats too. Use it to find out whether an address is already subscribed.',
    }),
    active: z.boolean().optional(),
    ...PageInput,
    expand: NoExpand,
  }),
  output: pageOf(Webhook).meta({ id: 'WebhookList' }),
  problems: [],
  async run(context, input) {
    const { db, organization, crypto } = context
    const { url, active } = input
    const where = [Prisma.sql`w.organization_id = ${organization.id}`]
    if (active !== undefined) where.push(Prisma.sql`w.active = ${active}`)
    if (url !== undefined) {
      const href = URL.parse(url)?.href
      // What is no address belongs to no webhook: the list is empty, not refused.
      where.push(
        href === undefined ? Prisma.sql`false` : Prisma.sql`w.url_hash = ${urlHash(crypto, href)}`,
      )
    }
    const page = await keysetPage(db, context, {
      name: 'webhooks',
      query: WEBHOOKS.page,
      from: Prisma.sql`webhook w`,
      where,
      order: {
        name: 'created_at',
        key: Prisma.sql`w.created_at`,
        type: 'timestamptz',
        id: Prisma.sql`w.id`,
        idType: 'text',
        direction: 'asc',
      },
      filters: { url, active },
      request: input,
    })
    const records = page.rows.map((row) => toWebhook(row, context))
    return envelope(context, page, records)
  },
})
