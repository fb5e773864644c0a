import { nextAttempt } from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { attempt, type Attempted } from './attempt.ts'
import { originalMessageId, rememberMessage } from './chat-messages.ts'
import { isChat } from './compose.ts'
import { afterExchange, isSlow, type Health } from './health.ts'
import { releaseLane, takeLane } from './lane-lease.ts'
import { claim, discardPending, lookAhead, unclaim, type Claimed, type Recorded } from './ledger.ts'
import type { Recorder } from './recorder.ts'
import { deactivate, keepHealth, warnOwner } from './settle.ts'
import type { Runner } from './statement.ts'
import { readSubscription, type Subscription } from './subscription.ts'
import { wakeLanes } from './wake.ts'

/** A lane takes turns: this much work, then everybody else's lanes come first. */
const TURN_MS = 2000
const CLAIM_MOST = 10
/** An endpoint that takes longer than this is claimed one by one, so that its other lanes find work. */
const CLAIM_SINGLY_MS = 50
/** Chat platforms take one message a second per channel. */
const CHAT_PAUSE_MS = 1000

export type LaneTools = {
  readonly service: Service
  readonly runner: Runner
  readonly recorder: Recorder
  /** Aborted at shutdown: no new exchange begins. */
  readonly stopping: AbortSignal
  /** Aborted when shutdown has waited long enough: exchanges end, uncounted. */
  readonly cutOff: AbortSignal
}

/** One turn of one lane of a webhook: claims what is due, sends, records, and says when to come again. */
export async function runLane(tools: LaneTools, webhookId: string): Promise<void> {
  const { service, runner } = tools
  const read = await readSubscription(runner, service.crypto, webhookId, service.now())
  if (read === null) {
    // Deleted while its events were being fanned out: nothing of it may wait for ever.
    await discardPending(runner, webhookId, service.now())
    return
  }
  const token = service.newId('dlv')
  const open = isSlow(read.health) || isChat(read.subscription) ? 1 : read.health.openLanes
  if (!(await takeLane(runner, webhookId, token, open))) return
  let after = read
  try {
    after = await takeTurn(tools, token, read)
  } finally {
    // Released before looking for more: the other order loses a delivery that arrives in between.
    await releaseLane(runner, webhookId, token)
  }
  if (!tools.stopping.aborted) await comeAgain(tools, after.subscription, after.health)
}

type Standing = { readonly subscription: Subscription; readonly health: Health }

async function takeTurn(tools: LaneTools, token: string, standing: Standing): Promise<Standing> {
  const { service, runner } = tools
  const turnEnds = performance.now() + TURN_MS
  let current = standing
  for (;;) {
    const { subscription, health } = current
    if (!subscription.active) {
      await discardPending(runner, subscription.id, service.now())
      return current
    }
    if (isPaused(health, service.now()) || tools.stopping.aborted || performance.now() > turnEnds)
      return current
    const most =
      isSlow(health) || isChat(subscription) || health.slowMs > CLAIM_SINGLY_MS ? 1 : CLAIM_MOST
    const claimed = await claim(runner, service.crypto, subscription, token, service.now(), most)
    if (claimed.length === 0) return current
    const served = await serve(tools, token, current, claimed, turnEnds)
    await keepHealth(runner, subscription.id, served)
    const reread = await readSubscription(runner, service.crypto, subscription.id, service.now())
    if (reread === null) return { subscription: { ...subscription, active: false }, health: served }
    current = reread
  }
}

function isPaused(health: Health, now: number): boolean {
  return health.pausedUntil !== null && health.pausedUntil.getTime() > now
}

/** Sends what was claimed, one after another, until the turn ends or the webhook has to rest. */
async function serve(
  tools: LaneTools,
  token: string,
  { subscription, health }: Standing,
  claimed: readonly Claimed[],
  turnEnds: number,
): Promise<Health> {
  let current = health
  for (const [index, delivery] of claimed.entries()) {
    const mustRest = index > 0 && (tools.stopping.aborted || performance.now() > turnEnds)
    if (mustRest || isPaused(current, tools.service.now())) {
      await unclaim(tools.runner, subscription.id, token, claimed.slice(index))
      return current
    }
    const { health: next, isOver } = await deliver(tools, token, subscription, current, delivery)
    current = next
    if (isOver) {
      await unclaim(tools.runner, subscription.id, token, claimed.slice(index + 1))
      return current
    }
  }
  return current
}

async function deliver(
  tools: LaneTools,
  token: string,
  subscription: Subscription,
  health: Health,
  delivery: Claimed,
): Promise<{ health: Health; isOver: boolean }> {
  const { service, runner } = tools
  const chat = isChat(subscription)
  const attemptedAt = new Date(service.now())
  const made = await attempt(service, {
    subscription,
    event: delivery.event,
    deliveryId: delivery.deliveryId,
    composed: delivery.composed,
    originalMessageId: chat
      ? await originalMessageId(runner, subscription.id, delivery.event)
      : null,
    signal: tools.cutOff,
  })
  const now = new Date(service.now())
  const next = nextAttempt(
    { isChat: chat, isTest: false, attempt: delivery.attempt, failingSince: health.failingSince },
    made.result,
    now,
    service.random,
  )
  const isEnd = delivery.attempt >= delivery.maxAttempts
  await tools.recorder.write(
    recordOf(subscription, token, delivery, made, {
      attemptedAt,
      outcome: next.outcome,
      nextAttemptAt: next.outcome === 'FAILED' && isEnd ? null : next.nextAttemptAt,
      nextDeliveryId: service.newId('dlv'),
      isOff: next.deactivate !== null,
    }),
  )
  if (next.outcome === 'UNCOUNTED') return { health, isOver: true }
  if (made.messageId !== null)
    await rememberMessage(runner, subscription.id, delivery.event, made.messageId)
  const exchanged = afterExchange(health, {
    succeeded: next.outcome === 'SUCCEEDED',
    durationMs: made.result.durationMs,
    at: now,
  })
  const chatRest = chat ? new Date(now.getTime() + CHAT_PAUSE_MS) : null
  const current: Health = {
    ...exchanged,
    failingSince: next.failingSince,
    pausedUntil: next.pauseWebhookUntil ?? chatRest ?? exchanged.pausedUntil,
  }
  if (next.deactivate !== null) {
    await deactivate(runner, subscription, next.deactivate, service.now())
    return { health: current, isOver: true }
  }
  if (next.isDeactivationNear) {
    await keepHealth(runner, subscription.id, current)
    await warnOwner(runner, subscription, service.now())
  }
  return { health: current, isOver: false }
}

function recordOf(
  subscription: Subscription,
  token: string,
  claimed: Claimed,
  made: Attempted,
  next: {
    attemptedAt: Date
    outcome: 'SUCCEEDED' | 'FAILED' | 'UNCOUNTED'
    nextAttemptAt: Date | null
    nextDeliveryId: string
    isOff: boolean
  },
): Recorded {
  const { result } = made
  const isAgain = next.nextAttemptAt !== null && !next.isOff
  return {
    webhookId: subscription.id,
    organizationId: subscription.organizationId,
    claimed,
    token,
    state: next.outcome === 'SUCCEEDED' ? 'succeeded' : isAgain ? 'pending' : 'failed',
    isUncounted: next.outcome === 'UNCOUNTED',
    responseStatus: result.status,
    responseBody: made.responseBody,
    durationMs: result.durationMs,
    errorCode: result.errorCode,
    errorMessage: result.errorMessage,
    host: made.host,
    attemptedAt: next.attemptedAt,
    nextAttemptAt: isAgain ? next.nextAttemptAt : null,
    nextDeliveryId: next.nextDeliveryId,
    composed: made.composed,
  }
}

/** Wakes the lanes for what is due by now, and sets the timer for what is due later. */
async function comeAgain(
  { service, runner }: LaneTools,
  subscription: Subscription,
  health: Health,
): Promise<void> {
  const now = service.now()
  const { due, next } = await lookAhead(runner, subscription.id, now)
  if (next === null) return
  if (!subscription.active) {
    await discardPending(runner, subscription.id, now)
    return
  }
  const rest = isPaused(health, now) ? health.pausedUntil : null
  const at = rest ?? (due > 0 ? null : next)
  await wakeLanes(runner, [{ webhookId: subscription.id, health, due, at }])
}
