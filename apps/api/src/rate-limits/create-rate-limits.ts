import type { Log } from '@scheduling/core'
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
  /** Told of each request that this process judged alone because the store failed. */
  readonly onFailure?: (error: unknown) => void
  /** Told of a store that fails for a minute. */
  readonly log?: Pick<Log, 'error' | 'info'>
  /** For an answer of the store; a test gives it all the time that a busy machine takes. */
  readonly timeoutMs?: number
  /** Tests move the clock; milliseconds since 1970. Not with Redis, which has its own. */
  readonly now?: () => number
  /** Tests move this one too: milliseconds that only go forward, by which refusals are remembered. */
  readonly monotonic?: () => number
}

/**
 * The counters of the API: in Redis, else in the database, else in memory.
 * Opens connections of its own when the first request comes, or at once with Redis; `close` ends them.
 *
 * @throws RangeError for a scale that is not a number above 0
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const limits = allowances(options.scale)
  const { redisUrl, pool, onFailure, log, now, monotonic } = options
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
  const clock = now === undefined ? {} : { now }
  const store =
    redisUrl !== undefined
      ? createRedisStore(limits, { url: redisUrl, ...timeout })
      : pool !== undefined
        ? createPostgresStore(limits, { pool, ...timeout, ...clock })
        : createMemoryStore(limits, { now: now ?? Date.now })
  const counted = countedLimits(store, limits, {
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(log === undefined ? {} : { log }),
    ...timeout,
    ...clock,
    ...(monotonic === undefined ? {} : { monotonic }),
  })
  return { ...counted, countUnknownPath: createUnknownPaths(options.scale, now) }
}
