import type { Pool } from 'pg'
import { allowances } from './allowances.ts'
import { countedLimits } from './counted-limits.ts'
import { createMemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import type { RateLimits } from './rate-limits.ts'
import { createRedisStore } from './redis-store.ts'
import { createUnknownPaths } from './unknown-paths.ts'

export type RateLimitsOptions = {
  /** Multiplies every limit; above 0. */
  readonly scale: number
  /** Redis that all processes share. */
  readonly redisUrl?: string
  /** Without Redis: the database that all processes share. Without either, this process counts alone. */
  readonly pool?: Pool
  /** Told of each request that passed uncounted because the store failed. */
  readonly onFailure?: (error: unknown) => void
  /** Tests move the clock; milliseconds since 1970. Not with Redis, which has its own. */
  readonly now?: () => number
}

/**
 * The counters of the API: in Redis, else in the database, else in memory.
 * Opens connections of its own when the first request comes, or at once with Redis; `close` ends them.
 *
 * @throws RangeError for a scale that is not a number above 0
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const limits = allowances(options.scale)
  const { redisUrl, pool, onFailure, now } = options
  const store =
    redisUrl !== undefined
      ? createRedisStore(limits, { url: redisUrl })
      : pool !== undefined
        ? createPostgresStore(limits, { pool, ...(now === undefined ? {} : { now }) })
        : createMemoryStore(limits, { now: now ?? Date.now })
  return {
    ...countedLimits(store, limits, onFailure === undefined ? {} : { onFailure }),
    countUnknownPath: createUnknownPaths(options.scale, now),
  }
}
