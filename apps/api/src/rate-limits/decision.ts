import { ATTEMPTS, type Allowances, type AttemptKind } from './allowances.ts'
import type { AttemptState, Counts, Taken, Window } from './counter-store.ts'
import type { KnownRequest, Decision } from './rate-limits.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1000

/** The windows that apply, the most specific first. Of two with the same count, the first describes a request. */
export function windowsOf(
  request: KnownRequest,
  { windows }: Allowances,
  counts: Counts,
): readonly Window[] {
  const sizes = windows[request.holder]
  const { calls, availabilityCalls } = request
  const window = (
    name: Window['name'],
    limit: number,
    [number, count]: readonly [number, number],
    counted = calls,
    length = MINUTE_MS,
  ): Window => ({ name, limit, count, calls: counted, endsAt: (number + 1) * length })
  return [
    ...(availabilityCalls === 0
      ? []
      : [
          window(
            'availability minute',
            sizes.availabilityMinute,
            counts.availabilityMinute,
            availabilityCalls,
          ),
        ]),
    window('key minute', sizes.keyMinute, counts.keyMinute),
    window('organization minute', sizes.organizationMinute, counts.organizationMinute),
    window('key second', sizes.keySecond, counts.keySecond, calls, SECOND_MS),
  ]
}

/** The windows without room for a request. A batch that is larger than a window needs the whole window. */
export function refusing(windows: readonly Window[]): readonly Window[] {
  return windows.filter(({ count, calls, limit }) => count + Math.min(calls, limit) > limit)
}

/**
 * Allowed: the per-minute window with the least remaining. Refused: the block of the address, else the window
 * without room that ends last.
 */
export function decisionOfTaken(taken: Taken, { attempts }: Allowances): Decision {
  const blockedUntil = taken.attempts?.blockedUntil ?? null
  if (blockedUntil !== null) {
    return refusalOfAddress(refusal(attempts['invalid key'], blockedUntil, taken.now))
  }
  if (!taken.isAllowed) {
    const window = first(refusing(taken.windows), (one, other) => one.endsAt > other.endsAt)
    return refusalBy(window, taken.now)
  }
  const window = first(
    taken.windows.filter((window) => window.name !== 'key second'),
    (one, other) => one.limit - one.count < other.limit - other.count,
  )
  return {
    allowed: true,
    limit: window.limit,
    remaining: remaining(window),
    resetAt: seconds(window.endsAt),
    retryAfterSeconds: null,
  }
}

/**
 * Describes the window until nothing in it counts any more. Without attempts, it is a window that begins now.
 *
 * @param isOne whether this is one more attempt. The attempt that fills the window is still allowed, and the block
 *   begins after it. A look is refused from then on.
 */
export function decisionOfAttempts(
  state: AttemptState,
  { kind, limit, isOne }: { kind: AttemptKind; limit: number; isOne: boolean },
): Decision {
  const { now, isCounted, counted, newestSecond, blockedUntil } = state
  if (blockedUntil !== null) {
    const refused = refusal(limit, blockedUntil, now)
    const isLast = isOne && isCounted && counted <= limit
    return isLast ? { ...refused, allowed: true, retryAfterSeconds: null } : refused
  }
  const newest = newestSecond === null ? Math.floor(now / SECOND_MS) : newestSecond + 1
  return {
    allowed: true,
    limit,
    remaining: Math.max(0, limit - counted),
    resetAt: newest + ATTEMPTS[kind].windowSeconds,
    retryAfterSeconds: null,
  }
}

/** The refusal of a look at an address, as one of a known caller who sends from there. */
export function refusalOfAddress(look: Decision): Decision {
  return { ...look, window: 'blocked address' }
}

/** The refusal by one of the windows of a known caller. */
export function refusalBy(window: Window, now: number): Decision {
  return {
    ...refusal(window.limit, window.endsAt, now),
    remaining: remaining(window),
    window: window.name,
  }
}

/** @param endsAt milliseconds, as is `now` */
export function refusal(limit: number, endsAt: number, now: number): Decision {
  return {
    allowed: false,
    limit,
    remaining: 0,
    resetAt: seconds(endsAt),
    retryAfterSeconds: Math.max(1, seconds(endsAt - now)),
  }
}

function remaining({ limit, count }: Window): number {
  return Math.max(0, limit - count)
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
