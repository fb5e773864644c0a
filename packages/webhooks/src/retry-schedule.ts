import { WEBHOOK_LIMITS } from './limits.ts'
import { parseRetryAfter, readRetryAfter } from './retry-after.ts'
import type { AttemptErrorCode } from './send-result.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A wait is lengthened by a random part of itself, up to this; never shortened. */
const JITTER_RATIO = WEBHOOK_LIMITS.retryJitterPercent / 100
/** A longer `Retry-After` counts as this wait, jitter included. */
const RETRY_AFTER_MAX_MS = WEBHOOK_LIMITS.retryAfterMinutes * MINUTE_MS
export const DEACTIVATE_AFTER_FAILING_MS = WEBHOOK_LIMITS.failingDays * DAY_MS
export const WARN_BEFORE_DEACTIVATION_MS = WEBHOOK_LIMITS.failingWarningHours * HOUR_MS

export type RetryState = {
  /** Chat formats have their own schedule and their own deactivation. */
  isChat: boolean
  /** A ping: one attempt, and its failure says nothing about `failingSince`. */
  isTest: boolean
  /** Number of the attempt that was just made, from 1. */
  attempt: number
  /** The webhook's first failed attempt since its last success. */
  failingSince: Date | null
}

export type AttemptOutcome = {
  status: number | null
  errorCode: AttemptErrorCode | 'aborted' | null
  /** The answer's `Retry-After` header as received. */
  retryAfter: string | null
  /** Start of the answer: Discord says the wait in its JSON as well. */
  responseBody?: string | null
  /** The failure was ours (no DNS, no way out): it does not count against the endpoint. */
  ownFault: boolean
}

export type DeactivationReason = 'ENDPOINT_GONE' | 'PLATFORM_REFUSED' | 'FAILING_7_DAYS'

export type NextAttempt = {
  /** `UNCOUNTED`: stopped by us, as if never tried; the same attempt number is due at once. */
  outcome: 'SUCCEEDED' | 'FAILED' | 'UNCOUNTED'
  /** When this delivery is tried again; null when it succeeded or has ended. */
  nextAttemptAt: Date | null
  /** Nothing at all is sent to this webhook before then. */
  pauseWebhookUntil: Date | null
  /** The webhook goes off now, and its pending deliveries with it. */
  deactivate: DeactivationReason | null
  /** What the webhook's `failing_since` becomes. */
  failingSince: Date | null
  /** Deactivation is near: the owner is to be warned (once). */
  isDeactivationNear: boolean
}

/** Attempts a delivery has in all: one for a test, else one more than there are waits. */
export function maxAttempts(state: Pick<RetryState, 'isChat' | 'isTest'>): number {
  return state.isTest ? 1 : waitsOf(state).length + 1
}

/**
 * What follows from one attempt.
 *
 * @param now when the attempt ended
 * @param random draws from [0, 1)
 */
export function nextAttempt(
  state: RetryState,
  result: AttemptOutcome,
  now: Date,
  random: () => number,
): NextAttempt {
  const unchanged = {
    nextAttemptAt: null,
    pauseWebhookUntil: null,
    deactivate: null,
    failingSince: state.failingSince,
    isDeactivationNear: false,
  }
  if (result.errorCode === null) return { ...unchanged, outcome: 'SUCCEEDED', failingSince: null }
  if (result.errorCode === 'aborted') {
    return { ...unchanged, outcome: 'UNCOUNTED', nextAttemptAt: now }
  }

  const counts = !state.isTest && !result.ownFault
  const failingSince = counts ? (state.failingSince ?? now) : state.failingSince
  const stage = counts && failingSince ? failingStage(failingSince, now) : 'recent'
  const deactivate = deactivationBy(state, result) ?? (stage === 'over' ? 'FAILING_7_DAYS' : null)
  const failed = {
    ...unchanged,
    outcome: 'FAILED',
    deactivate,
    failingSince,
    isDeactivationNear: stage === 'near' && deactivate === null,
  } as const
  if (deactivate !== null) return failed

  const waitMs = requestedWaitMs(state, result, now)
  const pauseWebhookUntil = waitMs > 0 ? new Date(now.getTime() + waitMs) : null
  const wait = state.isTest ? undefined : waitsOf(state)[state.attempt - 1]
  const isFinal = result.errorCode === 'template_error' || result.errorCode === 'result_too_large'
  if (wait === undefined || isFinal) return { ...failed, pauseWebhookUntil }

  // What the endpoint asks for never shortens a wait, and has a maximum of its own.
  const lengthening = 1 + JITTER_RATIO * random()
  const asked = Math.min(waitMs * lengthening, RETRY_AFTER_MAX_MS)
  const delay = Math.ceil(Math.max(wait * MINUTE_MS * lengthening, asked))
  const nextAttemptAt = new Date(now.getTime() + delay)
  return { ...failed, pauseWebhookUntil, nextAttemptAt }
}

/** How far a webhook that only fails is from being deactivated. */
export function failingStage(failingSince: Date, now: Date): 'recent' | 'near' | 'over' {
  const failingMs = now.getTime() - failingSince.getTime()
  if (failingMs >= DEACTIVATE_AFTER_FAILING_MS) return 'over'
  return failingMs >= DEACTIVATE_AFTER_FAILING_MS - WARN_BEFORE_DEACTIVATION_MS ? 'near' : 'recent'
}

/** Minutes before each attempt but the first. */
function waitsOf(state: Pick<RetryState, 'isChat'>): readonly number[] {
  return state.isChat ? WEBHOOK_LIMITS.chatRetryMinutes : WEBHOOK_LIMITS.deliveryRetryMinutes
}

function deactivationBy(state: RetryState, result: AttemptOutcome): DeactivationReason | null {
  if (state.isChat) {
    return result.status === 404 || result.status === 410 ? 'PLATFORM_REFUSED' : null
  }
  return result.status === 410 ? 'ENDPOINT_GONE' : null
}

/** Chat platforms are obeyed with any failing status, other endpoints with 429 only. */
function requestedWaitMs(state: RetryState, result: AttemptOutcome, now: Date): number {
  if (!state.isChat && result.status !== 429) return 0
  const waitMs =
    parseRetryAfter(result.retryAfter, now) ??
    (state.isChat ? readRetryAfter(result.responseBody ?? null) : null)
  return Math.min(waitMs ?? 0, RETRY_AFTER_MAX_MS)
}
