import { findRow, Prisma, sqlOf, tables } from '@scheduling/database'
import { readWebhookStates, shownRequest } from '@scheduling/delivery'
import { EventEnvelope, toEnvelope } from '@scheduling/events'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { Delivery, toDelivery } from './delivery.ts'
import { attemptsAt, deliveryRows, historyStart } from './delivery-rows.ts'
import { DeliveryId, findWebhook, noSuchWebhook, WebhookId } from './find-webhook.ts'

const ShownRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

/** One attempt with its event, all attempts at that event, and the request as it would be made now. */
export const getDelivery = procedure({
  kind: 'read',
  scope: 'webhooks:manage',
  feature: 'webhooks',
  input: z.object({ webhook_id: WebhookId, delivery_id: DeliveryId }),
  output: z.object({
    delivery: Delivery,
    /** Of this webhook at this event, newest first, at most as many as a page has. */
    attempts: z.array(Delivery),
    /** In the format of the webhook. Null for a test, whose event is not kept, and once the event is too old. */
    event: EventEnvelope.nullable(),
    /** What was sent is not stored. Secrets show as `***`. Null without an event, and where the template fails on it. */
    request: ShownRequest.nullable(),
    /** Why there would be no request. */
    request_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const now = context.realNow()
    const { id, apiVersion } = await findWebhook(db, organization.id, input.webhook_id)
    const [row] = await deliveryRows(db, id, [input.delivery_id], now)
    if (row === undefined)
      throw new Problem('not_found', 'No delivery of this webhook has this id.')
    const attempts = await attemptsAt(db, id, row.event_id, now)
    const event = await eventOf(context, row, apiVersion)
    const composed = event === null ? null : await compose(context, id, event)
    return {
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
  delivery: { readonly event_id: string; readonly event_day: string | Date },
  apiVersion: string,
): Promise<EventEnvelope | null> {
  const found = await findRow(db, tables.event, {
    eventDay: new Date(delivery.event_day),
    id: delivery.event_id,
    organizationId: organization.id,
    createdAt: Prisma.sql`>= ${historyStart(realNow())}`,
  })
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
