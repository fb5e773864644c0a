import { INVALID_KEY_WINDOW_SECONDS, type Allowances } from './allowances.ts'
import type { AddressState, Counts, Taken, Window } from './counter-store.ts'
import type { KnownRequest, Verdict } from './rate-limits.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1000

/** The windows that apply, most specific first: of two that say the same, the first describes a request. */
export function windowsOf(
  request: KnownRequest,
  limits: Allowances,
  counts: Counts,
): readonly Window[] {
  const minute = (
    name: Window['name'],
    limit: number,
    [number, count]: readonly [number, number],
  ): Window => ({ name, limit, count, endsAt: (number + 1) * MINUTE_MS })
  const [second, secondCount] = counts.keySecond
  return [
    ...(request.isAvailability
      ? [minute('availability minute', limits.availabilityMinute, counts.availabilityMinute)]
      : []),
    minute('key minute', limits.keyMinute, counts.keyMinute),
    minute('organization minute', limits.organizationMinute, counts.organizationMinute),
    {
      name: 'key second',
      limit: limits.keySecond,
      count: secondCount,
      endsAt: (second + 1) * SECOND_MS,
    },
  ]
}

/** The full windows of a refused request. */
export function refusing(taken: Taken): readonly Window[] {
  return taken.windows.filter((window) => window.count >= window.limit)
}

/** Allowed: the per-minute window with the least remaining. Refused: the full window that ends last. */
export function verdictOfTaken(taken: Taken): Verdict {
  if (!taken.isAllowed) {
    const window = first(refusing(taken), (one, other) => one.endsAt > other.endsAt)
    return refusalBy(window, taken.now)
  }
  const window = first(
    taken.windows.filter((window) => window.name !== 'key second'),
    (one, other) => one.limit - one.count < other.limit - other.count,
  )
  return {
    allowed: true,
    limit: window.limit,
    remaining: Math.max(0, window.limit - window.count),
    resetAt: seconds(window.endsAt),
    retryAfterSeconds: null,
  }
}

/** Until nothing counts any more; for an address without a mark, as if the window began now. */
export function verdictOfAddress(state: AddressState, limit: number): Verdict {
  const { now, isCounted, counted, newestSecond, blockedUntil } = state
  if (blockedUntil !== null) {
    const refused = refusal(limit, blockedUntil, now)
    // The request that fills the window is still allowed: the block begins behind it.
    return isCounted ? { ...refused, allowed: true, retryAfterSeconds: null } : refused
  }
  const newest = newestSecond === null ? Math.floor(now / SECOND_MS) : newestSecond + 1
  return {
    allowed: true,
    limit,
    remaining: Math.max(0, limit - counted),
    resetAt: newest + INVALID_KEY_WINDOW_SECONDS,
    retryAfterSeconds: null,
  }
}

/** By one of the windows of a request with a known key. */
export function refusalBy(window: Window, now: number): Verdict {
  return { ...refusal(window.limit, window.endsAt, now), window: window.name }
}

/** @param endsAt milliseconds, as is `now` */
export function refusal(limit: number, endsAt: number, now: number): Verdict {
  return {
    allowed: false,
    limit,
    remaining: 0,
    resetAt: seconds(endsAt),
    retryAfterSeconds: Math.max(1, seconds(endsAt - now)),
  }
}

/** What passes uncounted, because nobody can count it. */
export function uncounted(request: KnownRequest, limits: Allowances, now: number): Verdict {
  const minute: readonly [number, number] = [Math.floor(now / MINUTE_MS), 0]
  const second: readonly [number, number] = [Math.floor(now / SECOND_MS), 0]
  const counts = {
    organizationMinute: minute,
    keySecond: second,
    keyMinute: minute,
    availabilityMinute: minute,
  }
  return verdictOfTaken({ isAllowed: true, now, windows: windowsOf(request, limits, counts) })
}

export function uncountedAddress(limit: number, now: number): Verdict {
  const nothing = { isCounted: false, counted: 0, newestSecond: null, blockedUntil: null }
  return verdictOfAddress({ now, ...nothing }, limit)
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / SECOND_MS)
}

function first(
  windows: readonly Window[],
  isBefore: (one: Window, other: Window) => boolean,
): Window {
  return windows.reduce((best, window) => (isBefore(window, best) ? window : best))
}
