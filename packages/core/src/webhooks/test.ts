import { formatInstant } from '@scheduling/availability'
import { sqlOf } from '@scheduling/database'
import { readWebhookStates, sendTest, type Subscription } from '@scheduling/delivery'
import { EVENT_TYPE_NAMES, type EventEnvelope, type EventType } from '@scheduling/events'
import { z } from 'zod'
import { onRealClock, type Context } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { sampleFor } from './check-templates.ts'
import { Delivery, toDelivery } from './delivery.ts'
import { noSuchWebhook, requireSending, WebhookId, inactive } from './find-webhook.ts'

/** `POST /v1/webhooks/{webhook_id}/test` */
export const testWebhook = procedure({
  kind: 'action',
  rest: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends one `ping`, or a sample of another type, and waits for the result, at most 10 seconds. The response is 200 even if the test fails: read `status`. A failed test does not count against the webhook, unless the endpoint answers 410. Test events have `livemode: false` and are not in the feed. They are sent whether or not the webhook subscribes to their type.',
    body: 'optional',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    event_type: z.enum(EVENT_TYPE_NAMES).default('ping').meta({
      description:
        'The type of event to send: `ping`, or another type as a sample with a made-up record.',
    }),
    expand: NoExpand,
  }),
  output: Delivery,
  success: { ok: 200 },
  problems: ['not_found', 'webhook_inactive'],
  async run(context, input) {
    requireSending(context)
    const subscription = await subscriptionOf(context, input.webhook_id)
    if (!subscription.active) throw inactive()
    const event = testEvent(context, subscription, input.event_type)
    const row = await sendTest(onRealClock(context), subscription, event)
    return { outcome: 'ok', reply: toDelivery(row, context.organization.timeZone) }
  },
})

async function subscriptionOf(context: Context, webhookId: string): Promise<Subscription> {
  const client = sqlOf(context.db)
  const [state] = await readWebhookStates(client, context.crypto, [webhookId], context.realNow())
  if (state == null || state.subscription.organizationId !== context.organization.id)
    throw noSuchWebhook()
  return state.subscription
}

/** Belongs to no feed: its `sequence` is 0. Receivers discard ids that they have seen, so each has one of its own. */
function testEvent(context: Context, subscription: Subscription, type: EventType): EventEnvelope {
  const { organization } = context
  const sample = sampleFor(context, type)
  return {
    ...sample,
    id: context.newId('evt'),
    api_version: subscription.apiVersion,
    livemode: false,
    sequence: 0,
    data: type === 'ping' ? pingOf(subscription) : sample.data,
    context: {
      actor: { ...context.actor },
      source: context.source,
      request_id: context.requestId,
    },
    created_at: formatInstant(context.realNow(), organization.timeZone),
  }
}

function pingOf(subscription: Subscription): EventEnvelope['data'] {
  return {
    object: {
      object: 'ping',
      webhook_id: subscription.id,
      webhook_name: subscription.name,
      message: 'Test delivery',
    },
    changes: null,
    batch_id: null,
  }
}
