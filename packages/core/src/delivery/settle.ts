/** What an attempt changes of its webhook: health, pause, warning, deactivation. */
import {
  DEACTIVATE_AFTER_FAILING_MS,
  WARN_BEFORE_DEACTIVATION_MS,
  type DeactivationReason,
} from '@scheduling/webhooks'
import { discardPending } from './ledger.ts'
import type { Seen } from './health.ts'
import { deactivationMail, warningMail } from './mails.ts'
import { statement, type Runner } from './statement.ts'
import { isStill } from './standstill-terms.ts'
import type { Subscription } from './subscription.ts'

// A lane tells what it saw, and other lanes tell theirs: a stretch of failures ends with any success, and
// what a lane read before somebody else's success never brings the old stretch back.
/** `SET`'s list for `webhook_health AS kept`; `told` names a row with what was seen. */
export const healthAfter = (told: string): string => `
     failing_since = CASE
       WHEN ${told}.last_success_at IS NOT NULL THEN coalesce(${told}.failing_since,
         CASE WHEN kept.failing_since > ${told}.last_success_at THEN kept.failing_since END)
       WHEN kept.failing_since IS NOT NULL THEN kept.failing_since
       WHEN (${told}.failing_since > kept.last_success_at) IS NOT FALSE THEN ${told}.failing_since END,
     warned_at = CASE WHEN ${told}.last_success_at IS NULL THEN kept.warned_at END,
     last_delivery_at = greatest(kept.last_delivery_at, ${told}.last_delivery_at),
     last_success_at = greatest(kept.last_success_at, ${told}.last_success_at),
     paused_until = greatest(kept.paused_until, ${told}.paused_until),
     consecutive_failures = ${told}.consecutive_failures
       + CASE WHEN ${told}.last_success_at IS NULL THEN kept.consecutive_failures ELSE 0 END,
     slow_ms = ${told}.slow_ms,
     open_lanes = ${told}.open_lanes`

/** What was seen, as columns. */
export function healthRow({ news, health }: Seen) {
  return {
    failing_since: news.failingSince,
    last_delivery_at: news.lastDeliveryAt,
    last_success_at: news.lastSuccessAt,
    paused_until: health.pausedUntil,
    consecutive_failures: news.consecutiveFailures,
    slow_ms: health.slowMs,
    open_lanes: health.openLanes,
  }
}

/** Their types, for `json_to_recordset`. */
export const HEALTH_ROW = `failing_since timestamptz, last_delivery_at timestamptz, last_success_at timestamptz,
     paused_until timestamptz, consecutive_failures int, slow_ms int, open_lanes int`

const saveHealth = statement(
  'save health',
  `INSERT INTO webhook_health AS kept (webhook_id, failing_since, last_delivery_at, last_success_at, paused_until,
     consecutive_failures, slow_ms, open_lanes)
   SELECT id, seen.* FROM webhook, json_to_record($2) AS seen(${HEALTH_ROW}) WHERE id = $1 FOR KEY SHARE OF webhook
   ON CONFLICT (webhook_id) DO UPDATE SET ${healthAfter('excluded')}`,
)

/** Writes what a lane saw; nothing where the webhook was deleted meanwhile. */
export async function keepHealth(runner: Runner, webhookId: string, seen: Seen): Promise<void> {
  await saveHealth(runner, [webhookId, JSON.stringify(healthRow(seen))])
}

const saveTest = statement(
  'note test',
  `INSERT INTO webhook_health (webhook_id, last_delivery_at, last_success_at, paused_until)
   SELECT id, $2::timestamptz, $3::timestamptz, $4::timestamptz FROM webhook WHERE id = $1 FOR KEY SHARE
   ON CONFLICT (webhook_id) DO UPDATE SET
     last_delivery_at = greatest(webhook_health.last_delivery_at, excluded.last_delivery_at),
     last_success_at = greatest(webhook_health.last_success_at, excluded.last_success_at),
     paused_until = greatest(webhook_health.paused_until, excluded.paused_until),
     failing_since = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.failing_since END,
     warned_at = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.warned_at END,
     consecutive_failures = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.consecutive_failures ELSE 0 END`,
)

/** What a test tells: a success ends a stretch of failures, a failure counts for nothing. */
export async function noteTest(
  runner: Runner,
  webhookId: string,
  test: { at: Date; isSuccess: boolean; pausedUntil: Date | null },
): Promise<void> {
  await saveTest(runner, [webhookId, test.at, test.isSuccess ? test.at : null, test.pausedUntil])
}

const forgetFailures = statement(
  'forget failures',
  `UPDATE webhook_health SET failing_since = NULL, warned_at = NULL,
     consecutive_failures = CASE WHEN $2::boolean THEN 0 ELSE consecutive_failures END,
     paused_until = CASE WHEN $2::boolean THEN NULL ELSE paused_until END
   WHERE webhook_id = $1`,
)

/**
 * For a webhook that its owner switches on: a new stretch begins. One that was on already stays as gently
 * served as it was, or a caller that repeats `active: true` could undo the pause that an endpoint asked for.
 */
export async function clearFailures(
  runner: Runner,
  webhookId: string,
  wasOff: boolean,
): Promise<void> {
  await forgetFailures(runner, [webhookId, wasOff])
}

/** The mail of `$1`, subject `$2`, body `$3`, and the job that sends it, if `done` has a row. */
const WRITE_MAIL = `owner AS (
     SELECT coalesce(u.email, p.email) AS email FROM professional p LEFT JOIN user_account u ON u.professional_id = p.id
     WHERE p.organization_id = $1 AND p.role = 'owner' ORDER BY p.id LIMIT 1
   ), written AS (
     INSERT INTO mail (organization_id, recipient, subject, body)
     SELECT $1, email, $2, $3 FROM owner, done WHERE email IS NOT NULL RETURNING id
   ), job AS (
     SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', id), max_attempts => 10,
       job_key => 'mail:' || id) FROM written
   )
   SELECT (SELECT count(*) FROM job) AS mails FROM done`

const turnOff = statement<{ mails: string }>(
  'deactivate webhook',
  `WITH done AS (
     UPDATE webhook SET active = false, disabled_reason = $5, disabled_at = $6::timestamptz
     WHERE id = $4 AND active AND ($7::timestamptz IS NULL OR EXISTS (
       SELECT FROM webhook_health h WHERE h.webhook_id = $4 AND h.failing_since <= $7::timestamptz))
     RETURNING id
   ), ${WRITE_MAIL}`,
)

/**
 * Turns a webhook off, tells the account owner in the same statement, and ends what waits for it. Once,
 * whoever comes first. Seven days of failures are looked up anew: another lane may just have succeeded, or
 * the owner begun a new stretch.
 *
 * @returns whether the webhook went off now
 */
export async function deactivate(
  runner: Runner,
  subscription: Subscription,
  reason: DeactivationReason,
  now: number,
): Promise<boolean> {
  const mail = deactivationMail(subscription, reason)
  const failingBefore =
    reason === 'FAILING_7_DAYS' ? new Date(now - DEACTIVATE_AFTER_FAILING_MS) : null
  const off = await turnOff(runner, [
    subscription.organizationId,
    mail.subject,
    mail.body,
    subscription.id,
    reason,
    new Date(now),
    failingBefore,
  ])
  if (off.length === 0) return false
  await discardPending(runner, subscription.id, now)
  return true
}

const markWarned = statement<{ mails: string }>(
  'warn owner',
  `WITH done AS (
     UPDATE webhook_health SET warned_at = $5::timestamptz WHERE webhook_id = $4 AND warned_at IS NULL
       AND failing_since <= $6::timestamptz
     RETURNING webhook_id
   ), ${WRITE_MAIL}`,
)

function warningDue(now: number): Date {
  return new Date(now - DEACTIVATE_AFTER_FAILING_MS + WARN_BEFORE_DEACTIVATION_MS)
}

/** The e-mail a day before a failing webhook is turned off: once per stretch of failures. */
export async function warnOwner(
  runner: Runner,
  webhook: Pick<Subscription, 'id' | 'name' | 'organizationId' | 'organization'>,
  now: number,
): Promise<void> {
  const mail = warningMail(webhook)
  await markWarned(runner, [
    webhook.organizationId,
    mail.subject,
    mail.body,
    webhook.id,
    new Date(now),
    warningDue(now),
  ])
}

const failingUnwarned = statement<{
  id: string
  name: string
  organization_id: number
  organization_name: string
  time_zone: string
  language: string
}>(
  'failing webhooks to warn of',
  `SELECT w.id, w.name, w.organization_id, o.name AS organization_name, o.time_zone, o.language
   FROM webhook_health h JOIN webhook w ON w.id = h.webhook_id JOIN organization o ON o.id = w.organization_id
   WHERE w.active AND h.warned_at IS NULL AND h.failing_since <= $1 AND NOT ${isStill('o')} LIMIT 500`,
)

/** Warnings by the clock: between two retries lie up to 26 hours, so no attempt may fall into the last day. */
export async function warnOwners(runner: Runner, now: number): Promise<void> {
  for (const row of await failingUnwarned(runner, [warningDue(now)])) {
    const organization = {
      name: row.organization_name,
      timezone: row.time_zone,
      language: row.language === 'en' ? ('en' as const) : ('pt' as const),
    }
    const { id, name, organization_id: organizationId } = row
    await warnOwner(runner, { id, name, organizationId, organization }, now)
  }
}
