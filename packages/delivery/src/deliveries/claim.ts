/** Leases due deliveries to a turn that sends them. */
import { joinedEvent, toEnvelope, type EventEnvelope } from '@scheduling/events'
import { isFreeFor, LEASE_END } from '../leases/lease-terms.ts'
import { column, query, type RowOf, type Sql } from '@scheduling/database'
import type { Subscription } from '../subscriptions/subscription.ts'
import { firstInLine } from './chat-lines.ts'
import { discardLost } from './discard.ts'

/** A delivery under a lease, with the event that it sends. */
export type ClaimedDelivery = {
  /** `YYYY-MM-DD` */
  readonly eventDay: string
  readonly run: number
  readonly attempt: number
  readonly maxAttempts: number
  readonly deliveryId: string
  readonly scheduledAt: Date
  readonly trigger: string
  readonly event: EventEnvelope
  readonly eventAt: Date
  /** Of the span that wrote the event; null: it was not traced. */
  readonly traceParent: string | null
}

const CLAIMED = {
  webhook_id: column.text,
  event_day: column.text,
  run: column.int,
  trigger: column.text,
  attempt: column.int,
  max_attempts: column.int,
  attempt_id: column.text,
  scheduled_at: column.dateTime,
  next_attempt_at: column.nullable(column.dateTime),
  trace_parent: column.nullable(column.text),
  // Null: the event is no longer kept.
  id: column.nullable(column.text),
  type: column.nullable(column.text),
  organizationId: column.nullable(column.int),
  livemode: column.nullable(column.bool),
  sequence: column.nullable(column.bigint),
  createdAt: column.nullable(column.dateTime),
  payload: column.nullable(column.jsonText),
  context: column.nullable(column.jsonText),
}

type ClaimedRow = RowOf<typeof CLAIMED>

// Everything by its key, one look-up per row: no plan may read a whole day of deliveries or events. `next_attempt_at`
// tells whether a row is pending: a condition on the state would fit the index of all pending rows, and PostgreSQL
// would read all of that index whenever it believes it to be empty.
const TAKE_DUE = `taken AS (
     UPDATE delivery d SET lease_token = due.token, lease_until = ${LEASE_END}
     FROM due
     WHERE d.event_day = due.event_day AND d.event_id = due.event_id AND d.webhook_id = due.webhook_id
       AND d.run = due.run AND d.next_attempt_at IS NOT NULL AND ${isFreeFor('due.token')}
     RETURNING d.webhook_id, d.event_day, d.event_id, d.run, d.trigger, d.attempt, d.max_attempts, d.attempt_id,
       d.scheduled_at, d.next_attempt_at)
   SELECT t.webhook_id, t.event_day::text, t.run, t.trigger, t.attempt, t.max_attempts, t.attempt_id,
     t.scheduled_at, t.next_attempt_at, e.trace_parent, e.id, e.type, e.organization_id AS "organizationId",
     e.livemode, e.sequence, e.created_at AS "createdAt", e.payload, e.context
   FROM taken t LEFT JOIN LATERAL (
     SELECT * FROM event WHERE event.event_day = t.event_day AND event.id = t.event_id OFFSET 0) AS e ON true`

const claimDue = query({
  name: 'claim due deliveries',
  text: `WITH due AS MATERIALIZED (
     SELECT asked.token, first.*
     FROM json_to_recordset($1) AS asked(webhook_id text, token text, most int) CROSS JOIN LATERAL (
       SELECT event_day, event_id, webhook_id, run FROM delivery
       WHERE webhook_id = asked.webhook_id AND state = 'pending' AND next_attempt_at <= $2 AND ${isFreeFor('asked.token')}
       ORDER BY next_attempt_at LIMIT asked.most FOR UPDATE SKIP LOCKED) AS first
   ),
   ${TAKE_DUE}`,
  row: CLAIMED,
})

const claimInOrder = query({
  name: 'claim due deliveries in order',
  text: `WITH ${firstInLine('d.next_attempt_at <= $2', isFreeFor('$4'))}, due AS (
     SELECT $4 AS token, event_day, event_id, $1 AS webhook_id, run FROM first_in_line
     ORDER BY next_attempt_at, sequence LIMIT $3),
   ${TAKE_DUE}`,
  row: CLAIMED,
})

export type Claim = {
  readonly subscription: Subscription
  readonly token: string
  readonly most: number
}

/**
 * Claims up to `most` due deliveries of each webhook, oldest first.
 *
 * @param claims each webhook once, no chat channels
 * @returns in the order of the claims
 */
export async function claimAll(
  client: Sql,
  claims: readonly Claim[],
  now: number,
): Promise<ClaimedDelivery[][]> {
  const lanes = claims.map(({ subscription, token, most }) => ({
    webhook_id: subscription.id,
    token,
    most,
  }))
  const rows = await claimDue(client, [JSON.stringify(lanes), new Date(now)])
  const byWebhook = Map.groupBy(rows, (row) => row.webhook_id)
  return Promise.all(
    claims.map(({ subscription }) =>
      sendable(client, subscription, byWebhook.get(subscription.id) ?? [], now),
    ),
  )
}

/** Claims what is next for a chat channel. */
export async function claimNext(
  client: Sql,
  { subscription, token, most }: Claim,
  now: number,
): Promise<ClaimedDelivery[]> {
  const rows = await claimInOrder(client, [subscription.id, new Date(now), most, token])
  return sendable(client, subscription, rows, now)
}

/** A delivery whose event is no longer kept can't be sent: it ends here, or it would be claimed for ever. */
async function sendable(
  client: Sql,
  subscription: Subscription,
  rows: readonly ClaimedRow[],
  now: number,
): Promise<ClaimedDelivery[]> {
  const claimed = rows.map((row) => ({ row, event: joinedEvent(row) }))
  const lost = claimed.filter(({ event }) => event === null)
  if (lost.length > 0)
    await discardLost(
      client,
      subscription.id,
      lost.map(({ row }) => row.attempt_id),
      now,
    )
  return claimed
    .toSorted(
      (a, b) =>
        Number(a.row.next_attempt_at) - Number(b.row.next_attempt_at) ||
        Number(a.row.sequence) - Number(b.row.sequence),
    )
    .flatMap(({ row, event }) => {
      if (event === null) return []
      return [
        {
          eventDay: row.event_day,
          run: row.run,
          attempt: row.attempt,
          maxAttempts: row.max_attempts,
          deliveryId: row.attempt_id,
          scheduledAt: row.scheduled_at,
          trigger: row.trigger,
          eventAt: event.createdAt,
          traceParent: row.trace_parent,
          event: toEnvelope(event, subscription.organization.timezone, subscription.apiVersion),
        },
      ]
    })
}
