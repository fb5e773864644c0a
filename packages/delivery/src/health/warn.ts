import { DEACTIVATE_AFTER_FAILING_MS, WARN_BEFORE_DEACTIVATION_MS } from '@scheduling/webhooks'
import { statement, type Sql } from '@scheduling/database'
import { isAtStandstill, isOf } from '../subscriptions/standstill-terms.ts'
import { languageOf, type Subscription } from '../subscriptions/subscription.ts'
import { warningMail } from './mail-texts.ts'
import { WRITE_OWNER_MAIL } from './owner-mail.ts'

const markWarned = statement<{ mails: string }>(
  'warn owner',
  `WITH done AS (
     UPDATE webhook_health SET warned_at = $5::timestamptz WHERE webhook_id = $4 AND warned_at IS NULL
       AND failing_since <= $6::timestamptz
     RETURNING webhook_id
   ), ${WRITE_OWNER_MAIL}`,
)

function warningDue(now: number): Date {
  return new Date(now - DEACTIVATE_AFTER_FAILING_MS + WARN_BEFORE_DEACTIVATION_MS)
}

/** Mails the owner a day before a failing webhook is turned off, once per stretch of failures. */
export async function warnOwner(
  client: Sql,
  webhook: Pick<Subscription, 'id' | 'name' | 'organizationId' | 'organization'>,
  now: number,
): Promise<void> {
  const mail = warningMail(webhook)
  await markWarned(client, [
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
   WHERE w.active AND h.warned_at IS NULL AND h.failing_since <= $1 AND NOT ${isAtStandstill('o')} AND ${isOf('o.id', '$2')}
   LIMIT 500`,
)

/**
 * Warns owners by the clock. Up to 26 hours lie between two retries, so there may be no attempt within the last day.
 */
export async function warnOwners(
  client: Sql,
  now: number,
  organizationId: number | null,
): Promise<void> {
  for (const row of await failingUnwarned(client, [warningDue(now), organizationId])) {
    const organization = {
      name: row.organization_name,
      timezone: row.time_zone,
      language: languageOf(row.language),
    }
    const { id, name, organization_id: organizationId } = row
    await warnOwner(client, { id, name, organizationId, organization }, now)
  }
}
