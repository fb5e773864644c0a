/** What an attempt changes of its webhook: health, pause, warning, deactivation. */
import type { DeactivationReason } from '@scheduling/webhooks'
import { discardPending } from './ledger.ts'
import type { Health } from './health.ts'
import { deactivationMail, warningMail } from './mails.ts'
import { statement, type Runner } from './statement.ts'
import type { Subscription } from './subscription.ts'

const saveHealth = statement(
  'save health',
  `INSERT INTO webhook_health (webhook_id, failing_since, last_delivery_at, last_success_at, paused_until,
     consecutive_failures, slow_ms, open_lanes)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (webhook_id) DO UPDATE SET
     failing_since = CASE
       WHEN excluded.last_success_at >= excluded.last_delivery_at THEN NULL
       ELSE coalesce(webhook_health.failing_since, excluded.failing_since) END,
     warned_at = CASE WHEN excluded.failing_since IS NULL THEN NULL ELSE webhook_health.warned_at END,
     last_delivery_at = greatest(webhook_health.last_delivery_at, excluded.last_delivery_at),
     last_success_at = greatest(webhook_health.last_success_at, excluded.last_success_at),
     paused_until = greatest(webhook_health.paused_until, excluded.paused_until),
     consecutive_failures = excluded.consecutive_failures,
     slow_ms = excluded.slow_ms,
     open_lanes = excluded.open_lanes`,
)

export async function keepHealth(runner: Runner, webhookId: string, health: Health): Promise<void> {
  await saveHealth(runner, [
    webhookId,
    health.failingSince,
    health.lastDeliveryAt,
    health.lastSuccessAt,
    health.pausedUntil,
    health.consecutiveFailures,
    health.slowMs,
    health.openLanes,
  ])
}

const saveTest = statement(
  'note test',
  `INSERT INTO webhook_health (webhook_id, last_delivery_at, last_success_at, paused_until)
   SELECT id, $2::timestamptz, $3::timestamptz, $4::timestamptz FROM webhook WHERE id = $1
   ON CONFLICT (webhook_id) DO UPDATE SET
     last_delivery_at = greatest(webhook_health.last_delivery_at, excluded.last_delivery_at),
     last_success_at = greatest(webhook_health.last_success_at, excluded.last_success_at),
     paused_until = greatest(webhook_health.paused_until, excluded.paused_until),
     failing_since = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.failing_since END,
     warned_at = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.warned_at END,
     consecutive_failures = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.consecutive_failures ELSE 0 END`,
)

/** What a ping tells: a success ends a stretch of failures, a failure counts for nothing. */
export async function noteTest(
  runner: Runner,
  webhookId: string,
  test: { at: Date; isSuccess: boolean; pausedUntil: Date | null },
): Promise<void> {
  await saveTest(runner, [webhookId, test.at, test.isSuccess ? test.at : null, test.pausedUntil])
}

const forgetFailures = statement(
  'forget failures',
  `UPDATE webhook_health SET failing_since = NULL, warned_at = NULL, consecutive_failures = 0, paused_until = NULL
   WHERE webhook_id = $1`,
)

/** For a webhook that its owner has switched on again: a new stretch begins. */
export async function clearFailures(runner: Runner, webhookId: string): Promise<void> {
  await forgetFailures(runner, [webhookId])
}

const turnOff = statement<{ id: string }>(
  'deactivate webhook',
  `UPDATE webhook SET active = false, disabled_reason = $2, disabled_at = $3 WHERE id = $1 AND active RETURNING id`,
)

const writeMail = statement(
  'write mail',
  `WITH owner AS (
     SELECT coalesce(u.email, p.email) AS email FROM professional p LEFT JOIN user_account u ON u.professional_id = p.id
     WHERE p.organization_id = $1 AND p.role = 'owner' ORDER BY p.id LIMIT 1
   ), written AS (
     INSERT INTO mail (organization_id, recipient, subject, body)
     SELECT $1, email, $2, $3 FROM owner WHERE email IS NOT NULL RETURNING id
   )
   SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', id), max_attempts => 10) FROM written`,
)

/** Turns a webhook off, ends what waits for it and tells the account owner. Once, whoever comes first. */
export async function deactivate(
  runner: Runner,
  subscription: Subscription,
  reason: DeactivationReason,
  now: number,
): Promise<void> {
  const off = await turnOff(runner, [subscription.id, reason, new Date(now)])
  if (off.length === 0) return
  await discardPending(runner, subscription.id, now)
  const mail = deactivationMail(subscription, reason)
  await writeMail(runner, [subscription.organizationId, mail.subject, mail.body])
}

const markWarned = statement<{ webhook_id: string }>(
  'mark warned',
  'UPDATE webhook_health SET warned_at = $2 WHERE webhook_id = $1 AND warned_at IS NULL RETURNING webhook_id',
)

/** The e-mail a day before a failing webhook is turned off: once per stretch of failures. */
export async function warnOwner(
  runner: Runner,
  subscription: Subscription,
  now: number,
): Promise<void> {
  if ((await markWarned(runner, [subscription.id, new Date(now)])).length === 0) return
  const mail = warningMail(subscription)
  await writeMail(runner, [subscription.organizationId, mail.subject, mail.body])
}
