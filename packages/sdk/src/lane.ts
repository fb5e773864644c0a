/**
 * The calls of one client: some are under way, and the next ones wait in line. While one that was refused by a limit waits
 * and is sent again, none begins, so that calls which begin together do not use up each other's share of a limit.
 */
export type Lane = {
  /** Does the work when there is a place. @throws what the work throws; `onAborted` where the signal ends the wait */
  through<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal | undefined,
    onAborted: () => void,
  ): Promise<Result>
  /** Keeps the next calls in line until the returned function is called. */
  hold(): () => void
}

/** @param places for calls at the same time */
export function createLane(places: number): Lane {
  const line = new Set<() => void>()
  let running = 0
  let holding = 0
  const beginNext = (): void => {
    for (const begin of line) {
      if (running >= places || holding > 0) return
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
    hold() {
      holding += 1
      return () => {
        holding -= 1
        beginNext()
      }
    },
  }
}
