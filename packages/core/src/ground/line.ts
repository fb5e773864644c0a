import { inTime } from './in-time.ts'

/** A few places at something scarce; the rest wait their turn here, so that a burst does not exhaust it. */
export type Line = {
  /**
   * Works when a place is free.
   *
   * @param options.goesFirst before those who wait without it
   * @throws NoPlaceError when none was in time, or too many wait already; and what `work` throws
   */
  through<Result>(
    work: () => Promise<Result>,
    options?: { readonly goesFirst: boolean },
  ): Promise<Result>
}

export class NoPlaceError extends Error {
  override name = 'NoPlaceError'
}

export function createLine({
  places,
  patienceMs,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  readonly places: number
  readonly patienceMs: () => number
  /** Work that comes when so many wait is refused at once. Work that goes first counts apart. */
  readonly mostWaiting?: number
}): Line {
  let free = places
  const first = new Set<() => void>()
  const rest = new Set<() => void>()

  async function enter(goesFirst: boolean): Promise<void> {
    if (free > 0) {
      free -= 1
      return
    }
    const waiting = goesFirst ? first : rest
    if (waiting.size >= mostWaiting) throw new NoPlaceError('Too many wait already.')
    let call = (): void => undefined
    const called = new Promise<void>((resolve) => (call = resolve))
    waiting.add(call)
    try {
      await inTime(called, patienceMs())
    } catch (error) {
      const wasCalled = !waiting.delete(call)
      if (wasCalled) leave()
      throw new NoPlaceError('No place was free in time.', { cause: error })
    }
  }

  function leave(): void {
    const waiting = first.size > 0 ? first : rest
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async through(work, options) {
      await enter(options?.goesFirst ?? false)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
