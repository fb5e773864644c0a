/**
 * Deliveries go by the real clock, of test organizations too. Where the clock of an organization moves forward, what its
 * webhooks wait for moves back by as much: then it is due when it would be by the organization's clock.
 */
import { DEACTIVATE_AFTER_FAILING_MS, WARN_BEFORE_DEACTIVATION_MS } from '@scheduling/webhooks'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'
import { statement, type Sql } from '@scheduling/database'
import { isFirstInLine } from '../deliveries/chat-lines.ts'
import { IS_FREE } from '../leases/lease-terms.ts'
import { isAtStandstill, isOffSince } from '../subscriptions/standstill-terms.ts'

const moveOrganization = statement(
  'move standstill back',
  `UPDATE organization SET webhooks_off_since = webhooks_off_since - make_interval(secs => $2)
   WHERE id = $1 AND webhooks_off_since IS NOT NULL`,
)

const moveHealth = statement(
  'move health back',
  `UPDATE webhook_health h SET paused_until = h.paused_until - make_interval(secs => $2),
     failing_since = h.failing_since - make_interval(secs => $2), warned_at = h.warned_at - make_interval(secs => $2)
   FROM webhook w
   WHERE h.webhook_id = w.id AND w.organization_id = $1
     AND (h.paused_until IS NOT NULL OR h.failing_since IS NOT NULL OR h.warned_at IS NOT NULL)`,
)

const moveDeliveries = statement(
  'move deliveries back',
  `UPDATE delivery d SET next_attempt_at = d.next_attempt_at - make_interval(secs => $2)
   FROM webhook w WHERE w.organization_id = $1 AND d.webhook_id = w.id AND d.state = 'pending'`,
)

/** Call it in the transaction that moves the organization's clock forward by so many seconds. */
export async function moveWebhooksBack(
  client: Sql,
  organizationId: number,
  seconds: number,
): Promise<void> {
  await moveOrganization(client, [organizationId, seconds])
  await moveHealth(client, [organizationId, seconds])
  await moveDeliveries(client, [organizationId, seconds])
}

const WARNED_AFTER_SECONDS = (DEACTIVATE_AFTER_FAILING_MS - WARN_BEFORE_DEACTIVATION_MS) / 1000
const STANDSTILL_SECONDS = WEBHOOK_LIMITS.standstillDays * 86_400

const OF_ORGANIZATION = `webhook w JOIN organization o ON o.id = w.organization_id
     LEFT JOIN webhook_health h ON h.webhook_id = w.id`

/** A delivery of a paused webhook waits for the end of the pause. */
const SENT_AT = 'greatest(d.next_attempt_at, h.paused_until)'

/** Where more deliveries wait, some of them are sent together: an organization with thousands would have as many steps. */
const STEPS = 50

const nextOf = statement<{ at: Date | null }>(
  'what is next of an organization',
  `WITH waiting AS MATERIALIZED (
     SELECT ${SENT_AT} AS at FROM ${OF_ORGANIZATION} JOIN delivery d ON d.webhook_id = w.id
     WHERE o.id = $1 AND w.active AND NOT ${isAtStandstill('o')} AND d.state = 'pending' AND ${SENT_AT} > $2
   )
   SELECT min(at) AS at FROM (
     (SELECT at FROM waiting ORDER BY at OFFSET (SELECT count(*) / ${STEPS} FROM waiting) LIMIT 1)
     UNION ALL
     SELECT h.failing_since + make_interval(secs => ${WARNED_AFTER_SECONDS})
     FROM ${OF_ORGANIZATION}
     WHERE o.id = $1 AND w.active AND h.warned_at IS NULL AND NOT ${isAtStandstill('o')}
     UNION ALL
     SELECT h.failing_since + make_interval(mins => ${WEBHOOK_LIMITS.failingToldMinutes})
     FROM ${OF_ORGANIZATION}
     WHERE o.id = $1 AND w.active AND NOT h.failing_told AND NOT ${isAtStandstill('o')}
     UNION ALL
     SELECT o.webhooks_off_since + make_interval(secs => ${STANDSTILL_SECONDS})
     FROM organization o WHERE o.id = $1 AND ${isOffSince('o', '$2')}) AS due
   WHERE at > $2`,
)

/**
 * When something of an organization's webhooks is due next, by the real clock: an attempt, what is told of a webhook that
 * fails, or the end of what waits for a feature. Null: nothing is. Of many attempts the first few are due by then.
 */
export async function nextOfWebhooks(
  client: Sql,
  organizationId: number,
  now: number,
): Promise<Date | null> {
  const [row] = await nextOf(client, [organizationId, new Date(now)])
  return row?.at ?? null
}

// Lanes and deliveries first: jobs have no index for this question. A message that waits behind another is not due.
const isBusy = statement<{ is_busy: boolean }>(
  'an organization is sent to',
  `SELECT EXISTS (
       SELECT FROM webhook w JOIN webhook_lane l ON l.webhook_id = w.id
       WHERE w.organization_id = $1 AND l.lease_token IS NOT NULL AND NOT ${IS_FREE})
     OR EXISTS (
       SELECT FROM ${OF_ORGANIZATION} JOIN delivery d ON d.webhook_id = w.id
       WHERE o.id = $1 AND w.active AND NOT ${isAtStandstill('o')}
         AND d.state = 'pending' AND ${SENT_AT} <= $2 AND ${isFirstInLine('d', 'w.id')})
     OR EXISTS (
       SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'fan_out' AND j.attempts < j.max_attempts AND EXISTS (
         SELECT FROM json_array_elements_text(j.payload->'event_ids') AS id JOIN event e ON e.id = id
         WHERE e.organization_id = $1)) AS is_busy`,
)

/** Whether anything that is due is still to be fanned out or sent to an organization's webhooks, or is under way. */
export async function isSendingTo(
  client: Sql,
  organizationId: number,
  now: number,
): Promise<boolean> {
  const [row] = await isBusy(client, [organizationId, new Date(now)])
  return row?.is_busy === true
}
