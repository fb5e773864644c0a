import { formatInstant } from '@scheduling/availability'
import type { WebhookEvent } from '@scheduling/webhooks'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { sendPing } from '../delivery/ping.ts'
import { throughPrisma } from '../delivery/statement.ts'
import { readSubscriptions, type Subscription } from '../delivery/subscription.ts'
import { action } from '../endpoint.ts'
import { NoExpand } from '../fields.ts'
import { Problem } from '../problems.ts'
import { Delivery, toDelivery } from './delivery.ts'
import { noSuchWebhook, WebhookId } from './find-webhook.ts'

/** `POST /v1/webhooks/{webhook_id}/test` */
export const testWebhook = action({
  method: 'POST',
  path: '/webhooks/{webhook_id}/test',
  tag: 'Webhooks',
  summary: 'Send a ping',
  description:
    'Sends one `ping` now and waits for its end, 10 seconds at the most. Also when it fails the answer is 200: read `status`. A failed ping does not count against the webhook, unless the endpoint answers 410.',
  scope: 'webhooks:manage',
  feature: 'webhooks',
  body: 'none',
  input: z.object({ webhook_id: WebhookId, expand: NoExpand }),
  output: Delivery,
  success: { ok: 200 },
  problems: ['not_found', 'webhook_inactive'],
  async run(context, input) {
    const subscription = await subscriptionOf(context, input.webhook_id)
    if (!subscription.active) throw inactive()
    const row = await sendPing(context, subscription, pingOf(context, subscription))
    return { outcome: 'ok', reply: toDelivery(row, context.organization.timeZone) }
  },
})

export function inactive(): Problem {
  return new Problem(
    'webhook_inactive',
    'The webhook is deactivated. Repair the endpoint and send `active: true` with PATCH.',
  )
}

async function subscriptionOf(context: Context, webhookId: string): Promise<Subscription> {
  const runner = throughPrisma(context.db)
  const [read] = await readSubscriptions(runner, context.crypto, [webhookId], context.now())
  if (read == null || read.subscription.organizationId !== context.organization.id)
    throw noSuchWebhook()
  return read.subscription
}

/** Belongs to no feed: its `sequence` is 0. */
function pingOf(context: Context, subscription: Subscription): WebhookEvent {
  const { organization } = context
  return {
    id: context.newId('evt'),
    type: 'ping',
    api_version: subscription.apiVersion,
    created_at: formatInstant(context.now(), organization.timeZone),
    organization_id: organization.id,
    livemode: organization.livemode,
    sequence: 0,
    data: {
      object: {
        object: 'ping',
        webhook_id: subscription.id,
        webhook_name: subscription.name,
        message: 'Test delivery',
      },
      changes: null,
      batch_id: null,
    },
    context: {
      actor: { ...context.actor },
      source: context.source,
      request_id: context.requestId,
    },
  }
}
