import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { findWebhook, WebhookId } from './find-webhook.ts'
import { toWebhook, Webhook } from './webhook.ts'

/** `GET /v1/webhooks/{webhook_id}` */
export const getWebhook = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'The signing secret is not shown.',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({ webhook_id: WebhookId, expand: NoExpand }),
  output: Webhook,
  problems: ['not_found'],
  async run(context, input) {
    const row = await findWebhook(context.db, context.organization.id, input.webhook_id)
    return toWebhook(row, context)
  },
})
