import { nextAttempt, type NextAttempt } from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { attempt, type Attempted } from './attempt.ts'
import { originalMessageId, rememberMessage } from './chat-messages.ts'
import type { Claimed } from './claim.ts'
import { CHAT_PAUSE_MS, isChat } from './compose.ts'
import {
  afterExchange,
  claimSize,
  openLanesOf,
  withExchange,
  type Health,
  type News,
  type Seen,
} from './health.ts'
import { endLeasesOfTurn, leaseToken } from './lease-holder.ts'
import { discardPending, type Recorded } from './ledger.ts'
import { patiently } from './patience.ts'
import { isPaused, type Pauses } from './pauses.ts'
import type { Rounds } from './rounds.ts'
import { deactivate, warnOwner } from './settle.ts'
import type { Runner } from './statement.ts'
import type { Standing, Subscription } from './subscription.ts'
import { later, wakeLanes, type Waker } from './wake.ts'

/** A lane takes turns: this much work, then everybody else's lanes come first. */
const TURN_MS = 2000

export type LaneTools = {
  readonly service: Service
  readonly runner: Runner
  /** Shared by all lanes of a process, as are the waker and the pauses. */
  readonly rounds: Rounds
  readonly wake: Waker
  /** Names this process in its leases. */
  readonly holder: string
  readonly pauses: Pauses
  /** Aborted at shutdown: no new exchange begins. */
  readonly stopping: AbortSignal
  /** Aborted when shutdown has waited long enough: exchanges end, uncounted. */
  readonly cutOff: AbortSignal
}

/** One turn of one lane of a webhook: claims what is due, sends, records, and says when to come again. */
export async function runLane(tools: LaneTools, webhookId: string): Promise<void> {
  const { service, runner } = tools
  const token = leaseToken(tools.holder, service.newId('dlv'))
  const entered = await tools.rounds.enter(webhookId, token)
  if (entered === null) {
    // Deleted while its events were being fanned out: nothing of it may wait for ever.
    await discardPending(runner, webhookId, service.now())
    return
  }
  // All its lanes at work: each of them looks ahead after its release, and so sees what woke this one.
  if (!entered.hasLane) return
  try {
    const { standing, untold } = await takeTurn(tools, token, entered.standing)
    // Released before looking for more: the other order loses a delivery that arrives in between.
    await tools.rounds.leave(webhookId, token, untold)
    await comeAgain(tools, standing)
  } catch (error) {
    await abandon(tools, token, entered.standing)
    throw error
  }
}

/** After a turn that failed half-way: what it had claimed must not wait for its leases to run out. */
async function abandon(tools: LaneTools, token: string, standing: Standing): Promise<void> {
  const { subscription, health } = standing
  await patiently(async () => {
    await endLeasesOfTurn(tools.runner, subscription.id, token)
    await wakeLanes(tools.runner, [{ webhookId: subscription.id, health, due: 1, at: null }])
  }).catch(() => undefined)
}

/** How a turn ended. */
type Turn = {
  readonly standing: Standing
  /** What is left to be written when the lane is released. */
  readonly untold: Seen | null
}

async function takeTurn(tools: LaneTools, token: string, standing: Standing): Promise<Turn> {
  const { service, runner } = tools
  const turnEnds = performance.now() + TURN_MS
  let current = standing
  for (;;) {
    const { subscription, health } = current
    if (!subscription.active) {
      await discardPending(runner, subscription.id, service.now())
      return { standing: current, untold: null }
    }
    if (current.isStill) return { standing: current, untold: null }
    if (isResting(tools, current) || tools.stopping.aborted || performance.now() > turnEnds)
      return { standing: current, untold: null }
    const most = isChat(subscription) ? 1 : claimSize(health)
    const claimed = await tools.rounds.claim(subscription, token, most)
    if (claimed.length === 0) return { standing: current, untold: null }
    const served = await serve(tools, token, current, claimed, turnEnds)
    const seen = served.news === null ? null : { news: served.news, health: served.health }
    // The usual end: that was all, and all went well. Nothing waits for what an owner may have changed meanwhile.
    if (claimed.length < most && served.succeeded === claimed.length)
      return { standing: { ...current, health: served.health }, untold: seen }
    if (seen !== null) await tools.rounds.tell(subscription.id, seen)
    await settle(tools, subscription, served)
    const reread = await tools.rounds.read(subscription.id)
    if (reread === null) {
      const off = { ...subscription, active: false }
      return { standing: { ...current, subscription: off, health: served.health }, untold: null }
    }
    current = reread
  }
}

function isResting(
  tools: LaneTools,
  { subscription, health }: Pick<Standing, 'subscription' | 'health'>,
): boolean {
  return isPaused(tools.pauses, subscription.id, health.pausedUntil, tools.service.now())
}

type Served = {
  readonly health: Health
  readonly news: News | null
  readonly succeeded: number
  /** What the last exchange said of the webhook; null when none ended. */
  readonly last: NextAttempt | null
}

/** After health is written, since both are decided by what all lanes saw. */
async function settle(tools: LaneTools, subscription: Subscription, { last }: Served) {
  const { service, runner } = tools
  if (last === null) return
  if (last.deactivate !== null)
    await deactivate(runner, subscription, last.deactivate, service.now())
  else if (last.isDeactivationNear) await warnOwner(runner, subscription, service.now())
}

/** Sends what was claimed, one after another, until the turn ends or the webhook has to rest. */
async function serve(
  tools: LaneTools,
  token: string,
  { subscription, health }: Standing,
  claimed: readonly Claimed[],
  turnEnds: number,
): Promise<Served> {
  let served: Served = { health, news: null, succeeded: 0, last: null }
  const writes: Promise<void>[] = []
  try {
    for (const [index, delivery] of claimed.entries()) {
      const isEnd =
        (index > 0 && (tools.stopping.aborted || performance.now() > turnEnds)) ||
        isResting(tools, { subscription, health: served.health }) ||
        served.last?.outcome === 'UNCOUNTED' ||
        served.last?.deactivate != null
      if (isEnd) {
        await tools.rounds.giveBack(subscription.id, token, claimed.slice(index))
        break
      }
      served = await deliver(tools, token, subscription, served, delivery, writes)
    }
  } finally {
    await Promise.all(writes)
  }
  return served
}

/**
 * One exchange. Its record is under way when this returns, so that the next exchange need not wait for the
 * database; `serve` waits for all of them.
 */
async function deliver(
  tools: LaneTools,
  token: string,
  subscription: Subscription,
  before: Served,
  delivery: Claimed,
  writes: Promise<void>[],
): Promise<Served> {
  const { service, runner } = tools
  const chat = isChat(subscription)
  const attemptedAt = new Date(service.now())
  const made = await attempt(service, {
    subscription,
    event: delivery.event,
    deliveryId: delivery.deliveryId,
    isTest: false,
    originalMessageId: chat
      ? await originalMessageId(runner, subscription.id, delivery.event)
      : null,
    signal: tools.cutOff,
  })
  const now = new Date(service.now())
  const next = nextAttempt(
    {
      isChat: chat,
      isTest: false,
      attempt: delivery.attempt,
      failingSince: before.health.failingSince,
    },
    made.result,
    now,
    service.random,
  )
  // Before the record: a crash in between repeats an edit, while the other order posts a second message.
  if (made.message !== null)
    await rememberMessage(runner, subscription.id, delivery.event, made.message)
  const write = tools.rounds.record(
    recordOf(subscription, token, delivery, made, next, attemptedAt, service.newId('dlv')),
  )
  // Heard in `serve`; until then a failure must not count as unheard.
  write.catch(() => undefined)
  writes.push(write)
  if (next.outcome === 'UNCOUNTED') return { ...before, last: next }
  const exchange = {
    succeeded: next.outcome === 'SUCCEEDED',
    counts: !made.result.ownFault,
    durationMs: made.result.durationMs,
    at: now,
  }
  const chatRest = chat ? new Date(now.getTime() + CHAT_PAUSE_MS) : null
  const health = afterExchange(before.health, exchange)
  const pausedUntil = next.pauseWebhookUntil ?? chatRest ?? health.pausedUntil
  if (next.pauseWebhookUntil !== null) tools.pauses.add(subscription.id, next.pauseWebhookUntil)
  return {
    health: { ...health, pausedUntil },
    news: withExchange(before.news, exchange),
    succeeded: before.succeeded + (exchange.succeeded ? 1 : 0),
    last: next,
  }
}

function recordOf(
  subscription: Subscription,
  token: string,
  claimed: Claimed,
  made: Attempted,
  next: NextAttempt,
  attemptedAt: Date,
  nextDeliveryId: string,
): Recorded {
  const { result } = made
  const isUncounted = next.outcome === 'UNCOUNTED'
  const isOver =
    next.deactivate !== null || (!isUncounted && claimed.attempt >= claimed.maxAttempts)
  const nextAttemptAt = isOver ? null : next.nextAttemptAt
  return {
    webhookId: subscription.id,
    organizationId: subscription.organizationId,
    claimed,
    token,
    state:
      next.outcome === 'SUCCEEDED' ? 'succeeded' : nextAttemptAt === null ? 'failed' : 'pending',
    isUncounted,
    responseStatus: result.status,
    responseBody: made.responseBody,
    durationMs: result.durationMs,
    errorCode: result.errorCode,
    errorMessage: result.errorMessage,
    host: made.host,
    attemptedAt,
    nextAttemptAt,
    nextDeliveryId,
  }
}

/** Wakes the lanes for what is due by now, and sets the timer for what is due later. */
async function comeAgain(tools: LaneTools, standing: Standing): Promise<void> {
  const { service, runner } = tools
  const { subscription, health } = standing
  // When its features are back, the sweep wakes it.
  if (standing.isStill) return
  const now = service.now()
  const { due, next, busy } = await tools.rounds.lookAhead(subscription)
  if (next === null) return
  if (!subscription.active) {
    await discardPending(runner, subscription.id, now)
    return
  }
  const rest = isResting(tools, standing)
    ? tools.pauses.latest(subscription.id, health.pausedUntil)
    : null
  const at = rest ?? (due > 0 ? null : next)
  // Lanes at work come again by themselves.
  const open = openLanesOf(health, isChat(subscription))
  const lanes = Math.max(1, Math.min(due, open - busy))
  await tools.wake([
    { webhookId: subscription.id, health, due: lanes, at: at === null ? null : later(at, now) },
  ])
}
