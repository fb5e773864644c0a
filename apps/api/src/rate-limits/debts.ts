import { createRows } from './rows.ts'

/** What this process counted while the store could not be reached, and still has to report to it. */
export type Debts = {
  owed(row: string): number
  /** Takes what is not reported yet. From now on it is the caller's to report. */
  take(row: string): number
  /** @param lastsMs after this time the count no longer matters */
  add(row: string, times: number, lastsMs: number): void
  /** Forgets what was reported in the meantime, or is no longer needed. */
  settle(row: string, times: number): void
}

const CAPACITY = 100_000

/** @param monotonic milliseconds that only go forward */
export function createDebts(monotonic: () => number): Debts {
  const rows = createRows<string, { readonly times: number; readonly until: number }>(CAPACITY)
  const owed = (row: string): number => {
    const debt = rows.get(row)
    return debt === undefined || debt.until <= monotonic() ? 0 : debt.times
  }
  return {
    owed,
    take(row) {
      const times = owed(row)
      rows.delete(row)
      return times
    },
    add(row, times, lastsMs) {
      if (times > 0) rows.set(row, { times: owed(row) + times, until: monotonic() + lastsMs })
    },
    settle(row, times) {
      const left = owed(row) - times
      const until = rows.get(row)?.until ?? 0
      if (left > 0) rows.set(row, { times: left, until })
      else rows.delete(row)
    },
  }
}
