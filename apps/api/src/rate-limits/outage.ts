import type { Log } from '@scheduling/core'

/** Logs that a counter store has failed for long. Shorter failures are visible in the metrics alone. */
export type Outage = {
  failed(error: unknown): void
  answered(): void
}

const LONG_MS = 60_000

/** @param monotonic milliseconds that only go forward */
export function watchOutage(log: Pick<Log, 'error' | 'info'>, monotonic: () => number): Outage {
  let since: number | null = null
  let loggedAt: number | null = null
  return {
    failed(error) {
      const now = monotonic()
      since ??= now
      if (now - Math.max(since, loggedAt ?? since) < LONG_MS) return
      loggedAt = now
      log.error(
        { seconds: Math.floor((now - since) / 1000), err: error },
        'the counter store is failing: each process counts rate limits by itself',
      )
    },
    answered() {
      if (loggedAt !== null) log.info({}, 'the counter store is available again')
      since = null
      loggedAt = null
    },
  }
}
