import { DeliveryDetails } from './delivery-details.ts'
import { sqlOf } from '@scheduling/database'
import { readWebhookStates, shownRequest } from '@scheduling/delivery'
import { EventEnvelope, toEnvelope } from '@scheduling/events'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { findEvent } from '../events/read-feed.ts'
import { NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { toDelivery } from './delivery.ts'
import { attemptsAt, deliveryRows, historyStart } from './delivery-rows.ts'
import { DeliveryId, findWebhook, noSuchWebhook, WebhookId } from './find-webhook.ts'

/**
 * `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}`: one attempt with its event, all attempts at that event, and the
 * request as it would be made now.
 */
export const getDelivery = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
    tag: 'Webhooks',
    summary: 'Get a delivery',
    description:
      'One attempt, all attempts at its event, and the request as it would be made now. What was sent is not stored. Secrets are shown as `***`.',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({ webhook_id: WebhookId, delivery_id: DeliveryId, expand: NoExpand }),
  output: DeliveryDetails,
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const now = context.realNow()
    const { id, apiVersion } = await findWebhook(db, organization.id, input.webhook_id)
    const [row] = await deliveryRows(db, id, [input.delivery_id], now)
    if (row === undefined)
      throw new Problem('not_found', 'No delivery of this webhook has this id.')
    const attempts = await attemptsAt(db, id, row.event_id, now)
    const event = await eventOf(context, row.event_id, apiVersion)
    const composed = event === null ? null : await compose(context, id, event)
    return {
      object: 'delivery_details' as const,
      delivery: toDelivery(row, organization.timeZone),
      attempts: attempts.map((one) => toDelivery(one, organization.timeZone)),
      event,
      request: composed?.ok === true ? composed.request : null,
      request_error:
        composed?.ok === false ? { code: composed.code, message: composed.message } : null,
    }
  },
})

/** As an attempt would get it. */
async function eventOf(
  { db, organization, realNow }: Context,
  eventId: string,
  apiVersion: string,
): Promise<EventEnvelope | null> {
  const found = await findEvent(db, organization.id, eventId, historyStart(realNow()))
  return found === null ? null : toEnvelope(found, organization.timeZone, apiVersion)
}

async function compose(context: Context, webhookId: string, event: EventEnvelope) {
  const client = sqlOf(context.db)
  const now = context.realNow()
  const [state] = await readWebhookStates(client, context.crypto, [webhookId], now)
  if (state == null) throw noSuchWebhook()
  return shownRequest(client, state.subscription, event, {
    now,
    elapsedMs: context.elapsedMs,
    publicBaseUrl: context.publicBaseUrl,
  })
}
