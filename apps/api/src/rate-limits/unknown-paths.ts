import { LIMITS } from '@scheduling/core'
import type { Decision } from './rate-limits.ts'
import { refusal } from './decision.ts'

const MINUTE_MS = 60_000

/** How many addresses are counted: requests from countless addresses take a bounded memory. */
const MOST_ADDRESSES = 100_000

/**
 * Counts requests for paths and methods that do not exist, by address and minute. It counts in this process alone:
 * such a request reaches no store and no database, and the limit is there to protect this process.
 *
 * @param scale multiplies the limit, which never falls below 1
 * @param now milliseconds since 1970
 */
export function createUnknownPaths(
  scale: number,
  now: () => number = Date.now,
): (address: string) => Decision {
  const limit = Math.max(1, Math.round(LIMITS.unknownPathsPerAddressPerMinute * scale))
  let minute = 0
  const counts = new Map<string, number>()
  return (address) => {
    const at = now()
    const current = Math.floor(at / MINUTE_MS)
    if (current !== minute || counts.size >= MOST_ADDRESSES) {
      minute = current
      counts.clear()
    }
    const count = Math.min(limit, counts.get(address) ?? 0) + 1
    counts.set(address, count)
    const refused = refusal(limit, (current + 1) * MINUTE_MS, at)
    if (count > limit) return refused
    return { ...refused, allowed: true, remaining: limit - count, retryAfterSeconds: null }
  }
}
