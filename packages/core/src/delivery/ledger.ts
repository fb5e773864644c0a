/** The ledger: the only retry state. A row is claimed under a lease, and changed only by who holds it. */
import type { WebhookEvent } from '@scheduling/webhooks'
import type { Cryptography } from '../crypto.ts'
import { toEnvelope } from '../events/event.ts'
import type { Composed } from './compose.ts'
import { statement, type Runner } from './statement.ts'
import type { Subscription } from './subscription.ts'

/**
 * Longer than a lane works: at most 2 s of turns and one exchange of 12 s. A lane that died with it is
 * taken over after this.
 */
const LEASE = "interval '30 seconds'"

export type Claimed = {
  readonly eventDay: string
  readonly run: number
  readonly attempt: number
  readonly maxAttempts: number
  readonly deliveryId: string
  readonly scheduledAt: Date
  readonly trigger: string
  readonly event: WebhookEvent
  readonly composed: Composed | null
}

type ClaimedRow = {
  event_day: string
  event_id: string
  run: number
  event_type: string
  trigger: string
  attempt: number
  max_attempts: number
  attempt_id: string
  scheduled_at: Date
  body: Buffer | null
  body_sealed: boolean
}

const claimDue = statement<ClaimedRow>(
  'claim due deliveries',
  `WITH due AS (
     SELECT event_day, event_id, run FROM delivery
     WHERE webhook_id = $1 AND state = 'pending' AND next_attempt_at <= $2
       AND (lease_until IS NULL OR lease_until < clock_timestamp())
     ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)
   UPDATE delivery d SET lease_token = $4, lease_until = clock_timestamp() + ${LEASE}
   FROM due
   WHERE d.event_day = due.event_day AND d.event_id = due.event_id AND d.webhook_id = $1 AND d.run = due.run
   RETURNING d.event_day::text, d.event_id, d.run, d.event_type, d.trigger, d.attempt, d.max_attempts,
     d.attempt_id, d.scheduled_at, d.body, d.body_sealed`,
)

type EventRow = {
  id: string
  type: string
  organizationId: number
  livemode: boolean
  sequence: string
  createdAt: Date
  payload: unknown
  context: unknown
}

const eventsOf = statement<EventRow>(
  'events of deliveries',
  `SELECT id, type, organization_id AS "organizationId", livemode, sequence, created_at AS "createdAt", payload, context
   FROM event WHERE event_day = ANY($1::date[]) AND id = ANY($2)`,
)

/** Takes up to `most` due deliveries of a webhook, oldest first, with what is sent. */
export async function claim(
  runner: Runner,
  crypto: Cryptography,
  subscription: Subscription,
  token: string,
  now: number,
  most: number,
): Promise<Claimed[]> {
  const rows = await claimDue(runner, [subscription.id, new Date(now), most, token])
  if (rows.length === 0) return []
  const days = [...new Set(rows.map((row) => row.event_day))]
  const events = await eventsOf(runner, [days, rows.map((row) => row.event_id)])
  const byId = new Map(events.map((event) => [event.id, event]))
  return rows
    .toSorted((a, b) => Number(a.scheduled_at) - Number(b.scheduled_at))
    .flatMap((row) => {
      const event = byId.get(row.event_id)
      if (event === undefined) return []
      return [
        {
          eventDay: row.event_day,
          run: row.run,
          attempt: row.attempt,
          maxAttempts: row.max_attempts,
          deliveryId: row.attempt_id,
          scheduledAt: row.scheduled_at,
          trigger: row.trigger,
          event: toEnvelope(event, subscription.organization.timezone, subscription.apiVersion),
          composed: openComposed(crypto, row),
        },
      ]
    })
}

function composedContext(key: { event_id: string; run: number }): string {
  return `delivery:${key.event_id}:${key.run}`
}

function openComposed(crypto: Cryptography, row: ClaimedRow): Composed | null {
  if (row.body === null) return null
  const text = row.body_sealed ? crypto.open(row.body, composedContext(row)) : row.body
  return JSON.parse(text.toString('utf8')) as Composed
}

/** A composed request for the ledger: encrypted when secrets stand in it. */
function storedComposed(
  crypto: Cryptography,
  eventId: string,
  run: number,
  composed: Composed | null,
): { body: string | null; sealed: boolean } {
  if (composed === null) return { body: null, sealed: false }
  const text = JSON.stringify(composed)
  const bytes = composed.hasSecrets
    ? crypto.seal(text, composedContext({ event_id: eventId, run }))
    : Buffer.from(text)
  return { body: bytes.toString('base64'), sealed: composed.hasSecrets }
}

export type Recorded = {
  readonly webhookId: string
  readonly organizationId: number
  readonly claimed: Claimed
  readonly token: string
  readonly state: 'pending' | 'succeeded' | 'failed' | 'discarded'
  /** Stays on the list as if never tried: no attempt row. */
  readonly isUncounted: boolean
  readonly responseStatus: number | null
  readonly responseBody: string | null
  readonly durationMs: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly host: string
  readonly attemptedAt: Date
  readonly nextAttemptAt: Date | null
  readonly nextDeliveryId: string
  readonly composed: Composed | null
}

const recordAttempts = statement<{ ordinal: number }>(
  'record attempts',
  `WITH made AS (
     SELECT * FROM json_to_recordset($1) AS made(ordinal int, event_day date, event_id text, webhook_id text, run int,
       organization_id int, event_type text, token text, state text, uncounted boolean, delivery_id text, trigger text,
       attempt int, max_attempts int, response_status int, response_body text, duration_ms int, error_code text,
       error_message text, host text, attempted_at timestamptz, scheduled_at timestamptz, next_attempt_at timestamptz,
       next_delivery_id text, body text, body_sealed boolean)
   ), changed AS (
     UPDATE delivery d SET
       state = made.state::delivery_state,
       attempt = CASE WHEN made.state = 'pending' AND NOT made.uncounted THEN d.attempt + 1 ELSE d.attempt END,
       attempt_id = CASE WHEN made.uncounted THEN d.attempt_id ELSE made.next_delivery_id END,
       scheduled_at = CASE WHEN made.uncounted THEN d.scheduled_at ELSE made.attempted_at END,
       next_attempt_at = made.next_attempt_at,
       lease_token = NULL, lease_until = NULL,
       body = CASE WHEN made.state = 'pending' THEN decode(made.body, 'base64') END,
       body_sealed = made.body_sealed
     FROM made
     WHERE d.event_day = made.event_day AND d.event_id = made.event_id AND d.webhook_id = made.webhook_id
       AND d.run = made.run AND d.lease_token = made.token AND d.state = 'pending'
     RETURNING made.ordinal
   )
   INSERT INTO delivery_attempt (attempt_day, id, organization_id, webhook_id, event_id, event_day, event_type, run, trigger,
     attempt, max_attempts, status, response_status, response_body, duration_ms, error_code, error_message, host,
     next_attempt_at, attempted_at, created_at)
   SELECT (made.attempted_at AT TIME ZONE 'UTC')::date, made.delivery_id, made.organization_id, made.webhook_id, made.event_id,
     made.event_day, made.event_type, made.run, made.trigger, made.attempt, made.max_attempts,
     CASE WHEN made.state = 'succeeded' THEN 'SUCCEEDED' ELSE 'FAILED' END,
     made.response_status, made.response_body, made.duration_ms, made.error_code, made.error_message, made.host,
     CASE WHEN made.state = 'pending' THEN made.next_attempt_at END, made.attempted_at, made.scheduled_at
   FROM made JOIN changed USING (ordinal) WHERE NOT made.uncounted
   RETURNING run AS ordinal`,
)

/** Text of a stranger as PostgreSQL can keep it. */
export function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '\uFFFD').toWellFormed() ?? null
}

/** Writes attempts and the next state of their deliveries, only where the lease is still held. */
export async function record(
  runner: Runner,
  crypto: Cryptography,
  attempts: readonly Recorded[],
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map((made, ordinal) => {
    const { claimed } = made
    const stored = storedComposed(crypto, claimed.event.id, claimed.run, made.composed)
    return {
      ordinal,
      event_day: claimed.eventDay,
      event_id: claimed.event.id,
      webhook_id: made.webhookId,
      run: claimed.run,
      organization_id: made.organizationId,
      event_type: claimed.event.type,
      token: made.token,
      state: made.state,
      uncounted: made.isUncounted,
      delivery_id: claimed.deliveryId,
      trigger: claimed.attempt > 1 ? 'RETRY' : claimed.trigger,
      attempt: claimed.attempt,
      max_attempts: claimed.maxAttempts,
      response_status: made.responseStatus,
      response_body: storable(made.responseBody),
      duration_ms: made.durationMs,
      error_code: made.errorCode,
      error_message: storable(made.errorMessage),
      host: made.host,
      attempted_at: made.attemptedAt,
      scheduled_at: claimed.scheduledAt,
      next_attempt_at: made.nextAttemptAt,
      next_delivery_id: made.nextDeliveryId,
      body: stored.body,
      body_sealed: stored.sealed,
    }
  })
  await recordAttempts(runner, [JSON.stringify(rows)])
}

const giveBack = statement(
  'give back deliveries',
  `UPDATE delivery SET lease_token = NULL, lease_until = NULL
   WHERE webhook_id = $1 AND lease_token = $2 AND state = 'pending' AND event_day = ANY($3::date[])`,
)

/** Deliveries that were claimed and not tried: somebody else may take them at once. */
export async function unclaim(
  runner: Runner,
  webhookId: string,
  token: string,
  claimed: readonly Claimed[],
): Promise<void> {
  if (claimed.length === 0) return
  await giveBack(runner, [webhookId, token, [...new Set(claimed.map((one) => one.eventDay))]])
}

const discard = statement(
  'discard deliveries',
  `WITH gone AS (
     UPDATE delivery SET state = 'discarded', next_attempt_at = NULL, body = NULL, lease_token = NULL, lease_until = NULL
     WHERE webhook_id = $1 AND state = 'pending' AND (lease_until IS NULL OR lease_until < clock_timestamp())
     RETURNING *
   )
   INSERT INTO delivery_attempt (attempt_day, id, organization_id, webhook_id, event_id, event_day, event_type, run, trigger,
     attempt, max_attempts, status, created_at)
   SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date, attempt_id, organization_id, webhook_id, event_id, event_day, event_type, run,
     CASE WHEN attempt > 1 THEN 'RETRY' ELSE trigger END, attempt, max_attempts, 'DISCARDED', scheduled_at
   FROM gone`,
)

/** What still waits for a webhook that is off ends here, visibly. */
export async function discardPending(
  runner: Runner,
  webhookId: string,
  now: number,
): Promise<void> {
  await discard(runner, [webhookId, new Date(now)])
}

const end = statement(
  'end deliveries',
  `UPDATE delivery SET state = 'discarded', next_attempt_at = NULL, body = NULL, lease_token = NULL, lease_until = NULL
   WHERE webhook_id = $1 AND state = 'pending'`,
)

/**
 * For a webhook that is being deleted: nothing of it is tried again. An exchange under way ends, but finds
 * its lease gone and records nothing.
 */
export async function endDeliveries(runner: Runner, webhookId: string): Promise<void> {
  await end(runner, [webhookId])
}

const nextDue = statement<{ due: string; next: Date | null }>(
  'what is next',
  `SELECT count(*) FILTER (WHERE next_attempt_at <= $2)::text AS due, min(next_attempt_at) AS next
   FROM (SELECT next_attempt_at FROM delivery
     WHERE webhook_id = $1 AND state = 'pending' AND (lease_until IS NULL OR lease_until < clock_timestamp())
     ORDER BY next_attempt_at LIMIT 20) AS waiting`,
)

/** How many of a webhook's deliveries are due (counted up to 20), and when the first is. */
export async function lookAhead(
  runner: Runner,
  webhookId: string,
  now: number,
): Promise<{ due: number; next: Date | null }> {
  const [row] = await nextDue(runner, [webhookId, new Date(now)])
  return { due: Number(row?.due ?? 0), next: row?.next ?? null }
}
