import { createStoreClock, type AccessChanges, type Log } from '@scheduling/core'
import type { Pool } from 'pg'
import { allowances, type Allowances } from './allowances.ts'
import { countedLimits } from './counted-limits.ts'
import type { CounterStore } from './counter-store.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import type { RateLimits } from './rate-limits.ts'
import { createSoleStore } from './sole-store.ts'
import { createUnknownPaths } from './unknown-paths.ts'

export type RateLimitsOptions = {
  /** Multiplies every limit; above 0. */
  readonly scale: number
  /** Redis that all processes share. */
  readonly redisUrl?: string
  /** Without Redis: the database that all processes share. Without either, this process counts alone. */
  readonly pool?: Pool
  /** With it, the processes on this database agree where requests are counted. */
  readonly accessChanges?: AccessChanges
  /** Counts requests in the memory of this process while no other process counts. */
  readonly countsInMemory?: boolean
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
  const { onFailure, log, monotonic = () => performance.now() } = options
  const storeClock = createStoreClock(monotonic, Date.now)
  const here = createMemoryStore(limits, { now: options.now ?? storeClock.now })
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
  const { store, isSole } = storeOf({ options, limits, here, onClock: storeClock.read })
  const counted = countedLimits(store, limits, {
    here,
    isSole,
    monotonic,
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(log === undefined ? {} : { log }),
    ...timeout,
  })
  return { ...counted, countUnknownPath: createUnknownPaths(options.scale, options.now) }
}

type Choice = {
  readonly options: RateLimitsOptions
  readonly limits: Allowances
  readonly here: MemoryStore
  readonly onClock: (now: number) => void
}

type Chosen = { readonly store: CounterStore; readonly isSole: () => boolean }

function storeOf({ options, limits, here, onClock }: Choice): Chosen {
  const { redisUrl, pool, accessChanges: changes, countsInMemory = false, log } = options
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
  const isNever = (): boolean => false
  if (redisUrl !== undefined) {
    return { store: redisStore(limits, { url: redisUrl, ...timeout }), isSole: isNever }
  }
  if (pool === undefined) {
    return { store: createMemoryStore(limits, { now: options.now ?? Date.now }), isSole: isNever }
  }
  const clock = options.now === undefined ? {} : { now: options.now }
  const database = createPostgresStore(limits, { pool, ...timeout, ...clock })
  if (changes === undefined) return { store: database, isSole: isNever }
  const logging = log === undefined ? {} : { log }
  const memory = here
  const store = createSoleStore({ database, memory, changes, countsInMemory, onClock, ...logging })
  return { store, isSole: () => store.isSole }
}

/** Redis's client is loaded by a process that counts there, and by no other. */
function redisStore(
  limits: Allowances,
  options: { readonly url: string; readonly timeoutMs?: number },
): CounterStore {
  const loading = import('./redis-store.ts').then(({ createRedisStore }) =>
    createRedisStore(limits, options),
  )
  // Each question meets the failure by itself.
  loading.catch(() => undefined)
  return {
    take: async (request) => (await loading).take(request),
    lookAtAttempts: async (...asked) => (await loading).lookAtAttempts(...asked),
    countAttempts: async (...asked) => (await loading).countAttempts(...asked),
    forgetAttempts: async (...asked) => (await loading).forgetAttempts(...asked),
    close: async () => (await loading).close(),
  }
}
