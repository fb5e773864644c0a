import { ATTEMPTS, type Allowances, type AttemptKind } from './allowances.ts'
import {
  rowOfAttempts,
  type AttemptState,
  type CounterStore,
  type Counts,
} from './counter-store.ts'
import { createRows } from './rows.ts'
import { refusing, windowsOf } from './decision.ts'

type Counter = readonly [number: number, count: number]

type KeyCounters = Pick<Counts, 'keySecond' | 'keyMinute' | 'availabilityMinute'>

type Attempts = {
  /** The number of attempts by Unix second, in order. */
  readonly made: ReadonlyMap<number, number>
  readonly blockedUntil: number
}

const NEVER: Counter = [0, 0]
const NO_KEY_COUNTERS: KeyCounters = {
  keySecond: NEVER,
  keyMinute: NEVER,
  availabilityMinute: NEVER,
}
const NO_ATTEMPTS: Attempts = { made: new Map(), blockedUntil: 0 }

export type MemoryStore = CounterStore & {
  /** Continues from the state of another store, whose clock may differ. */
  adoptAttempts(kind: AttemptKind, whose: string, state: AttemptState): void
}

/**
 * Counters of one process. Each kind keeps the `capacity` rows that were used last, so requests from countless
 * addresses take a bounded memory.
 *
 * @param now milliseconds since 1970
 */
export function createMemoryStore(
  limits: Allowances,
  { now, capacity = 100_000 }: { now: () => number; capacity?: number },
): MemoryStore {
  const organizations = createRows<number, Counter>(capacity)
  const keys = createRows<string, KeyCounters>(capacity)
  const attempts = createRows<string, Attempts>(capacity)

  function look(kind: AttemptKind, whose: string, at: number): AttemptState {
    const { made, blockedUntil } = attempts.get(rowOfAttempts(kind, whose)) ?? NO_ATTEMPTS
    const nothing = {
      now: at,
      isCounted: false,
      counted: 0,
      newestSecond: null,
      blockedUntil: null,
    }
    if (blockedUntil > at) return { ...nothing, blockedUntil }
    const counting = within(made, at, kind)
    return {
      ...nothing,
      counted: sum(counting.values()),
      newestSecond: counting.size === 0 ? null : Math.max(...counting.keys()),
    }
  }

  return {
    async take(request) {
      const at = now()
      const minute = Math.floor(at / 60_000)
      const key = keys.get(request.keyId) ?? NO_KEY_COUNTERS
      const before: Counts = {
        organizationMinute: open(organizations.get(request.organizationId) ?? NEVER, minute),
        keySecond: open(key.keySecond, Math.floor(at / 1000)),
        keyMinute: open(key.keyMinute, minute),
        availabilityMinute: open(key.availabilityMinute, minute),
      }
      const windows = windowsOf(request, limits, before)
      if (refusing(windows).length > 0) return { isAllowed: false, now: at, windows }
      const { calls, availabilityCalls } = request
      const { organizationMinute, ...counted } = {
        organizationMinute: more(before.organizationMinute, calls),
        keySecond: more(before.keySecond, calls),
        keyMinute: more(before.keyMinute, calls),
        availabilityMinute: more(before.availabilityMinute, availabilityCalls),
      }
      organizations.set(request.organizationId, organizationMinute)
      keys.set(request.keyId, counted)
      const after = { organizationMinute, ...counted }
      return { isAllowed: true, now: at, windows: windowsOf(request, limits, after) }
    },

    async lookAtAttempts(kind, whose) {
      return look(kind, whose, now())
    },

    async countAttempts(kind, whose, times) {
      const at = now()
      const before = look(kind, whose, at)
      if (before.blockedUntil !== null) return before
      const row = rowOfAttempts(kind, whose)
      const second = Math.floor(at / 1000)
      const made = within(attempts.get(row)?.made ?? NO_ATTEMPTS.made, at, kind)
      made.set(second, (made.get(second) ?? 0) + times)
      attempts.set(row, { made, blockedUntil: 0 })
      const after = { ...look(kind, whose, at), isCounted: true }
      if (after.counted < limits.attempts[kind]) return after
      const blockedUntil = at + ATTEMPTS[kind].blockSeconds * 1000
      attempts.set(row, { made: NO_ATTEMPTS.made, blockedUntil })
      return { ...after, blockedUntil }
    },

    async forgetAttempts(kind, whose) {
      attempts.delete(rowOfAttempts(kind, whose))
    },

    adoptAttempts(kind, whose, state) {
      const row = rowOfAttempts(kind, whose)
      const { counted, newestSecond, blockedUntil } = state
      const at = now()
      const ahead = at - state.now
      if (blockedUntil !== null) {
        attempts.set(row, { made: NO_ATTEMPTS.made, blockedUntil: blockedUntil + ahead })
      } else if (counted > 0) {
        const newest = newestSecond === null ? at : newestSecond * 1000 + ahead
        const made = new Map([[Math.floor(newest / 1000), counted]])
        attempts.set(row, { made, blockedUntil: 0 })
      } else attempts.delete(row)
    },

    async close() {
      for (const rows of [organizations, keys, attempts]) rows.clear()
    },
  }
}

/** When the clock steps back over its start, a window keeps its count. After its end it is empty again. */
function open(counter: Counter, current: number): Counter {
  const isOpen = counter[0] >= current && counter[0] <= current + 1
  return isOpen ? counter : [current, 0]
}

function more([number, count]: Counter, calls: number): Counter {
  return [number, count + calls]
}

/** A second counts until a whole window has passed since its end, so a window is never too short. */
function within(made: Attempts['made'], at: number, kind: AttemptKind): Map<number, number> {
  const oldest = Math.floor(at / 1000) - ATTEMPTS[kind].windowSeconds
  return new Map([...made].filter(([second]) => second >= oldest))
}

function sum(counts: Iterable<number>): number {
  let total = 0
  for (const count of counts) total += count
  return total
}
