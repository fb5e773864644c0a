import {
  DELIVERY_FILTERS,
  DeliveryList,
  deliveryPage,
  STATUS_FILTER,
  wantedOf,
} from './delivery-page.ts'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { anyOf, NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { PageInput } from '../lists/page.ts'
import { WebhookId } from './find-webhook.ts'

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
  access: 'owner',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    status: anyOf(z.enum(DELIVERY_FILTERS)).optional().meta({ description: STATUS_FILTER }),
    ...PageInput,
    expand: NoExpand,
  }),
  output: DeliveryList,
  problems: ['not_found'],
  run: (context, input) =>
    deliveryPage(context, input, {
      filters: { webhook_id: input.webhook_id, status: wantedOf(input.status) },
      where: [],
    }),
})
