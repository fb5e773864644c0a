/**
 * A turn of one lane of a webhook. It **enters**: it reads the webhook and leases a free lane of it. It **claims**
 * deliveries that are due, **sends** one after another, and **records** each attempt while the next request is under
 * way. After each claim it reports what it saw of the endpoint, **settles** what follows for the webhook (its owner is
 * warned, or it is turned off), reads the webhook again and claims more: until nothing is due, the webhook has to
 * pause, or the turn has taken two seconds and it is the turn of other webhooks. Then it **leaves**: it releases the
 * lane. Last it **looks ahead**, and says when the webhook's lanes are to be woken again. The order of the last two
 * matters: a turn that looked before it left would miss a delivery that arrives in between, since its writer
 * sees the lane still at work and does not wake it.
 */
import { nextAttempt } from '@scheduling/webhooks'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'
import { attempt } from '../attempt/attempt.ts'
import { observeAttempt } from '../attempt/observe-attempt.ts'
import { originalMessageId, rememberMessage } from '../attempt/chat-messages.ts'
import type { ClaimedDelivery } from '../deliveries/claim.ts'
import { discardPending } from '../deliveries/discard.ts'
import { deactivate } from '../health/deactivate.ts'
import type { HealthReport } from '../health/health-report.ts'
import { claimSize, openLanesOf, type Health } from '../health/health.ts'
import { isPaused, type Pauses } from '../health/pauses.ts'
import { warnOwner } from '../health/warn.ts'
import type { WebhookState } from '../health/webhook-state.ts'
import { endLeasesOfTurn, leaseToken } from '../leases/lease-holder.ts'
import type { Runtime } from '../runtime.ts'
import type { Sql } from '@scheduling/database'
import { isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { hasHung, progressAfter, recordOf, type MadeExchange, type Progress } from './exchange.ts'
import type { LaneQueries } from './lane-queries.ts'
import type { Pacer } from './pacer.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'
import { later, wakeLanes, type Wake } from './wake.ts'

/** How long a turn goes on claiming. A change of the webhook takes effect within one turn. */
const TURN_MS = WEBHOOK_LIMITS.webhookChangeSeconds * 1000

/** What all turns of a process have in common. */
export type TurnEnvironment = {
  readonly runtime: Runtime
  readonly client: Sql
  readonly queries: LaneQueries
  readonly pauses: Pauses
  /**
   * Waited for after an exchange that hung. When a host goes down, all its endpoints time out in the same instant,
   * again and again: what follows for them must not come between the others and the database all at once.
   */
  readonly afterHanging: Pacer
  /** Names this process in its leases. */
  readonly holder: string
  /** Aborted at shutdown: no new exchange begins. */
  readonly stopping: AbortSignal
  /** Aborted when shutdown has waited long enough: exchanges end, uncounted. */
  readonly cutOff: AbortSignal
}

/** The webhook at the end of a turn, and what is still to be reported of it. */
type End = { readonly state: WebhookState; readonly report: HealthReport | null }

export class Turn {
  readonly #environment: TurnEnvironment
  readonly #webhookId: string
  /** Of the leases on the lane and on all deliveries that this turn claims. */
  readonly #token: string
  /** By `elapsed`. */
  #endsAt = 0

  constructor(environment: TurnEnvironment, webhookId: string) {
    this.#environment = environment
    this.#webhookId = webhookId
    this.#token = leaseToken(environment.holder, environment.runtime.newId('dlv'))
  }

  /** @returns the lanes to wake now that the turn is over */
  async run(): Promise<Wake[]> {
    let state: WebhookState | null = null
    try {
      state = await this.#enter()
      if (state === null) return []
      const end = await this.#serve(state)
      await this.#leave(end.report)
      return await this.#lookAhead(end.state)
    } catch (error) {
      await this.#abandon(state)
      throw error
    }
  }

  /** @returns null where the turn has no lane, and nothing to do */
  async #enter(): Promise<WebhookState | null> {
    const { client, queries, runtime } = this.#environment
    const entered = await queries.enter({ webhookId: this.#webhookId, token: this.#token })
    if (entered === null) {
      // Deleted while its events were being fanned out: its deliveries must not wait for ever.
      await discardPending(client, this.#webhookId, runtime.now())
      return null
    }
    // Lanes that are all at work look ahead after they are released, and so find what woke this one.
    return entered.hasLane ? entered.state : null
  }

  async #serve(entered: WebhookState): Promise<End> {
    const { client, queries, runtime, stopping } = this.#environment
    this.#endsAt = runtime.elapsed() + TURN_MS
    let state = entered
    for (;;) {
      const { subscription, health } = state
      const end: End = { state, report: null }
      if (!subscription.active) {
        await discardPending(client, subscription.id, runtime.now())
        return end
      }
      if (subscription.isAtStandstill || this.#isPaused(health)) return end
      if (stopping.aborted || this.#isOver()) return end
      const most = isChat(subscription) ? 1 : claimSize(health)
      const claimed = await queries.claim({ subscription, token: this.#token, most })
      if (claimed.length === 0) return end
      const sent = await this.#send(state, claimed)
      const report =
        sent.exchanges === null ? null : { exchanges: sent.exchanges, health: sent.health }
      // The usual end: nothing else was due, and all went well. It need not see what an owner changed in the meantime.
      if (claimed.length < most && sent.succeeded === claimed.length)
        return { state: { subscription, health: sent.health }, report }
      // Health first: what follows for the webhook is decided by what all its lanes saw.
      if (report !== null)
        await queries.report({ webhookId: subscription.id, health: report, token: null })
      await this.#settle(subscription, sent)
      const reread = await queries.read(subscription.id)
      if (reread === null) {
        const deleted = { ...subscription, active: false }
        return { state: { subscription: deleted, health: sent.health }, report: null }
      }
      state = reread
    }
  }

  #isOver(): boolean {
    return this.#environment.runtime.elapsed() > this.#endsAt
  }

  #isPaused({ pausedUntil }: Health): boolean {
    const { pauses, runtime } = this.#environment
    return isPaused(pauses, this.#webhookId, pausedUntil, runtime.now())
  }

  /** Sends one delivery after another, until the turn ends or the webhook has to pause; gives back the rest. */
  async #send(
    { subscription, health }: WebhookState,
    claimed: readonly ClaimedDelivery[],
  ): Promise<Progress> {
    const { afterHanging, pauses, queries, stopping } = this.#environment
    let progress: Progress = { health, exchanges: null, succeeded: 0, last: null }
    const records: Promise<void>[] = []
    try {
      for (const [index, delivery] of claimed.entries()) {
        const isEnd =
          (index > 0 && (stopping.aborted || this.#isOver())) ||
          this.#isPaused(progress.health) ||
          progress.last?.outcome === 'UNCOUNTED' ||
          progress.last?.deactivate != null
        if (isEnd) {
          const deliveries = claimed.slice(index)
          await queries.giveBack({ webhookId: subscription.id, token: this.#token, deliveries })
          break
        }
        const exchange = await this.#exchange(subscription, delivery, progress.health)
        progress = progressAfter(progress, exchange, subscription)
        const { pauseWebhookUntil } = exchange.next
        if (pauseWebhookUntil !== null) pauses.add(subscription.id, pauseWebhookUntil)
        if (hasHung(exchange)) await afterHanging()
        records.push(this.#record(exchange, subscription))
      }
    } finally {
      await Promise.all(records)
    }
    return progress
  }

  async #exchange(
    subscription: Subscription,
    delivery: ClaimedDelivery,
    health: Health,
  ): Promise<MadeExchange> {
    const { client, cutOff, runtime } = this.#environment
    const chat = isChat(subscription)
    const { event, deliveryId } = delivery
    const { failingSince } = health
    const { made, next, beganAt, endedAt } = await observeAttempt(
      runtime,
      { delivery, subscription, health },
      async () => {
        const beganAt = new Date(runtime.now())
        const made = await attempt(runtime, {
          subscription,
          event,
          deliveryId,
          isTest: false,
          originalMessageId: chat ? await originalMessageId(client, subscription.id, event) : null,
          signal: cutOff,
        })
        const endedAt = new Date(runtime.now())
        const state = { isChat: chat, isTest: false, attempt: delivery.attempt, failingSince }
        const next = nextAttempt(state, made.result, endedAt, runtime.random)
        return { made, next, beganAt, endedAt }
      },
    )
    // Before the record: a crash in between repeats an edit, while the other order would post a second message.
    if (made.message !== null) await rememberMessage(client, subscription.id, event, made.message)
    return { delivery, made, next, beganAt, endedAt }
  }

  /** Under way when this returns, so that the next exchange need not wait for the database: `#send` waits for it. */
  #record(exchange: MadeExchange, subscription: Subscription): Promise<void> {
    const { queries, runtime } = this.#environment
    const lease = { token: this.#token, nextDeliveryId: runtime.newId('dlv') }
    const record = queries.record(recordOf(exchange, subscription, lease))
    // Until `#send` waits for it, a failure must not count as an unhandled rejection.
    record.catch(() => undefined)
    return record
  }

  async #settle(subscription: Subscription, { last }: Progress): Promise<void> {
    const { client, runtime } = this.#environment
    if (last === null) return
    if (last.deactivate !== null) await deactivate(client, subscription, last.deactivate, runtime)
    else if (last.isDeactivationNear) await warnOwner(client, subscription, runtime.now())
  }

  #leave(health: HealthReport | null): Promise<void> {
    const { queries } = this.#environment
    return queries.report({ webhookId: this.#webhookId, health, token: this.#token })
  }

  /** Lanes for what is due by now, and the time at which something is due later. */
  async #lookAhead({ subscription, health }: WebhookState): Promise<Wake[]> {
    const { client, pauses, queries, runtime } = this.#environment
    // When its features are back, the sweep wakes it.
    if (subscription.isAtStandstill) return []
    const now = runtime.now()
    let ahead = await queries.lookAhead(subscription)
    if (ahead.next !== null && !subscription.active) {
      await discardPending(client, subscription.id, now)
      // If the owner has switched the webhook on again, what came since is still there.
      ahead = await queries.lookAhead(subscription)
    }
    const { due, next, busy } = ahead
    if (next === null) return []
    const pause = this.#isPaused(health) ? pauses.latest(subscription.id, health.pausedUntil) : null
    const at = pause ?? (due > 0 ? null : next)
    // Lanes at work come again by themselves.
    const free = openLanesOf(health, isChat(subscription)) - busy
    const lanes = Math.max(1, Math.min(due, free))
    return [
      { webhookId: subscription.id, health, due: lanes, at: at === null ? null : later(at, now) },
    ]
  }

  /**
   * After a turn that failed half-way: what it had claimed must not wait for its leases to run out. That holds for what
   * it does not know of, too, since the answer was lost.
   */
  async #abandon(state: WebhookState | null): Promise<void> {
    const { client, runtime } = this.#environment
    await retryWhileUnavailable(runtime, async () => {
      await endLeasesOfTurn(client, this.#webhookId, this.#token)
      if (state === null) return
      const { health } = state
      await wakeLanes(client, [{ webhookId: this.#webhookId, health, due: 1, at: null }])
    }).catch(() => undefined)
  }
}
