import { statement, type Sql } from '@scheduling/database'
import { IS_FREE } from '../leases/lease-terms.ts'
import { isOffSince, waitedSince } from '../subscriptions/standstill-terms.ts'

const END_UNSENT = `UPDATE delivery SET state = 'discarded', next_attempt_at = NULL, lease_token = NULL, lease_until = NULL`

const SHOW_DISCARDED = `INSERT INTO delivery_attempt (attempt_day, id, organization_id, webhook_id, event_id, event_day,
     event_type, run, trigger, attempt, max_attempts, status, created_at)
   SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date, attempt_id, organization_id, webhook_id, event_id, event_day,
     event_type, run, CASE WHEN attempt > 1 THEN 'RETRY' ELSE trigger END, attempt, max_attempts, 'DISCARDED',
     scheduled_at
   FROM gone`

// The statement itself asks whether the webhook is off, or its organization's features for too long: a webhook that
// was switched on in the meantime keeps what came since.
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

/** Ends what waits for a webhook that is off, deleted, or has been at a standstill for a week. The history shows it. */
export async function discardPending(client: Sql, webhookId: string, now: number): Promise<void> {
  await discard(client, [webhookId, new Date(now), waitedSince(now)])
}

const discardThese = statement(
  'discard lost deliveries',
  `WITH gone AS (
     ${END_UNSENT} WHERE webhook_id = $1 AND attempt_id = ANY($3) AND state = 'pending' RETURNING *
   )
   ${SHOW_DISCARDED}`,
)

/** Ends deliveries whose event is no longer kept. */
export async function discardLost(
  client: Sql,
  webhookId: string,
  attemptIds: readonly string[],
  now: number,
): Promise<void> {
  await discardThese(client, [webhookId, new Date(now), attemptIds])
}

const end = statement(
  'end deliveries',
  `${END_UNSENT}
   WHERE webhook_id = $1 AND state = 'pending'`,
)

/**
 * Ends the deliveries of a webhook that is being deleted: nothing is tried again. An exchange under way runs to its
 * end, but finds its lease gone and records nothing.
 */
export async function endDeliveries(client: Sql, webhookId: string): Promise<void> {
  await end(client, [webhookId])
}
