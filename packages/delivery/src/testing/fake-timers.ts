import { setImmediate as settled } from 'node:timers/promises'
import type { Timers } from '../timers.ts'

export type FakeTimers = Timers & {
  /** How many wait. */
  readonly waiting: number
  /** Lets so many milliseconds pass. What waits goes on in the order of its time, each before the next is looked for. */
  advance(milliseconds: number): Promise<void>
}

/** Time that passes only when a test says so. */
export function fakeTimers(): FakeTimers {
  let now = 0
  const waits = new Set<{ readonly at: number; readonly end: () => void }>()
  const next = (by: number) =>
    [...waits].filter(({ at }) => at <= by).toSorted((one, other) => one.at - other.at)[0]

  return {
    elapsed: () => now,
    wait(milliseconds, signal) {
      if (signal?.aborted === true) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = (): void => {
        waits.delete(wait)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const wait = { at: now + milliseconds, end }
      waits.add(wait)
      signal?.addEventListener('abort', end)
      return promise
    },
    get waiting() {
      return waits.size
    },
    async advance(milliseconds) {
      const until = now + milliseconds
      for (;;) {
        await settled()
        const wait = next(until)
        if (wait === undefined) break
        now = Math.max(now, wait.at)
        wait.end()
      }
      now = until
      await settled()
    },
  }
}
