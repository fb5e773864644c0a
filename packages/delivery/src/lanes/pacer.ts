import type { Timers } from '../timers.ts'

/**
 * Lets those who come at the same moment go on one after another, a few each fifty milliseconds. Up to forty
 * go one by one, in two seconds; all turns that a process can have take eleven, which their leases allow.
 */
export type Pacer = () => Promise<void>

const TICK_MS = 50
/** One in so many of those that wait goes on with each tick, and at least one. */
const SHARE = 40

/** @param stopping aborted: no caller waits any longer */
export function createPacer({ wait }: Pick<Timers, 'wait'>, stopping: AbortSignal): Pacer {
  const line: (() => void)[] = []
  let isTicking = false

  const release = (many: number): void => {
    for (const goOn of line.splice(0, many)) goOn()
  }
  const tick = async (): Promise<void> => {
    isTicking = true
    while (line.length > 0) {
      release(Math.ceil(line.length / SHARE))
      // Also after the last, so that what comes right after waits too.
      await wait(TICK_MS, stopping)
    }
    isTicking = false
  }
  stopping.addEventListener('abort', () => release(line.length))

  return () => {
    if (stopping.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    line.push(resolve)
    if (!isTicking) void tick()
    return promise
  }
}
