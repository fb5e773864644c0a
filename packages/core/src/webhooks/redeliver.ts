import { countRows, findRow, Prisma, sqlOf, tables, type Transaction } from '@scheduling/database'
import { addRuns, wakeLanes } from '@scheduling/delivery'
import { z } from 'zod'
import { onRealClock } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { Delivery, toDelivery } from './delivery.ts'
import { deliveryRows, historyStart } from './delivery-rows.ts'
import { DeliveryId, lockWebhook, requireSending, WebhookId, inactive } from './find-webhook.ts'

/** `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver` */
export const redeliver = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    tag: 'Webhooks',
    summary: 'Resend an event',
    description:
      'Sends the event of this delivery again in the background, as a new delivery with its own retries. The event keeps its id, so receivers can ignore it if they already have it.',
    body: 'none',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({ webhook_id: WebhookId, delivery_id: DeliveryId, expand: NoExpand }),
  output: Delivery,
  success: { accepted: 202 },
  emits: { accepted: [] },
  notes: ['webhook.redelivered'],
  problems: ['not_found', 'action_not_allowed', 'webhook_inactive'],
  async run(write, input) {
    requireSending(write)
    const { tx, organization } = write
    const webhook = await lockWebhook(tx, organization.id, input.webhook_id)
    const [delivery] = await deliveryRows(tx, webhook.id, [input.delivery_id], write.realNow())
    if (delivery === undefined)
      throw new Problem('not_found', 'No delivery of this webhook has this id.')
    if (delivery.trigger === 'TEST') {
      throw new Problem(
        'action_not_allowed',
        'A test delivery cannot be sent again. Send a new test instead.',
      )
    }
    const eventDay = delivery.event_day.toISOString().slice(0, 10)
    if (!(await isKept(tx, eventDay, delivery.event_id, write.realNow())))
      throw new Problem('not_found', `The event is older than ${LIMITS.eventRetentionDays} days.`)
    if (!webhook.active) throw inactive()
    const client = sqlOf(tx)
    const ids = await addRuns(onRealClock(write), client, webhook, [
      {
        eventDay,
        eventId: delivery.event_id,
        eventType: delivery.event_type,
        run: await nextRun(tx, webhook.id, eventDay, delivery.event_id),
        at: new Date(write.realNow()),
      },
    ])
    await wakeLanes(client, [{ webhookId: webhook.id, health: webhook, due: 1, at: null }])
    const [made] = await deliveryRows(tx, webhook.id, ids, write.realNow())
    if (made === undefined) throw new Error('The new delivery is not there.')
    write.note({ action: 'webhook.redelivered', id: webhook.id, changes: null })
    return { outcome: 'accepted', reply: toDelivery(made, organization.timeZone) }
  },
})

async function isKept(
  tx: Transaction,
  eventDay: string,
  eventId: string,
  now: number,
): Promise<boolean> {
  const kept = {
    eventDay: new Date(eventDay),
    id: eventId,
    createdAt: Prisma.sql`>= ${historyStart(now)}`,
  }
  return (await countRows(tx, tables.event, kept)) > 0
}

async function nextRun(
  tx: Transaction,
  webhookId: string,
  eventDay: string,
  eventId: string,
): Promise<number> {
  const last = await findRow(
    tx,
    tables.delivery,
    { webhookId, eventDay: new Date(eventDay), eventId },
    { orderBy: Prisma.sql`r.run DESC` },
  )
  return (last?.run ?? -1) + 1
}
