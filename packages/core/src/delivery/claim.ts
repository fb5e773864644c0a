/** Takes deliveries off the ledger to be sent, under a lease. */
import { toEnvelope, type EventEnvelope } from '@scheduling/events'
import { firstInLine } from './chat-lines.ts'
import { busyLanesOf, IS_FREE, LEASE_END } from './lease-terms.ts'
import { discardLost } from './ledger.ts'
import { statement, type Runner } from './statement.ts'
import type { Subscription } from './subscription.ts'

export type Claimed = {
  readonly eventDay: string
  readonly run: number
  readonly attempt: number
  readonly maxAttempts: number
  readonly deliveryId: string
  readonly scheduledAt: Date
  readonly trigger: string
  readonly event: EventEnvelope
}

type ClaimedRow = {
  webhook_id: string
  event_day: string
  event_id: string
  run: number
  trigger: string
  attempt: number
  max_attempts: number
  attempt_id: string
  scheduled_at: Date
  next_attempt_at: Date
} & ({ event: null } | ({ event: string } & EventColumns))

type EventColumns = {
  type: string
  organization_id: number
  livemode: boolean
  sequence: string
  created_at: Date
  payload: unknown
  context: unknown
}

// Everything by its key, one look-up per row: no plan may read a whole day of deliveries or events. Whether a
// row is pending is asked by its next attempt: to the state fits an index of all that is pending, which PostgreSQL
// would read where it believes that nothing is in it.
const TAKE_DUE = `taken AS (
     UPDATE delivery d SET lease_token = due.token, lease_until = ${LEASE_END}
     FROM due
     WHERE d.event_day = due.event_day AND d.event_id = due.event_id AND d.webhook_id = due.webhook_id
       AND d.run = due.run AND d.next_attempt_at IS NOT NULL AND ${IS_FREE}
     RETURNING d.webhook_id, d.event_day, d.event_id, d.run, d.trigger, d.attempt, d.max_attempts, d.attempt_id,
       d.scheduled_at, d.next_attempt_at)
   SELECT t.webhook_id, t.event_day::text, t.event_id, t.run, t.trigger, t.attempt, t.max_attempts, t.attempt_id,
     t.scheduled_at, t.next_attempt_at, e.id AS event, e.type, e.organization_id, e.livemode, e.sequence,
     e.created_at, e.payload, e.context
   FROM taken t LEFT JOIN LATERAL (
     SELECT * FROM event WHERE event.event_day = t.event_day AND event.id = t.event_id OFFSET 0) AS e ON true`

const claimDue = statement<ClaimedRow>(
  'claim due deliveries',
  `WITH due AS MATERIALIZED (
     SELECT asked.token, first.*
     FROM json_to_recordset($1) AS asked(webhook_id text, token text, most int) CROSS JOIN LATERAL (
       SELECT event_day, event_id, webhook_id, run FROM delivery
       WHERE webhook_id = asked.webhook_id AND state = 'pending' AND next_attempt_at <= $2 AND ${IS_FREE}
       ORDER BY next_attempt_at LIMIT asked.most FOR UPDATE SKIP LOCKED) AS first
   ),
   ${TAKE_DUE}`,
)

const claimInOrder = statement<ClaimedRow>(
  'claim due deliveries in order',
  `WITH ${firstInLine('d.next_attempt_at <= $2')}, due AS (
     SELECT $4 AS token, event_day, event_id, $1 AS webhook_id, run FROM first_in_line
     ORDER BY next_attempt_at, sequence LIMIT $3),
   ${TAKE_DUE}`,
)

export type Claiming = {
  readonly subscription: Subscription
  readonly token: string
  readonly most: number
}

/**
 * Takes up to `most` due deliveries of each webhook, oldest first, with what is sent.
 *
 * @param asked each webhook once, no chat
 * @returns in their order
 */
export async function claimAll(
  runner: Runner,
  asked: readonly Claiming[],
  now: number,
): Promise<Claimed[][]> {
  const lanes = asked.map(({ subscription, token, most }) => ({
    webhook_id: subscription.id,
    token,
    most,
  }))
  const rows = await claimDue(runner, [JSON.stringify(lanes), new Date(now)])
  const byWebhook = Map.groupBy(rows, (row) => row.webhook_id)
  return Promise.all(
    asked.map(({ subscription }) =>
      sendable(runner, subscription, byWebhook.get(subscription.id) ?? [], now),
    ),
  )
}

/** The next of a chat channel. */
export async function claimNext(
  runner: Runner,
  { subscription, token, most }: Claiming,
  now: number,
): Promise<Claimed[]> {
  const rows = await claimInOrder(runner, [subscription.id, new Date(now), most, token])
  return sendable(runner, subscription, rows, now)
}

/** One whose event is forgotten can't be sent any more: it ends here, or it would be claimed for ever. */
async function sendable(
  runner: Runner,
  subscription: Subscription,
  rows: readonly ClaimedRow[],
  now: number,
): Promise<Claimed[]> {
  const lost = rows.filter((row) => row.event === null)
  if (lost.length > 0)
    await discardLost(
      runner,
      subscription.id,
      lost.map((row) => row.attempt_id),
      now,
    )
  const sequenceOf = (row: ClaimedRow): number => (row.event === null ? 0 : Number(row.sequence))
  return rows
    .toSorted(
      (a, b) =>
        Number(a.next_attempt_at) - Number(b.next_attempt_at) || sequenceOf(a) - sequenceOf(b),
    )
    .flatMap((row) => {
      if (row.event === null) return []
      return [
        {
          eventDay: row.event_day,
          run: row.run,
          attempt: row.attempt,
          maxAttempts: row.max_attempts,
          deliveryId: row.attempt_id,
          scheduledAt: row.scheduled_at,
          trigger: row.trigger,
          event: toEnvelope(
            {
              ...row,
              id: row.event,
              organizationId: row.organization_id,
              createdAt: row.created_at,
            },
            subscription.organization.timezone,
            subscription.apiVersion,
          ),
        },
      ]
    })
}

const giveBack = statement(
  'give back deliveries',
  `UPDATE delivery d SET lease_token = NULL, lease_until = NULL
   FROM json_to_recordset($1) AS claimed(event_day date, event_id text, webhook_id text, run int, token text)
   WHERE d.event_day = claimed.event_day AND d.event_id = claimed.event_id AND d.webhook_id = claimed.webhook_id
     AND d.run = claimed.run AND d.lease_token = claimed.token`,
)

export type GivingBack = {
  readonly webhookId: string
  readonly token: string
  readonly claimed: readonly Claimed[]
}

/** Deliveries that were claimed and not tried: somebody else may take them at once. */
export async function giveBackAll(runner: Runner, all: readonly GivingBack[]): Promise<void> {
  await giveBack(runner, [
    JSON.stringify(
      all.flatMap(({ webhookId, token, claimed }) =>
        claimed.map(({ eventDay, event, run }) => ({
          event_day: eventDay,
          event_id: event.id,
          webhook_id: webhookId,
          run,
          token,
        })),
      ),
    ),
  ])
}

/** What may be claimed by now (counted up to 20), when the first may be, and how many lanes are at work. */
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
  `WITH ${firstInLine('true')} SELECT $1 AS webhook_id, ${AHEAD}, ${busyLanesOf('$1')} AS busy FROM first_in_line`,
)

const NOTHING_AHEAD: Ahead = { due: 0, next: null, busy: 0 }

/** @returns in the order of the webhooks, none of them chat */
export async function lookAheadAll(
  runner: Runner,
  webhookIds: readonly string[],
  now: number,
): Promise<Ahead[]> {
  const rows = await nextDue(runner, [JSON.stringify([...new Set(webhookIds)]), new Date(now)])
  const byWebhook = new Map(rows.map((row) => [row.webhook_id, row]))
  return webhookIds.map((id) => byWebhook.get(id) ?? NOTHING_AHEAD)
}

/** Of a chat channel. */
export async function lookAheadInOrder(
  runner: Runner,
  webhookId: string,
  now: number,
): Promise<Ahead> {
  const [row] = await nextInOrder(runner, [webhookId, new Date(now)])
  return row ?? NOTHING_AHEAD
}
