import { maxAttempts } from '@scheduling/webhooks'
import type { Runtime } from '../runtime.ts'
import { statement, type Sql } from '@scheduling/database'
import { isChat } from '../subscriptions/chat.ts'
import { IS_FREE } from '../leases/lease-terms.ts'
import { lineOf } from './chat-lines.ts'

const insertRuns = statement<{ attempt_id: string }>(
  'insert runs',
  `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, trigger, attempt,
     max_attempts, attempt_id, scheduled_at, next_attempt_at, line)
   SELECT event_day, event_id, $2, run, $3, event_type, 'REDELIVERY', 1, $4, attempt_id, $5::timestamptz, next_attempt_at,
     ${lineOf('made', '$6::boolean')}
   FROM json_to_recordset($1::json) AS made(event_day date, event_id text, run int, event_type text, attempt_id text,
     next_attempt_at timestamptz)
   ON CONFLICT DO NOTHING
   RETURNING attempt_id`,
)

export type Resend = {
  /** `YYYY-MM-DD` */
  readonly eventDay: string
  readonly eventId: string
  readonly eventType: string
  /** One more than the last; 0 for an event that this webhook never had a delivery of. */
  readonly run: number
  /** When its first attempt is due. */
  readonly at: Date
}

type Receiver = { readonly id: string; readonly organizationId: number; readonly format: string }

/**
 * Delivers events to a webhook once more: a new run each, from attempt 1, with the whole schedule. Read the last runs
 * and call this under the webhook's row lock: then only a fan-out can add runs at the same time, and an event that
 * is being fanned out at that moment is left to it. The lanes are not woken here.
 *
 * @returns ids of the first attempts
 */
export async function addRuns(
  runtime: Pick<Runtime, 'newId' | 'now'>,
  client: Sql,
  webhook: Receiver,
  events: readonly Resend[],
): Promise<string[]> {
  if (events.length === 0) return []
  const rows = events.map((event) => ({
    event_day: event.eventDay,
    event_id: event.eventId,
    run: event.run,
    event_type: event.eventType,
    attempt_id: runtime.newId('dlv'),
    next_attempt_at: event.at,
  }))
  const inserted = await insertRuns(client, [
    JSON.stringify(rows),
    webhook.id,
    webhook.organizationId,
    maxAttempts({ isChat: isChat(webhook), isTest: false }),
    new Date(runtime.now()),
    isChat(webhook),
  ])
  return inserted.map((row) => row.attempt_id)
}

const retriedEarlier = statement<{ event_id: string }>(
  'retry earlier',
  `UPDATE delivery d SET next_attempt_at = wanted.at
   FROM json_to_recordset($2::json) AS wanted(event_day date, event_id text, at timestamptz)
   WHERE d.webhook_id = $1 AND d.event_day = wanted.event_day AND d.event_id = wanted.event_id
     AND d.attempt > 1 AND d.next_attempt_at > wanted.at AND ${IS_FREE}
   RETURNING d.event_id`,
)

/**
 * Makes retries that wait earlier: their endpoint works again. One that is being made at this moment, or is due by then, is
 * left alone. The lanes are not woken here.
 *
 * @returns how many are earlier
 */
export async function retryEarlier(
  client: Sql,
  webhookId: string,
  events: readonly Pick<Resend, 'eventDay' | 'eventId' | 'at'>[],
): Promise<number> {
  if (events.length === 0) return 0
  const rows = events.map(({ eventDay, eventId, at }) => ({
    event_day: eventDay,
    event_id: eventId,
    at,
  }))
  return (await retriedEarlier(client, [webhookId, JSON.stringify(rows)])).length
}
