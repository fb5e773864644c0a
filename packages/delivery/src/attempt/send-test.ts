import { inTransaction, statement, sqlOf } from '@scheduling/database'
import type { EventEnvelope } from '@scheduling/events'
import { nextAttempt } from '@scheduling/webhooks'
import { storable } from '../deliveries/record.ts'
import { deactivate } from '../health/deactivate.ts'
import { saveTest } from '../health/save-health.ts'
import type { Runtime } from '../runtime.ts'
import { CHAT_PAUSE_MS, isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { attempt } from './attempt.ts'

/** One attempt as it is stored. */
export type AttemptRow = {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly event_type: string
  readonly trigger: string
  readonly attempt: number
  readonly max_attempts: number
  readonly status: string
  readonly response_status: number | null
  readonly response_body: string | null
  readonly duration_ms: number | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly next_attempt_at: Date | null
  readonly attempted_at: Date | null
  readonly created_at: Date
}

const insertTest = statement<AttemptRow>(
  'record test',
  `INSERT INTO delivery_attempt (attempt_day, id, organization_id, webhook_id, event_id, event_day, event_type, run, trigger,
     attempt, max_attempts, status, response_status, response_body, duration_ms, error_code, error_message, host,
     attempted_at, created_at)
   VALUES (($10::timestamptz AT TIME ZONE 'UTC')::date, $1, $2, $3, $4, ($10::timestamptz AT TIME ZONE 'UTC')::date, $13, 0,
     'TEST', 1, 1, $5, $6, $7, $8, $9, $11, $12, $10::timestamptz, $10::timestamptz)
   RETURNING id, webhook_id, event_id, event_type, trigger, attempt, max_attempts, status, response_status, response_body,
     duration_ms, error_code, error_message, next_attempt_at, attempted_at, created_at`,
)

/**
 * Sends a ping or a sample event and waits for the answer: one attempt, which the history shows. A failure does not
 * count against the webhook unless the endpoint says that it is gone; a success ends a stretch of failures.
 *
 * @param event made up for this test: it is in no feed and about no record
 */
export async function sendTest(
  runtime: Runtime,
  subscription: Subscription,
  event: EventEnvelope,
): Promise<AttemptRow> {
  const deliveryId = runtime.newId('dlv')
  const attemptedAt = new Date(runtime.now())
  const made = await attempt(runtime, {
    subscription,
    event,
    deliveryId,
    isTest: true,
    originalMessageId: null,
  })
  const now = new Date(runtime.now())
  const next = nextAttempt(
    { isChat: isChat(subscription), isTest: true, attempt: 1, failingSince: null },
    made.result,
    now,
    runtime.random,
  )
  const isSuccess = next.outcome === 'SUCCEEDED'
  return inTransaction(runtime.db, runtime.patience, async (tx) => {
    const client = sqlOf(tx)
    const [row] = await insertTest(client, [
      deliveryId,
      subscription.organizationId,
      subscription.id,
      event.id,
      isSuccess ? 'SUCCEEDED' : 'FAILED',
      made.result.status,
      storable(made.responseBody),
      made.result.durationMs,
      made.result.errorCode,
      attemptedAt,
      storable(made.result.errorMessage),
      made.host,
      event.type,
    ])
    if (row === undefined) throw new Error('The test was not recorded.')
    const chatRest = isChat(subscription) ? new Date(now.getTime() + CHAT_PAUSE_MS) : null
    await saveTest(client, subscription.id, {
      at: now,
      isSuccess,
      pausedUntil: next.pauseWebhookUntil ?? chatRest,
    })
    if (next.deactivate !== null) await deactivate(client, subscription, next.deactivate, runtime)
    return row
  })
}
