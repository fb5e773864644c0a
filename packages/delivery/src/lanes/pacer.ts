/**
 * Lets those who come at the same moment go on one after another, a few each fifty milliseconds. Up to forty
 * go one by one, in two seconds; all turns that a process can have take eleven, which their leases allow.
 */
export type Pacer = () => Promise<void>

const TICK_MS = 50
/** One in so many of those that wait goes on with each tick, and at least one. */
const SHARE = 40

/** @param stopping aborted: nobody waits any longer */
export function createPacer(stopping: AbortSignal): Pacer {
  const line: (() => void)[] = []
  let timer: NodeJS.Timeout | null = null

  const release = (many: number): void => {
    for (const goOn of line.splice(0, many)) goOn()
  }
  const tick = (): void => {
    // It ticks once more after the last, so that who comes right after waits too.
    timer = line.length > 0 ? setTimeout(tick, TICK_MS) : null
    release(Math.ceil(line.length / SHARE))
  }
  stopping.addEventListener('abort', () => {
    clearTimeout(timer ?? undefined)
    release(line.length)
  })

  return () => {
    if (stopping.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    line.push(resolve)
    if (timer === null) tick()
    return promise
  }
}
