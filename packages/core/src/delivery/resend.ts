import { maxAttempts } from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { lineOf } from './chat-lines.ts'
import { isChat } from './compose.ts'
import { statement, type Runner } from './statement.ts'

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
  /** One more than the last; 0 for an event that never stood on this ledger. */
  readonly run: number
  /** When its first attempt is due. */
  readonly at: Date
}

type Receiver = { readonly id: string; readonly organizationId: number; readonly format: string }

/**
 * Puts events on a webhook's ledger once more: a new run each, from attempt 1, with the whole schedule.
 * Read the last runs and call this under the webhook's row lock: then nobody but a fan-out adds runs, and an
 * event that is being fanned out this very moment is left to that. The lanes are not woken here.
 *
 * @returns ids of the first attempts
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
    run: event.run,
    event_type: event.eventType,
    attempt_id: service.newId('dlv'),
    next_attempt_at: event.at,
  }))
  const inserted = await insertRuns(runner, [
    JSON.stringify(rows),
    webhook.id,
    webhook.organizationId,
    maxAttempts({ isChat: isChat(webhook), isTest: false }),
    new Date(service.now()),
    isChat(webhook),
  ])
  return inserted.map((row) => row.attempt_id)
}
