import { DEACTIVATE_AFTER_FAILING_MS, type DeactivationReason } from '@scheduling/webhooks'
import { discardPending } from '../deliveries/discard.ts'
import { statement, type Sql } from '@scheduling/database'
import type { Runtime } from '../runtime.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { deactivationMail } from './mail-texts.ts'
import { WRITE_OWNER_MAIL } from './owner-mail.ts'

const turnOff = statement<{ mails: string }>(
  'deactivate webhook',
  `WITH off AS (
     UPDATE webhook SET active = false, disabled_reason = $5, disabled_at = $6::timestamptz
     WHERE id = $4 AND active AND ($7::timestamptz IS NULL OR EXISTS (
       SELECT FROM webhook_health h WHERE h.webhook_id = $4 AND h.failing_since <= $7::timestamptz))
     RETURNING id
   ), untold AS (
     UPDATE webhook_health SET disabled_told = false FROM off WHERE webhook_id = off.id
   ), done AS MATERIALIZED (
     SELECT id, tell_changes($1, $8::json, json_build_array(json_build_object(
       'action', 'webhook.deactivated', 'record', 'webhook', 'record_id', id, 'room', 'webhooks', 'changes', $9::json)))
     FROM off
   ), ${WRITE_OWNER_MAIL}`,
)

/**
 * Turns a webhook off, writes the mail to its owner and the entry of the audit in the same statement, leaves the event to
 * the timer that tells of webhooks, and ends what
 * waits for the webhook. Only the first caller does. Whether it has failed for seven days is looked up again: another
 * lane may just have succeeded, or the owner may have begun a new stretch.
 *
 * @returns whether the webhook went off now
 */
export async function deactivate(
  client: Sql,
  subscription: Subscription,
  reason: DeactivationReason,
  runtime: Pick<Runtime, 'now' | 'newId'>,
): Promise<boolean> {
  const now = runtime.now()
  const mail = deactivationMail(subscription, reason)
  const failingBefore =
    reason === 'FAILING_7_DAYS' ? new Date(now - DEACTIVATE_AFTER_FAILING_MS) : null
  const off = await turnOff(client, [
    subscription.organizationId,
    mail.subject,
    mail.body,
    subscription.id,
    reason,
    new Date(now),
    failingBefore,
    JSON.stringify({
      actor: { type: 'system', id: null, name: null },
      source: 'system',
      request_id: runtime.newId('req'),
    }),
    JSON.stringify({
      active: { from: true, to: false },
      disabled_reason: { from: null, to: reason },
    }),
  ])
  if (off.length === 0) return false
  await discardPending(client, subscription.id, now)
  return true
}
