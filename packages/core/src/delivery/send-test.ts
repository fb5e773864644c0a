import { inTransaction, type Database } from '@scheduling/database'
import type { EventEnvelope } from '@scheduling/events'
import { nextAttempt } from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { attempt } from './attempt.ts'
import { CHAT_PAUSE_MS, isChat } from './compose.ts'
import { storable } from './ledger.ts'
import { deactivate, noteTest } from './settle.ts'
import { statement, throughPrisma } from './statement.ts'
import type { Subscription } from './subscription.ts'

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

const recordTest = statement<AttemptRow>(
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
 * Sends a ping or a sample and waits for the answer: one attempt, kept in the history. Its failure does not count
 * against the webhook, unless the endpoint says that it is gone; its success ends a stretch of failures.
 *
 * @param event in no feed, about no record
 */
export async function sendTest(
  service: Service & { readonly db: Database },
  subscription: Subscription,
  event: EventEnvelope,
): Promise<AttemptRow> {
  const deliveryId = service.newId('dlv')
  const attemptedAt = new Date(service.now())
  const made = await attempt(service, {
    subscription,
    event,
    deliveryId,
    isTest: true,
    originalMessageId: null,
  })
  const now = new Date(service.now())
  const next = nextAttempt(
    { isChat: isChat(subscription), isTest: true, attempt: 1, failingSince: null },
    made.result,
    now,
    service.random,
  )
  const isSuccess = next.outcome === 'SUCCEEDED'
  return inTransaction(service.db, service.patience, async (tx) => {
    const runner = throughPrisma(tx)
    const [row] = await recordTest(runner, [
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
    await noteTest(runner, subscription.id, {
      at: now,
      isSuccess,
      pausedUntil: next.pauseWebhookUntil ?? chatRest,
    })
    if (next.deactivate !== null)
      await deactivate(runner, subscription, next.deactivate, service.now())
    return row
  })
}
