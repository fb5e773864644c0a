/** Milliseconds on a clock that never goes back, from any origin. */
export type Stopwatch = () => number

/**
 * The clock for the 100 ms of a template: CPU time of this thread. A machine that is busy with
 * others, or a laptop that slept, must not fail a delivery, and such a failure is final.
 */
export const threadStopwatch: Stopwatch = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
