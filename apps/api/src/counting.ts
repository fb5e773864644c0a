import {
  accessChangesOf,
  listenForNotices,
  type AccessChanges,
  type Log,
  type Notices,
} from '@scheduling/core'
import type { Connection } from '@scheduling/database'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import { createRateLimits } from './rate-limits/create-rate-limits.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'

/** How an API process counts requests, and what other processes tell it meanwhile. */
export type Counting = {
  readonly metrics: Metrics
  readonly limits: RateLimits
  readonly accessChanges: AccessChanges
  readonly notices: Notices
  stop(): Promise<void>
}

export type CountingSettings = {
  readonly LIMITS_SCALE: number
  readonly REDIS_URL?: string | undefined
  readonly COUNT_IN_MEMORY: boolean
}

/** By the settings of the process. Nothing is asked of the database before the API starts. */
export function prepareCounting(
  settings: CountingSettings,
  connection: Connection,
  log: Log,
): Counting {
  const metrics = createMetrics(connection)
  const notices = listenForNotices(connection.direct)
  const accessChanges = accessChangesOf(notices)
  const limits = createRateLimits({
    scale: settings.LIMITS_SCALE,
    pool: connection.pool,
    accessChanges,
    countsInMemory: settings.COUNT_IN_MEMORY,
    onFailure: () => metrics.rateLimitStoreFailed(),
    log,
    ...(settings.REDIS_URL === undefined ? {} : { redisUrl: settings.REDIS_URL }),
  })
  return {
    metrics,
    limits,
    accessChanges,
    notices,
    async stop() {
      // The windows are saved before the lock is given up.
      await limits.close()
      await notices.stop()
    },
  }
}
