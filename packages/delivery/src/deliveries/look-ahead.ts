import { busyLanesOf, IS_FREE } from '../leases/lease-terms.ts'
import { statement, type Sql } from '@scheduling/database'
import { firstInLine } from './chat-lines.ts'

/** How many deliveries are due (counted up to 20), when the next attempt is due, and how many lanes are at work. */
export type Ahead = { readonly due: number; readonly next: Date | null; readonly busy: number }

type AheadRow = { webhook_id: string; due: number; next: Date | null; busy: number }

const AHEAD = `count(*) FILTER (WHERE next_attempt_at <= $2)::int AS due, min(next_attempt_at) AS next`

const nextDue = statement<AheadRow>(
  'what is next',
  `SELECT asked.webhook_id, ahead.due, ahead.next, ${busyLanesOf('asked.webhook_id')} AS busy
   FROM json_array_elements_text($1) AS asked(webhook_id) CROSS JOIN LATERAL (
     SELECT ${AHEAD} FROM (SELECT next_attempt_at FROM delivery
       WHERE webhook_id = asked.webhook_id AND state = 'pending' AND ${IS_FREE}
       ORDER BY next_attempt_at LIMIT 20) AS waiting) AS ahead`,
)

const nextInOrder = statement<AheadRow>(
  'what is next in order',
  `WITH ${firstInLine('true', IS_FREE)} SELECT $1 AS webhook_id, ${AHEAD}, ${busyLanesOf('$1')} AS busy FROM first_in_line`,
)

const NOTHING_AHEAD: Ahead = { due: 0, next: null, busy: 0 }

/**
 * @param webhookIds no chat channels
 * @returns in the order of the webhooks
 */
export async function lookAheadAll(
  client: Sql,
  webhookIds: readonly string[],
  now: number,
): Promise<Ahead[]> {
  const rows = await nextDue(client, [JSON.stringify([...new Set(webhookIds)]), new Date(now)])
  const byWebhook = new Map(rows.map((row) => [row.webhook_id, row]))
  return webhookIds.map((id) => byWebhook.get(id) ?? NOTHING_AHEAD)
}

/** What is ahead of a chat channel. */
export async function lookAheadInOrder(
  client: Sql,
  webhookId: string,
  now: number,
): Promise<Ahead> {
  const [row] = await nextInOrder(client, [webhookId, new Date(now)])
  return row ?? NOTHING_AHEAD
}
