import { maxAttempts } from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { isChat } from './compose.ts'
import { statement, type Runner } from './statement.ts'

const insertRuns = statement<{ attempt_id: string }>(
  'insert runs',
  `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, trigger, attempt,
     max_attempts, attempt_id, scheduled_at, next_attempt_at)
   SELECT made.event_day, made.event_id, $2, coalesce(max(before.run), -1) + 1, $3, made.event_type, 'REDELIVERY', 1,
     $4, made.attempt_id, $5::timestamptz, made.next_attempt_at
   FROM json_to_recordset($1::json) AS made(event_day date, event_id text, event_type text, attempt_id text,
     next_attempt_at timestamptz)
   LEFT JOIN delivery before ON before.event_day = made.event_day AND before.event_id = made.event_id
     AND before.webhook_id = $2
   GROUP BY made.event_day, made.event_id, made.event_type, made.attempt_id, made.next_attempt_at
   RETURNING attempt_id`,
)

export type Resend = {
  /** `YYYY-MM-DD` */
  readonly eventDay: string
  readonly eventId: string
  readonly eventType: string
  /** When its first attempt is due. */
  readonly at: Date
}

type Receiver = { readonly id: string; readonly organizationId: number; readonly format: string }

/**
 * Puts events on a webhook's ledger once more: a new run each, from attempt 1, with the whole schedule.
 * Hold the webhook's row lock, since two calls could choose the same run. The lanes are not woken here.
 *
 * @returns ids of the first attempts, in the order of `events`
 */
export async function addRuns(
  service: Pick<Service, 'newId' | 'now'>,
  runner: Runner,
  webhook: Receiver,
  events: readonly Resend[],
): Promise<string[]> {
  if (events.length === 0) return []
  const rows = events.map((event) => ({
    event_day: event.eventDay,
    event_id: event.eventId,
    event_type: event.eventType,
    attempt_id: service.newId('dlv'),
    next_attempt_at: event.at,
  }))
  await insertRuns(runner, [
    JSON.stringify(rows),
    webhook.id,
    webhook.organizationId,
    maxAttempts({ isChat: isChat(webhook), isTest: false }),
    new Date(service.now()),
  ])
  return rows.map((row) => row.attempt_id)
}
