import { Pool } from 'pg'
import { ATTEMPTS, type Allowances } from './allowances.ts'
import {
  ANSWERS_WITHIN_MS,
  rowOfAttempts,
  type AttemptState,
  type CounterStore,
} from './counter-store.ts'
import { windowsOf } from './decision.ts'

/** After this many timeouts without an answer, a connection is considered dead and replaced. */
const CONNECTION_PATIENCE = 4
/** A question takes well under a millisecond: few connections suffice, and a flood can't occupy many. */
const CONNECTIONS = 4

/**
 * Counters in the database that all processes share, by its clock. Each question is one function call in a
 * transaction of its own; the functions are in the migration `sign_in_limits`. Named statements are planned once
 * per connection, which halves the cost of a question.
 *
 * @param pool says where the database is. The store has its own connections: slow requests that fill the pool
 *   must not switch the limits off, nor wait behind each other's locks.
 * @param timeoutMs PostgreSQL ends a statement that waits longer, such as for a lock: no request waits for its
 *   answer any more
 * @param now tests move the clock; milliseconds since 1970
 */
export function createPostgresStore(
  limits: Allowances,
  {
    pool: requests,
    timeoutMs = ANSWERS_WITHIN_MS,
    now,
  }: { pool: Pool; timeoutMs?: number; now?: () => number },
): CounterStore {
  const pool = new Pool(optionsBeside(requests, timeoutMs))
  // The pool replaces a connection that breaks while idle. Without a listener the event would end the process.
  pool.on('error', () => undefined)
  const clock = (): number | null => now?.() ?? null

  return {
    async take(request) {
      const sizes = limits.windows[request.holder]
      const { rows } = await pool.query<TakenRow>({
        name: 'take_rate_limit',
        text: 'SELECT * FROM take_rate_limit($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        values: [
          request.organizationId,
          request.keyId,
          request.calls,
          request.availabilityCalls,
          sizes.organizationMinute,
          sizes.keySecond,
          sizes.keyMinute,
          sizes.availabilityMinute,
          clock(),
        ],
      })
      const row = only(rows)
      const windows = windowsOf(request, limits, {
        organizationMinute: [row.organization_minute, row.organization_minute_count],
        keySecond: [Number(row.key_second), row.key_second_count],
        keyMinute: [row.key_minute, row.key_minute_count],
        availabilityMinute: [row.availability_minute, row.availability_minute_count],
      })
      return { isAllowed: row.is_allowed, now: Number(row.now_ms), windows }
    },

    async lookAtAttempts(kind, whose) {
      const { rows } = await pool.query<AttemptRow>({
        name: 'look_at_attempts',
        text: 'SELECT false AS is_counted, * FROM look_at_attempts($1, $2, $3)',
        values: [rowOfAttempts(kind, whose), ATTEMPTS[kind].windowSeconds, clock()],
      })
      return attemptState(only(rows))
    },

    async countAttempts(kind, whose, times) {
      const { windowSeconds, blockSeconds } = ATTEMPTS[kind]
      const { rows } = await pool.query<AttemptRow>({
        name: 'count_attempts',
        text: 'SELECT * FROM count_attempts($1, $2, $3, $4, $5, $6)',
        values: [
          rowOfAttempts(kind, whose),
          times,
          limits.attempts[kind],
          windowSeconds,
          blockSeconds,
          clock(),
        ],
      })
      return attemptState(only(rows))
    },

    async forgetAttempts(kind, whose) {
      await pool.query({
        name: 'forget_attempts',
        text: 'DELETE FROM rate_limit_attempts WHERE whose = $1',
        values: [rowOfAttempts(kind, whose)],
      })
    },

    close: () => pool.end(),
  }
}

/** `pg` returns `bigint` as text. */
type TakenRow = {
  is_allowed: boolean
  now_ms: string
  organization_minute: number
  organization_minute_count: number
  key_second: string
  key_second_count: number
  key_minute: number
  key_minute_count: number
  availability_minute: number
  availability_minute_count: number
}

type AttemptRow = {
  is_counted: boolean
  now_ms: string
  counted: number
  newest_second: string | null
  blocked_until_ms: string | null
}

function attemptState(row: AttemptRow): AttemptState {
  return {
    now: Number(row.now_ms),
    isCounted: row.is_counted,
    counted: row.counted,
    newestSecond: row.newest_second === null ? null : Number(row.newest_second),
    blockedUntil: row.blocked_until_ms === null ? null : Number(row.blocked_until_ms),
  }
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The function gave no row.')
  return row
}

function optionsBeside(
  { options }: Pool,
  timeoutMs: number,
): ConstructorParameters<typeof Pool>[0] {
  const connectionTimeoutMs = CONNECTION_PATIENCE * timeoutMs
  return {
    ...options,
    // `pg` leaves the password out of copies of its options.
    ...(options.password === undefined ? {} : { password: options.password }),
    application_name: `${options.application_name ?? 'scheduling'} rate limits`,
    // READ COMMITTED: after the wait for a lock, the row is seen as it is then, not as it was before.
    options: `${options.options ?? ''} -c default_transaction_isolation=read\\ committed`,
    max: CONNECTIONS,
    // One connection stays open, so that the first request after a quiet time need not wait.
    min: 1,
    statement_timeout: timeoutMs,
    query_timeout: connectionTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
  }
}
