import { DELIVERY_FILTERS, deliveryPage } from './delivery-page.ts'
import { Prisma } from '@scheduling/database'
import { EVENT_TYPE_NAMES } from '@scheduling/events'
import { z } from 'zod'
import { anyOf, ownTextId } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Delivery } from './delivery.ts'
import { WebhookId } from './find-webhook.ts'

/** As `listDeliveries`, by what a person looks for. */
export const searchDeliveries = procedure({
  kind: 'read',
  scope: 'webhooks:manage',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    status: anyOf(z.enum(DELIVERY_FILTERS)).optional(),
    event_type: z.enum(EVENT_TYPE_NAMES).optional(),
    event_id: ownTextId('evt').optional(),
    /** Attempts that were put on the list at this time or later. */
    since: InstantInput.optional(),
    /** And before this time. */
    until: InstantInput.optional(),
    ...PageInput,
  }),
  output: pageOf(Delivery),
  problems: ['not_found'],
  run(context, input) {
    const { limit: _limit, cursor: _cursor, ...filters } = input
    const { event_type: type, event_id: event, since, until } = input
    return deliveryPage(context, input, {
      filters,
      where: [
        ...(type === undefined ? [] : [Prisma.sql`d.event_type = ${type}`]),
        ...(event === undefined ? [] : [Prisma.sql`d.event_id = ${event}`]),
        ...(since === undefined
          ? []
          : [Prisma.sql`d.created_at >= ${new Date(since)}::timestamptz`]),
        ...(until === undefined
          ? []
          : [Prisma.sql`d.created_at < ${new Date(until)}::timestamptz`]),
      ],
    })
  },
})
