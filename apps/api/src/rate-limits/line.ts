import { inTime } from './in-time.ts'

/** A few places at the store; the rest wait their turn here, so that a burst does not look like a slow store. */
export type Line = {
  /**
   * Works when a place is free.
   * @throws when none was in time, and what `work` throws
   */
  through<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createLine({
  places,
  patienceMs,
}: {
  readonly places: number
  readonly patienceMs: () => number
}): Line {
  let free = places
  const waiting = new Set<() => void>()

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1
      return
    }
    let call = (): void => undefined
    const called = new Promise<void>((resolve) => (call = resolve))
    waiting.add(call)
    try {
      await inTime(called, patienceMs())
    } catch (error) {
      const wasCalled = !waiting.delete(call)
      if (wasCalled) leave()
      throw error
    }
  }

  function leave(): void {
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async through(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
