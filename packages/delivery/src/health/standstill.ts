/**
 * While a feature that sending needs is off, an organization's deliveries are at a standstill: they wait for a week,
 * and then they end. The database notes when it began (`webhooks_off_since`); the sweep ends it.
 */
import { discardPending } from '../deliveries/discard.ts'
import { statement, type Sql } from '@scheduling/database'
import { isOf, isOffSince, waitedSince } from '../subscriptions/standstill-terms.ts'

// The time of a standstill is not part of a stretch of failures. An organization that is being changed at this
// moment is left to the next sweep.
const endStandstill = statement(
  'end standstills',
  `WITH back AS MATERIALIZED (
     SELECT id, webhooks_off_since FROM organization
     WHERE webhooks_off_since IS NOT NULL AND sends_webhooks(plan_features, switched_off)
       AND ${isOf('id', '$2')}
     FOR NO KEY UPDATE SKIP LOCKED
   ), moved AS (
     UPDATE webhook_health h
     SET failing_since = least($1, h.failing_since + greatest($1 - back.webhooks_off_since, interval '0'))
     FROM webhook w JOIN back ON back.id = w.organization_id
     WHERE h.webhook_id = w.id AND h.failing_since IS NOT NULL
   )
   UPDATE organization o SET webhooks_off_since = NULL FROM back WHERE o.id = back.id`,
)

/** Ends the standstill of organizations whose features are on again. Wake their lanes afterwards. */
export async function endStandstills(
  client: Sql,
  now: number,
  organizationId: number | null,
): Promise<void> {
  await endStandstill(client, [new Date(now), organizationId])
}

const waitedTooLong = statement<{ id: string }>(
  'webhooks that stood still too long',
  `SELECT w.id FROM organization o JOIN webhook w ON w.organization_id = o.id
   WHERE o.webhooks_off_since <= $1 AND ${isOffSince('o', '$1')} AND ${isOf('o.id', '$2')}
     AND EXISTS (SELECT FROM delivery d WHERE d.webhook_id = w.id AND d.state = 'pending')`,
)

/** Ends deliveries that waited for a week. */
export async function discardAfterStandstill(
  client: Sql,
  now: number,
  organizationId: number | null,
): Promise<void> {
  for (const { id } of await waitedTooLong(client, [waitedSince(now), organizationId]))
    await discardPending(client, id, now)
}
