/** The ledger: the only retry state. A row is changed only by who holds its lease. */
import type { Claimed } from './claim.ts'
import { IS_FREE } from './lease-terms.ts'
import { isOffSince, waitedSince } from './standstill-terms.ts'
import { statement, type Runner } from './statement.ts'

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
}

// By keys alone, as a claim. Only what is pending holds a lease.
const recordAttempts = statement<{ ordinal: number }>(
  'record attempts',
  `WITH made AS (
     SELECT * FROM json_to_recordset($1) AS made(ordinal int, event_day date, event_id text, webhook_id text, run int,
       organization_id int, event_type text, token text, state text, uncounted boolean, delivery_id text, trigger text,
       attempt int, max_attempts int, response_status int, response_body text, duration_ms int, error_code text,
       error_message text, host text, attempted_at timestamptz, scheduled_at timestamptz, next_attempt_at timestamptz,
       next_delivery_id text)
   ), changed AS (
     UPDATE delivery d SET
       state = made.state::delivery_state,
       attempt = CASE WHEN made.state = 'pending' AND NOT made.uncounted THEN d.attempt + 1 ELSE d.attempt END,
       attempt_id = CASE WHEN made.uncounted THEN d.attempt_id ELSE made.next_delivery_id END,
       scheduled_at = CASE WHEN made.uncounted THEN d.scheduled_at
         ELSE greatest(made.attempted_at, d.scheduled_at + interval '1 millisecond') END,
       next_attempt_at = made.next_attempt_at,
       lease_token = NULL, lease_until = NULL
     FROM made
     WHERE d.event_day = made.event_day AND d.event_id = made.event_id AND d.webhook_id = made.webhook_id
       AND d.run = made.run AND d.lease_token = made.token
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

/**
 * Writes attempts and the next state of their deliveries, only where the lease is still held. The retry is
 * always younger than the attempt before it, also within one millisecond: the latest attempt decides
 * whether an event was delivered.
 */
export async function record(runner: Runner, attempts: readonly Recorded[]): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map((made, ordinal) => {
    const { claimed } = made
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
    }
  })
  await recordAttempts(runner, [JSON.stringify(rows)])
}

const END_UNSENT = `UPDATE delivery SET state = 'discarded', next_attempt_at = NULL, lease_token = NULL, lease_until = NULL`

const SHOW_DISCARDED = `INSERT INTO delivery_attempt (attempt_day, id, organization_id, webhook_id, event_id, event_day,
     event_type, run, trigger, attempt, max_attempts, status, created_at)
   SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date, attempt_id, organization_id, webhook_id, event_id, event_day,
     event_type, run, CASE WHEN attempt > 1 THEN 'RETRY' ELSE trigger END, attempt, max_attempts, 'DISCARDED',
     scheduled_at
   FROM gone`

// Whether the webhook is off, or its organization's features for too long, is asked here and not before: one that was
// switched on meanwhile keeps what came since.
const discard = statement(
  'discard deliveries',
  `WITH gone AS (
     ${END_UNSENT}
     WHERE webhook_id = $1 AND state = 'pending' AND ${IS_FREE}
       AND NOT EXISTS (SELECT FROM webhook w JOIN organization o ON o.id = w.organization_id
         WHERE w.id = $1 AND w.active AND NOT ${isOffSince('o', '$3')})
     RETURNING *
   )
   ${SHOW_DISCARDED}`,
)

/** What still waits for a webhook that is off, gone, or stood still for a week, ends here, visibly. */
export async function discardPending(
  runner: Runner,
  webhookId: string,
  now: number,
): Promise<void> {
  await discard(runner, [webhookId, new Date(now), waitedSince(now)])
}

const discardOnes = statement(
  'discard lost deliveries',
  `WITH gone AS (
     ${END_UNSENT} WHERE webhook_id = $1 AND attempt_id = ANY($3) AND state = 'pending' RETURNING *
   )
   ${SHOW_DISCARDED}`,
)

/** Deliveries whose event is kept no longer. */
export async function discardLost(
  runner: Runner,
  webhookId: string,
  attemptIds: readonly string[],
  now: number,
): Promise<void> {
  await discardOnes(runner, [webhookId, new Date(now), attemptIds])
}

const end = statement(
  'end deliveries',
  `${END_UNSENT}
   WHERE webhook_id = $1 AND state = 'pending'`,
)

/**
 * For a webhook that is being deleted: nothing of it is tried again. An exchange under way ends, but finds
 * its lease gone and records nothing.
 */
export async function endDeliveries(runner: Runner, webhookId: string): Promise<void> {
  await end(runner, [webhookId])
}
