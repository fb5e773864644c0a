import {
  INVALID_KEY_BLOCK_SECONDS,
  INVALID_KEY_WINDOW_SECONDS,
  type Allowances,
} from './allowances.ts'
import type { AddressState, CounterStore, Counts } from './counter-store.ts'
import { windowsOf } from './verdict.ts'

type Counter = readonly [number: number, count: number]

type KeyCounters = Pick<Counts, 'keySecond' | 'keyMinute' | 'availabilityMinute'>

type Address = {
  /** Unix second to requests in it, in order. */
  readonly invalid: ReadonlyMap<number, number>
  readonly blockedUntil: number
}

const NEVER: Counter = [0, 0]
const NO_KEY_COUNTERS: KeyCounters = {
  keySecond: NEVER,
  keyMinute: NEVER,
  availabilityMinute: NEVER,
}
const NO_ADDRESS: Address = { invalid: new Map(), blockedUntil: 0 }

/**
 * Counters of one process. Each kind keeps at most `capacity` rows, the ones used last: whoever sends from
 * countless addresses costs a bounded memory.
 *
 * @param now milliseconds since 1970
 */
export function createMemoryStore(
  limits: Allowances,
  { now, capacity = 100_000 }: { now: () => number; capacity?: number },
): CounterStore {
  const organizations = createRows<number, Counter>(capacity)
  const keys = createRows<string, KeyCounters>(capacity)
  const addresses = createRows<string, Address>(capacity)

  function look(address: string, at: number): AddressState {
    const { invalid, blockedUntil } = addresses.get(address) ?? NO_ADDRESS
    const nothing = {
      now: at,
      isCounted: false,
      counted: 0,
      newestSecond: null,
      blockedUntil: null,
    }
    if (blockedUntil > at) return { ...nothing, blockedUntil }
    const counting = within(invalid, at)
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
      if (windows.some((window) => window.count >= window.limit)) {
        return { isAllowed: false, now: at, windows }
      }
      const { organizationMinute, ...counted } = {
        organizationMinute: more(before.organizationMinute),
        keySecond: more(before.keySecond),
        keyMinute: more(before.keyMinute),
        availabilityMinute: request.isAvailability
          ? more(before.availabilityMinute)
          : before.availabilityMinute,
      }
      organizations.set(request.organizationId, organizationMinute)
      keys.set(request.keyId, counted)
      const after = { organizationMinute, ...counted }
      return { isAllowed: true, now: at, windows: windowsOf(request, limits, after) }
    },

    async lookAtAddress(address) {
      return look(address, now())
    },

    async countInvalidKey(address) {
      const at = now()
      const before = look(address, at)
      if (before.blockedUntil !== null) return before
      const second = Math.floor(at / 1000)
      const invalid = within(addresses.get(address)?.invalid ?? NO_ADDRESS.invalid, at)
      invalid.set(second, (invalid.get(second) ?? 0) + 1)
      addresses.set(address, { invalid, blockedUntil: 0 })
      const after = { ...look(address, at), isCounted: true }
      if (after.counted < limits.invalidKeys) return after
      const blockedUntil = at + INVALID_KEY_BLOCK_SECONDS * 1000
      addresses.set(address, { invalid: NO_ADDRESS.invalid, blockedUntil })
      return { ...after, blockedUntil }
    },

    async close() {
      for (const rows of [organizations, keys, addresses]) rows.clear()
    },
  }
}

/** A window that has begun stays when the clock steps back over its start; an older one is empty again. */
function open(counter: Counter, current: number): Counter {
  const isOpen = counter[0] >= current && counter[0] <= current + 1
  return isOpen ? counter : [current, 0]
}

function more([number, count]: Counter): Counter {
  return [number, count + 1]
}

/** A second counts until the window has passed since its end, so the window is never shorter than it says. */
function within(invalid: Address['invalid'], at: number): Map<number, number> {
  const oldest = Math.floor(at / 1000) - INVALID_KEY_WINDOW_SECONDS
  return new Map([...invalid].filter(([second]) => second >= oldest))
}

function sum(counts: Iterable<number>): number {
  let total = 0
  for (const count of counts) total += count
  return total
}

type Rows<Key, Row> = {
  get(key: Key): Row | undefined
  set(key: Key, row: Row): void
  clear(): void
}

/** A Map remembers the order of insertion: a row that is written moves to the end, the first is forgotten. */
function createRows<Key, Row>(capacity: number): Rows<Key, Row> {
  const rows = new Map<Key, Row>()
  return {
    get: (key) => rows.get(key),
    set(key, row) {
      rows.delete(key)
      rows.set(key, row)
      if (rows.size <= capacity) return
      for (const oldest of rows.keys()) {
        rows.delete(oldest)
        return
      }
    },
    clear: () => rows.clear(),
  }
}
