import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { anyOf, NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import {
  beyondCursor,
  envelope,
  inOrderOf,
  keysetPage,
  PageInput,
  pageOf,
  type Order,
} from '../lists/page.ts'
import { Delivery, DELIVERY_STATUSES, toDelivery } from './delivery.ts'
import { deliveriesOf, deliveryRows, isUndelivered } from './delivery-rows.ts'
import { findWebhook, WebhookId } from './find-webhook.ts'

const DELIVERY_FILTERS = [...DELIVERY_STATUSES, 'UNDELIVERED'] as const

const NEWEST_FIRST: Order = {
  name: 'created_at',
  key: Prisma.sql`d.created_at`,
  type: 'timestamptz',
  id: Prisma.sql`d.id`,
  idType: 'text',
  direction: 'desc',
}

/** `GET /v1/webhooks/{webhook_id}/deliveries`, newest first. */
export const listDeliveries = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries',
    description: `Lists the attempts of the last ${LIMITS.deliveryRetentionDays} days, newest first, one record per attempt. A \`PENDING\` attempt has not been made yet; it keeps its id when it is made.`,
  },
  scope: 'webhooks:manage',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    status: anyOf(z.enum(DELIVERY_FILTERS)).optional().meta({
      description:
        'One or several statuses. `UNDELIVERED` lists the latest attempt for each event, if that attempt did not succeed.',
    }),
    ...PageInput,
    expand: NoExpand,
  }),
  output: pageOf(Delivery).meta({ id: 'DeliveryList' }),
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const now = context.now()
    const { id } = await findWebhook(db, organization.id, input.webhook_id)
    const wanted = [...new Set(input.status)].toSorted()
    const list = {
      name: 'deliveries',
      order: NEWEST_FIRST,
      filters: { webhook_id: id, status: wanted },
      request: input,
    }
    const where = [
      ...(wanted.length === 0 ? [] : [statusIn(wanted, id)]),
      ...beyondCursor(context, list),
    ]
    const page = await keysetPage<string>(db, context, {
      ...list,
      from: deliveriesOf(id, now, { where, most: input.limit + 1 }),
      where: [],
    })
    const rows = await deliveryRows(db, id, page.ids, now)
    return envelope(
      context,
      page,
      inOrderOf(page.ids, rows).map((row) => toDelivery(row, organization.timeZone)),
    )
  },
})

function statusIn(
  wanted: readonly (typeof DELIVERY_FILTERS)[number][],
  webhookId: string,
): Prisma.Sql {
  const plain = wanted.filter((status) => status !== 'UNDELIVERED')
  const isPlain = Prisma.sql`d.status = ANY(${plain}::text[])`
  return wanted.includes('UNDELIVERED')
    ? Prisma.sql`(${isPlain} OR ${isUndelivered(webhookId)})`
    : isPlain
}
