/**
 * The calls of one client: some are under way, and the next ones wait in line. While one waits to be sent again, none
 * begins, so that calls which begin together do not use up each other's share of a limit.
 */
export type Lane = {
  /** Does the work when there is a place. @throws what the work throws; `onAborted` where the signal ends the wait */
  through<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal | undefined,
    onAborted: () => void,
  ): Promise<Result>
  /** Keeps the next calls from beginning until the pause is over. */
  pause(waiting: Promise<void>): Promise<void>
}

/** @param places for calls at the same time */
export function createLane(places: number): Lane {
  const line = new Set<() => void>()
  let running = 0
  let pausing = 0
  const beginNext = (): void => {
    for (const begin of line) {
      if (running >= places || pausing > 0) return
      line.delete(begin)
      running += 1
      begin()
    }
  }
  return {
    async through(work, signal, onAborted) {
      await new Promise<void>((resolve) => {
        const begin = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          if (line.delete(begin)) {
            running += 1
            begin()
          }
        }
        line.add(begin)
        signal?.addEventListener('abort', leave)
        if (signal?.aborted === true) leave()
        beginNext()
      })
      try {
        if (signal?.aborted === true) onAborted()
        return await work()
      } finally {
        running -= 1
        beginNext()
      }
    },
    async pause(waiting) {
      pausing += 1
      try {
        await waiting
      } finally {
        pausing -= 1
        beginNext()
      }
    },
  }
}
