/** Observes an attempt: a span, a line in the log, and its numbers. */
import { inSpan, type Cause } from '@scheduling/telemetry'
import type { NextAttempt } from '@scheduling/webhooks'
import type { ClaimedDelivery } from '../deliveries/claim.ts'
import { isSlow, type Health } from '../health/health.ts'
import type { Runtime } from '../runtime.ts'
import { isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import type { Attempted } from './attempt.ts'

type Sent = {
  readonly delivery: ClaimedDelivery
  readonly subscription: Subscription
  readonly health: Health
}
type Made = { readonly made: Attempted; readonly next: NextAttempt; readonly beganAt: Date }

/**
 * An attempt this soon after its event goes on in the trace of the change. A later one does not: the trace would look
 * as if the request of the morning had waited until then. It has a trace of its own that is linked to the first.
 */
const PROMPT_MS = 60_000

function causeOf({ attempt, eventAt, traceParent, trigger }: ClaimedDelivery, now: number): Cause {
  const isPrompt = attempt === 1 && trigger === 'EVENT' && now - eventAt.getTime() < PROMPT_MS
  return isPrompt ? { parent: traceParent } : { link: traceParent }
}

export function observeAttempt<Result extends Made>(
  { log, now, watch }: Pick<Runtime, 'log' | 'now' | 'watch'>,
  { delivery, subscription, health }: Sent,
  exchange: () => Promise<Result>,
): Promise<Result> {
  const { attempt, deliveryId, event, eventAt, trigger } = delivery
  const options = {
    kind: 'client',
    cause: causeOf(delivery, now()),
    attributes: {
      'http.request.method': 'POST',
      'scheduling.event.id': event.id,
      'scheduling.event.type': event.type,
      'scheduling.delivery.id': deliveryId,
      'scheduling.delivery.attempt': attempt,
      'scheduling.webhook.id': subscription.id,
    },
  } as const
  return inSpan('send webhook', options, async (span) => {
    const ended = await exchange()
    const { made, next, beganAt } = ended
    const { status, errorCode, durationMs } = made.result
    if (status !== null) span.set({ 'http.response.status_code': status })
    if (errorCode !== null) span.fail(errorCode)
    const isFirst = attempt === 1 && trigger === 'EVENT'
    watch?.attempted({
      outcome: next.outcome,
      seconds: durationMs / 1000,
      lag: isFirst ? Math.max(0, (beganAt.getTime() - eventAt.getTime()) / 1000) : null,
      endpoint: kindOf(subscription, health),
    })
    const fields = {
      request_id: event.context.request_id,
      event_id: event.id,
      webhook_id: subscription.id,
      delivery_id: deliveryId,
      attempt,
      outcome: next.outcome.toLowerCase(),
      status,
      ...(errorCode === null ? {} : { error_code: errorCode }),
      ms: Math.round(durationMs),
    }
    log.info(fields, 'attempt')
    return ended
  })
}

function kindOf(subscription: Subscription, health: Health): 'well' | 'slow' | 'failing' | 'chat' {
  if (isChat(subscription)) return 'chat'
  if (health.failingSince !== null) return 'failing'
  return isSlow(health) ? 'slow' : 'well'
}
