/** What one exchange with an endpoint means: for its delivery, and for the turn that made it. */
import type { NextAttempt } from '@scheduling/webhooks'
import type { Attempted } from '../attempt/attempt.ts'
import type { ClaimedDelivery } from '../deliveries/claim.ts'
import type { AttemptRecord } from '../deliveries/record.ts'
import { summaryWith, type ExchangeSummary } from '../health/health-report.ts'
import { afterExchange, type Health } from '../health/health.ts'
import { CHAT_PAUSE_MS, isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'

export type MadeExchange = {
  readonly delivery: ClaimedDelivery
  readonly made: Attempted
  readonly next: NextAttempt
  readonly beganAt: Date
  readonly endedAt: Date
}

/** Failed after so long. An endpoint that is slow and answers is not made slower. */
const HUNG_MS = 1000

export function hasHung({ made, next }: MadeExchange): boolean {
  return next.outcome !== 'SUCCEEDED' && made.result.durationMs >= HUNG_MS
}

/** What came of the deliveries of one claim so far. */
export type Progress = {
  readonly health: Health
  /** Null before the first exchange that was not cut off. */
  readonly exchanges: ExchangeSummary | null
  readonly succeeded: number
  /** What follows from the last exchange; null before the first. */
  readonly last: NextAttempt | null
}

export function progressAfter(
  before: Progress,
  { made, next, endedAt }: MadeExchange,
  subscription: Subscription,
): Progress {
  if (next.outcome === 'UNCOUNTED') return { ...before, last: next }
  const exchange = {
    succeeded: next.outcome === 'SUCCEEDED',
    counts: !made.result.ownFault,
    durationMs: made.result.durationMs,
    at: endedAt,
  }
  const chatPause = isChat(subscription) ? new Date(endedAt.getTime() + CHAT_PAUSE_MS) : null
  const health = afterExchange(before.health, exchange)
  const pausedUntil = next.pauseWebhookUntil ?? chatPause ?? health.pausedUntil
  return {
    health: { ...health, pausedUntil },
    exchanges: summaryWith(before.exchanges, exchange),
    succeeded: before.succeeded + (exchange.succeeded ? 1 : 0),
    last: next,
  }
}

/** @param lease the turn's token, and the id of the next attempt, if there is one */
export function recordOf(
  { delivery, made, next, beganAt }: MadeExchange,
  subscription: Subscription,
  lease: Pick<AttemptRecord, 'token' | 'nextDeliveryId'>,
): AttemptRecord {
  const { result } = made
  const isUncounted = next.outcome === 'UNCOUNTED'
  const isOver =
    next.deactivate !== null || (!isUncounted && delivery.attempt >= delivery.maxAttempts)
  const nextAttemptAt = isOver ? null : next.nextAttemptAt
  return {
    ...lease,
    webhookId: subscription.id,
    organizationId: subscription.organizationId,
    delivery,
    state:
      next.outcome === 'SUCCEEDED' ? 'succeeded' : nextAttemptAt === null ? 'failed' : 'pending',
    isUncounted,
    responseStatus: result.status,
    responseBody: made.responseBody,
    durationMs: result.durationMs,
    errorCode: result.errorCode,
    errorMessage: result.errorMessage,
    host: made.host,
    attemptedAt: beganAt,
    nextAttemptAt,
  }
}
