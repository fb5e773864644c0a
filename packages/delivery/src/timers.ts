/** Time that passes, for what waits and what ends: it only moves forward, and no setting of a clock changes it. */
export type Timers = {
  /** Milliseconds since some moment. */
  readonly elapsed: () => number
  /** Resolves after so many milliseconds, or when the signal aborts. Never rejects. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** Those of the process. */
export const realTimers: Timers = {
  elapsed: () => performance.now(),
  wait(milliseconds, signal) {
    if (signal?.aborted === true) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
    return promise
  },
}
