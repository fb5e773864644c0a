import { statement, type Sql } from '@scheduling/database'
import type { Unsealing } from '../subscriptions/sealed-columns.ts'
import {
  SUBSCRIPTION_COLUMNS,
  subscriptionOf,
  type Subscription,
  type SubscriptionRow,
} from '../subscriptions/subscription.ts'
import { capacityOf, type CapacityRow, type Health } from './health.ts'

/** A webhook as lanes serve it: its subscription, and what its endpoint has shown of itself. */
export type WebhookState = { readonly subscription: Subscription; readonly health: Health }

export type WebhookStateRow = SubscriptionRow & {
  failing_since: Date | null
  warned_at: Date | null
  last_delivery_at: Date | null
  last_success_at: Date | null
  paused_until: Date | null
} & CapacityRow

/** `SELECT`'s list of a `WebhookStateRow`. */
export const WEBHOOK_STATE_COLUMNS = `${SUBSCRIPTION_COLUMNS},
     h.failing_since, h.warned_at, h.last_delivery_at, h.last_success_at, h.paused_until,
     h.consecutive_failures, h.slow_ms, h.open_lanes`
export const WEBHOOK_STATE_TABLES = `webhook w JOIN organization o ON o.id = w.organization_id
   LEFT JOIN webhook_health h ON h.webhook_id = w.id`

const statesById = statement<WebhookStateRow>(
  'subscriptions to serve',
  `SELECT ${WEBHOOK_STATE_COLUMNS} FROM ${WEBHOOK_STATE_TABLES} WHERE w.id = ANY($1)`,
)

/** @returns in the order of the ids; null where there is no such webhook */
export async function readWebhookStates(
  client: Sql,
  crypto: Unsealing,
  webhookIds: readonly string[],
  now: number,
): Promise<(WebhookState | null)[]> {
  const rows = await statesById(client, [webhookIds])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return webhookIds.map((id) => {
    const row = byId.get(id)
    return row === undefined ? null : webhookStateOf(row, crypto, now)
  })
}

export function webhookStateOf(row: WebhookStateRow, crypto: Unsealing, now: number): WebhookState {
  return {
    subscription: subscriptionOf(row, crypto, now),
    health: {
      failingSince: row.failing_since,
      warnedAt: row.warned_at,
      lastDeliveryAt: row.last_delivery_at,
      lastSuccessAt: row.last_success_at,
      pausedUntil: row.paused_until,
      ...capacityOf(row),
    },
  }
}
