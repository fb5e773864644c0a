import { ATTEMPTS, type Allowances, type AttemptKind } from './allowances.ts'
import {
  rowOfAttempts,
  type AttemptState,
  type CounterStore,
  type Counts,
  type KeyCounts,
  type OpenWindows,
  type WindowCount,
} from './counter-store.ts'
import { createRows } from './rows.ts'
import { refusing, windowsOf } from './decision.ts'

/** An address that is blocked, by the clock of the store. */
export type Block = { readonly address: string; readonly untilMs: number }

type Attempts = {
  /** The number of attempts by Unix second, in order. */
  readonly made: ReadonlyMap<number, number>
  readonly blockedUntil: number
}

const NEVER: WindowCount = [0, 0]
const NO_KEY_COUNTS: KeyCounts = {
  keySecond: NEVER,
  keyMinute: NEVER,
  availabilityMinute: NEVER,
}
const NO_ATTEMPTS: Attempts = { made: new Map(), blockedUntil: 0 }

export type MemoryStore = CounterStore & {
  /** Continues from the state of another store, whose clock may differ. */
  adoptAttempts(kind: AttemptKind, whose: string, state: AttemptState): void
  /** One that has ended ends a block that is known. */
  adoptBlock(block: Block): void
  /** Knows these blocked addresses, and no other attempts. */
  adoptBlocks(blocks: readonly Block[]): void
  /** Every window that has not ended. */
  windows(): OpenWindows
  /** Adds what was counted elsewhere in the same windows. */
  addWindows(windows: OpenWindows): void
  forgetWindows(): void
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
  const organizations = createRows<number, WindowCount>(capacity)
  const keys = createRows<string, KeyCounts>(capacity)
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

  function setBlock({ address, untilMs }: Block): void {
    const row = rowOfAttempts('invalid key', address)
    if (untilMs > now()) attempts.set(row, { made: NO_ATTEMPTS.made, blockedUntil: untilMs })
    else attempts.delete(row)
  }

  return {
    async take(request) {
      const at = now()
      const { address } = request
      const ofAddress = address === null ? null : look('invalid key', address, at)
      if (ofAddress !== null && ofAddress.blockedUntil !== null) {
        return { isAllowed: false, now: at, windows: [], attempts: ofAddress }
      }
      const minute = Math.floor(at / 60_000)
      const key = keys.get(request.keyId) ?? NO_KEY_COUNTS
      const before: Counts = {
        organizationMinute: open(organizations.get(request.organizationId) ?? NEVER, minute),
        keySecond: open(key.keySecond, Math.floor(at / 1000)),
        keyMinute: open(key.keyMinute, minute),
        availabilityMinute: open(key.availabilityMinute, minute),
      }
      const windows = windowsOf(request, limits, before)
      if (refusing(windows).length > 0)
        return { isAllowed: false, now: at, windows, attempts: ofAddress }
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
      return {
        isAllowed: true,
        now: at,
        windows: windowsOf(request, limits, after),
        attempts: ofAddress,
      }
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

    adoptBlock: setBlock,

    adoptBlocks(blocks) {
      attempts.clear()
      for (const block of blocks) setBlock(block)
    },

    windows() {
      const at = now()
      const minute = Math.floor(at / 60_000)
      return {
        organizations: [...organizations.entries()]
          .filter(([, counted]) => isOpen(counted, minute))
          .map(([id, counted]) => ({ id, minute: counted })),
        keys: [...keys.entries()]
          .filter(([, { keyMinute }]) => isOpen(keyMinute, minute))
          .map(([id, counted]) => ({ id, ...counted })),
      }
    },

    addWindows(added) {
      for (const { id, minute } of added.organizations) {
        organizations.set(id, sumOf(organizations.get(id) ?? NEVER, minute))
      }
      for (const { id, ...one } of added.keys) {
        const kept = keys.get(id) ?? NO_KEY_COUNTS
        keys.set(id, {
          keySecond: sumOf(kept.keySecond, one.keySecond),
          keyMinute: sumOf(kept.keyMinute, one.keyMinute),
          availabilityMinute: sumOf(kept.availabilityMinute, one.availabilityMinute),
        })
      }
    },

    forgetWindows() {
      organizations.clear()
      keys.clear()
    },

    async close() {
      for (const rows of [organizations, keys, attempts]) rows.clear()
    },
  }
}

/** When the clock steps back over its start, a window keeps its count. After its end it is empty again. */
function open(counter: WindowCount, current: number): WindowCount {
  return isOpen(counter, current) ? counter : [current, 0]
}

function isOpen([number]: WindowCount, current: number): boolean {
  return number >= current && number <= current + 1
}

/** Of the same window the sum; of two windows the later one, unless it is far ahead. */
function sumOf(kept: WindowCount, added: WindowCount): WindowCount {
  if (kept[0] === added[0]) return more(kept, added[1])
  return kept[0] === added[0] + 1 ? kept : added
}

function more([number, count]: WindowCount, calls: number): WindowCount {
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
