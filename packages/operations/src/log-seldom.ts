import type { Log } from '@scheduling/core'

const EACH_MS = 60_000

/** For what may fail many times a second: one line a minute, with how many failures it stands for. */
export function logSeldom(
  log: Pick<Log, 'warn'>,
  monotonic: () => number = () => performance.now(),
): (error: unknown) => void {
  let failures = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    failures += 1
    if (monotonic() - loggedAt < EACH_MS) return
    log.warn({ err: error, failures }, 'traces or metrics could not be sent')
    failures = 0
    loggedAt = monotonic()
  }
}
