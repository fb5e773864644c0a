import { deleteRows, sqlOf, tables } from '@scheduling/database'
import { endDeliveries } from '@scheduling/delivery'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { changesBetween } from '../events/new-event.ts'
import { NoExpand } from '../ground/fields.ts'
import { lockWebhook, WebhookId } from './find-webhook.ts'

/** `DELETE /v1/webhooks/{webhook_id}` */
export const deleteWebhook = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description:
      'Waiting deliveries are not sent. The delivery history of the webhook is deleted too.',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({ webhook_id: WebhookId, expand: NoExpand }),
  output: z.null(),
  success: { deleted: 204 },
  emits: { deleted: [] },
  notes: ['webhook.deleted'],
  problems: ['not_found'],
  async run(write, input) {
    const { tx, organization } = write
    const row = await lockWebhook(tx, organization.id, input.webhook_id)
    const { id } = row
    await endDeliveries(sqlOf(tx), id)
    await deleteRows(tx, tables.webhook, { organizationId: organization.id, id })
    const changes = changesBetween(row, {}, ['name'])
    write.note({ action: 'webhook.deleted', id, changes })
    return { outcome: 'deleted', reply: null }
  },
})
