import { column, findRow, tables, type Queryable, type Transaction } from '@scheduling/database'
import { INITIAL_HEALTH } from '@scheduling/delivery'
import type { Context } from '../context.ts'
import { requireFeature } from '../procedure/rights.ts'
import { SENDING_FEATURES } from '../contract/features.ts'
import { ownTextId } from '../ground/fields.ts'
import { Problem } from '../contract/problems.ts'
import { recordsOf } from '../lists/records.ts'
import type { WebhookRow } from './webhook.ts'

export const WebhookId = ownTextId('whk')
export const DeliveryId = ownTextId('dlv')

export const WEBHOOKS = recordsOf({
  table: tables.webhook,
  alias: 'w',
  row: {
    ...tables.webhook.columns,
    failingSince: column.by('h.failing_since', column.nullable(column.dateTime)),
    lastDeliveryAt: column.by('h.last_delivery_at', column.nullable(column.dateTime)),
    lastSuccessAt: column.by('h.last_success_at', column.nullable(column.dateTime)),
    consecutiveFailures: capacity('consecutive_failures', INITIAL_HEALTH.consecutiveFailures),
    slowMs: capacity('slow_ms', INITIAL_HEALTH.slowMs),
    openLanes: capacity('open_lanes', INITIAL_HEALTH.openLanes),
  },
  // An endpoint that was never sent to has no health.
  joins: 'LEFT JOIN webhook_health h ON h.webhook_id = w.id',
})

function capacity(name: string, initially: number) {
  return column.by(`coalesce(h.${name}, ${initially})`, column.int)
}

export function noSuchWebhook(): Problem {
  return new Problem('not_found', 'No webhook of this organization has this id.')
}

export function inactive(): Problem {
  return new Problem(
    'webhook_inactive',
    'The webhook is deactivated. Repair the endpoint, then send a `PATCH` with `active: true`.',
  )
}

/** @throws `404 not_found` */
export async function findWebhook(
  db: Queryable,
  organizationId: number,
  id: string,
): Promise<WebhookRow> {
  const found = await WEBHOOKS.one(db, organizationId, id)
  if (found === null) throw noSuchWebhook()
  return found
}

/** For what is to be sent: a user of the dashboard may come here without the API in the plan. */
export function requireSending(context: Pick<Context, 'organization'>): void {
  for (const feature of SENDING_FEATURES) requireFeature(context, feature)
}

/**
 * The same, locked until the transaction ends.
 *
 * Not `FOR UPDATE`: lanes write rows that refer to the webhook, and need not wait.
 */
export async function lockWebhook(
  tx: Transaction,
  organizationId: number,
  id: string,
): Promise<WebhookRow> {
  await findRow(tx, tables.webhook, { organizationId, id }, { lock: 'NO KEY UPDATE' })
  return findWebhook(tx, organizationId, id)
}
