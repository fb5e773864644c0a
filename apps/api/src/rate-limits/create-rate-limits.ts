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
  /** Called for each request that this process counted alone because the store failed. */
  readonly onFailure?: (error: unknown) => void
  /** Gets a line when the store fails for a minute. */
  readonly log?: Pick<Log, 'error' | 'info'>
  /** How long to wait for an answer of the store. A test on a busy machine waits longer. */
  readonly timeoutMs?: number
  /** Milliseconds since 1970; tests move this clock. Redis uses its own. */
  readonly now?: () => number
  /** Milliseconds that only go forward, for refusals that are cached; tests move this clock too. */
  readonly monotonic?: () => number
}

/**
 * The counters of the API: in Redis, else in the database, else in memory.
 * It opens its own connections at the first request, or at once with Redis. `close` ends them.
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
