import { statement, type Sql } from '@scheduling/database'
import type { ClaimedDelivery } from './claim.ts'

/** An attempt that was made, and what becomes of its delivery. */
export type AttemptRecord = {
  readonly webhookId: string
  readonly organizationId: number
  readonly delivery: ClaimedDelivery
  readonly token: string
  readonly state: 'pending' | 'succeeded' | 'failed' | 'discarded'
  /** The delivery waits as if it had not been tried, and the history shows no attempt. */
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

// By keys alone, like a claim. Only a pending delivery has a lease.
const insertAttempts = statement<{ ordinal: number }>(
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

/** Text from outside, without what PostgreSQL can't store. */
export function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '\uFFFD').toWellFormed() ?? null
}

/**
 * Writes attempts and the next state of their deliveries, but only where the turn still holds the lease. A retry is
 * always younger than the attempt before it, also within one millisecond: the latest attempt decides whether an
 * event was delivered.
 */
export async function recordAttempts(
  client: Sql,
  records: readonly AttemptRecord[],
): Promise<void> {
  if (records.length === 0) return
  await insertAttempts(client, [JSON.stringify(records.map(rowOf))])
}

function rowOf(made: AttemptRecord, ordinal: number) {
  const { delivery } = made
  return {
    ordinal,
    event_day: delivery.eventDay,
    event_id: delivery.event.id,
    webhook_id: made.webhookId,
    run: delivery.run,
    organization_id: made.organizationId,
    event_type: delivery.event.type,
    token: made.token,
    state: made.state,
    uncounted: made.isUncounted,
    delivery_id: delivery.deliveryId,
    trigger: delivery.attempt > 1 ? 'RETRY' : delivery.trigger,
    attempt: delivery.attempt,
    max_attempts: delivery.maxAttempts,
    response_status: made.responseStatus,
    response_body: storable(made.responseBody),
    duration_ms: made.durationMs,
    error_code: made.errorCode,
    error_message: storable(made.errorMessage),
    host: made.host,
    attempted_at: made.attemptedAt,
    scheduled_at: delivery.scheduledAt,
    next_attempt_at: made.nextAttemptAt,
    next_delivery_id: made.nextDeliveryId,
  }
}
