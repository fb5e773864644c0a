import type { Decision } from './rate-limits.ts'
import { refusal } from './decision.ts'

/** A full window stays full until it ends, so a flood is refused here without asking the store. */
export type Refusals = {
  /**
   * @param scope the window and whose it is
   * @param askedAt when the store was asked, by the monotonic clock. The store may have answered later, so the
   *   refusal is forgotten before the window ends, never after
   * @param decision the store's decision on that window
   * @param endsInMs from the store's time to the end of the window
   */
  remember(scope: string, askedAt: number, decision: Decision, endsInMs: number): void
  forget(scope: string): void
  /** The refusal that lasts longest among these scopes. */
  find(scopes: readonly string[]): Decision | null
}

/** Short, so that counters that an operator has cleared take effect soon. */
const REMEMBERED_MS = 1000
const CAPACITY = 10_000

export function createRefusals(monotonic: () => number): Refusals {
  const remembered = new Map<
    string,
    { readonly decision: Decision; readonly until: number; readonly endsAt: number }
  >()
  return {
    remember(scope, askedAt, decision, endsInMs) {
      // Forgetting costs one question to the store, so it does not matter what is forgotten.
      if (remembered.size >= CAPACITY) remembered.clear()
      const endsAt = askedAt + endsInMs
      remembered.set(scope, { decision, endsAt, until: Math.min(endsAt, askedAt + REMEMBERED_MS) })
    },
    forget: (scope) => void remembered.delete(scope),
    find(scopes) {
      const now = monotonic()
      let longest: { readonly decision: Decision; readonly endsAt: number } | null = null
      for (const scope of scopes) {
        const found = remembered.get(scope)
        if (found === undefined) continue
        if (found.until <= now) remembered.delete(scope)
        else if (longest === null || found.endsAt > longest.endsAt) longest = found
      }
      if (longest === null) return null
      const { retryAfterSeconds } = refusal(longest.decision.limit, longest.endsAt, now)
      return { ...longest.decision, retryAfterSeconds }
    },
  }
}
