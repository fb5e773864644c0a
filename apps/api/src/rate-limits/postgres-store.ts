import { hasSharedSessions, poolBeside } from '@scheduling/database'
import type { Pool, PoolConfig } from 'pg'
import { ATTEMPTS, type Allowances } from './allowances.ts'
import {
  ANSWERS_WITHIN_MS,
  rowOfAttempts,
  type AttemptState,
  type CounterStore,
  type OpenWindows,
} from './counter-store.ts'
import { windowsOf } from './decision.ts'
import type { Block } from './memory-store.ts'

export type PostgresStore = CounterStore & {
  /** Deletes the windows that have not ended. The next request counts on from there. */
  moveWindowsOut(): Promise<OpenWindows>
  /** Adds what was counted elsewhere. */
  moveWindowsIn(windows: OpenWindows): Promise<void>
  /** The addresses that are blocked now. */
  blocks(): Promise<readonly Block[]>
}

/** After this many timeouts without an answer, a connection is considered dead and replaced. */
const CONNECTION_PATIENCE = 4
/** A question takes well under a millisecond: few connections suffice, and a flood can't occupy many. */
const CONNECTIONS = 4

/**
 * Counters in the database that all processes share, by its clock. Each question is one function call in a
 * transaction of its own; the functions are in the migrations `sign_in_limits` and
 * `address_with_take`. Named statements are planned once
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
): PostgresStore {
  const pool = poolBeside(requests, ownOptions(requests, timeoutMs))
  const patience = String(timeoutMs)
  const clock = (): number | null => now?.() ?? null

  return {
    async take(request) {
      const { address } = request
      const sizes = limits.windows[request.holder]
      const { rows } = await pool.query<TakenRow>({
        name: 'take_rate_limit',
        text: `SELECT t.* FROM ${patient('$12')}, take_rate_limit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${first('$11')}) AS t`,
        values: [
          address === null ? null : rowOfAttempts('invalid key', address),
          ATTEMPTS['invalid key'].windowSeconds,
          request.organizationId,
          request.keyId,
          request.calls,
          request.availabilityCalls,
          sizes.organizationMinute,
          sizes.keySecond,
          sizes.keyMinute,
          sizes.availabilityMinute,
          clock(),
          patience,
        ],
      })
      const row = only(rows)
      const now = Number(row.now_ms)
      const attempts = address === null ? null : attemptState({ ...row, is_counted: false })
      if (isBlocked(row)) return { isAllowed: false, now, windows: [], attempts }
      const windows = windowsOf(request, limits, {
        organizationMinute: [row.organization_minute, row.organization_minute_count],
        keySecond: [Number(row.key_second), row.key_second_count],
        keyMinute: [row.key_minute, row.key_minute_count],
        availabilityMinute: [row.availability_minute, row.availability_minute_count],
      })
      return { isAllowed: row.is_allowed, now, windows, attempts }
    },

    async lookAtAttempts(kind, whose) {
      const { rows } = await pool.query<AttemptRow>({
        name: 'look_at_attempts',
        text: `SELECT false AS is_counted, t.* FROM ${patient('$4')}, look_at_attempts($1, $2, ${first('$3')}) AS t`,
        values: [rowOfAttempts(kind, whose), ATTEMPTS[kind].windowSeconds, clock(), patience],
      })
      return attemptState(only(rows))
    },

    async countAttempts(kind, whose, times) {
      const { windowSeconds, blockSeconds } = ATTEMPTS[kind]
      const { rows } = await pool.query<AttemptRow>({
        name: 'count_attempts',
        text: `SELECT t.* FROM ${patient('$7')}, count_attempts($1, $2, $3, $4, $5, ${first('$6')}) AS t`,
        values: [
          rowOfAttempts(kind, whose),
          times,
          limits.attempts[kind],
          windowSeconds,
          blockSeconds,
          clock(),
          patience,
        ],
      })
      return attemptState(only(rows))
    },

    async forgetAttempts(kind, whose) {
      await pool.query({
        name: 'forget_attempts',
        text: `DELETE FROM rate_limit_attempts USING ${patient('$2')} WHERE whose = $1 AND patience IS NOT NULL`,
        values: [rowOfAttempts(kind, whose), patience],
      })
    },

    async moveWindowsOut() {
      const organizations = await pool.query<OrganizationWindows>(
        `DELETE FROM rate_limit_organization WHERE minute >= ${NOW} / 60000
         RETURNING organization_id, minute, minute_count`,
        [clock()],
      )
      const keys = await pool.query<KeyWindows>(
        `DELETE FROM rate_limit_key WHERE minute >= ${NOW} / 60000
         RETURNING key_id, second, second_count, minute, minute_count, availability_minute, availability_count`,
        [clock()],
      )
      return {
        organizations: organizations.rows.map((row) => ({
          id: row.organization_id,
          minute: [row.minute, row.minute_count],
        })),
        keys: keys.rows.map((row) => ({
          id: row.key_id,
          keySecond: [Number(row.second), row.second_count],
          keyMinute: [row.minute, row.minute_count],
          availabilityMinute: [row.availability_minute, row.availability_count],
        })),
      }
    },

    async moveWindowsIn({ organizations, keys }) {
      const most = Math.max(organizations.length, keys.length)
      for (let from = 0; from < most; from += ROWS_AT_ONCE) {
        const some = organizations.slice(from, from + ROWS_AT_ONCE)
        const those = keys.slice(from, from + ROWS_AT_ONCE)
        await pool.query('SELECT add_rate_limits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
          some.map(({ id }) => id),
          some.map(({ minute }) => minute[0]),
          some.map(({ minute }) => minute[1]),
          those.map(({ id }) => id),
          those.map(({ keySecond }) => keySecond[0]),
          those.map(({ keySecond }) => keySecond[1]),
          those.map(({ keyMinute }) => keyMinute[0]),
          those.map(({ keyMinute }) => keyMinute[1]),
          those.map(({ availabilityMinute }) => availabilityMinute[0]),
          those.map(({ availabilityMinute }) => availabilityMinute[1]),
        ])
      }
    },

    async blocks() {
      const { rows } = await pool.query<{ address: string; until_ms: string }>(
        `SELECT whose AS address, blocked_until_ms AS until_ms FROM rate_limit_attempts
         WHERE blocked_until_ms > ${NOW} AND whose NOT LIKE '% %'
         ORDER BY blocked_until_ms DESC LIMIT $2`,
        [clock(), MOST_BLOCKS],
      )
      return rows.map(({ address, until_ms }) => ({ address, untilMs: Number(until_ms) }))
    },

    close: () => pool.end(),
  }
}

/** How long a statement waits for a lock, in milliseconds. It holds for this statement alone, in any session. */
const patient = (milliseconds: string) =>
  `set_config('lock_timeout', ${milliseconds}, true) AS patience`
/** Makes a function run after `patient`. */
const first = (clock: string) => `CASE WHEN patience IS NOT NULL THEN ${clock}::bigint END`

/** A parameter moves the clock. */
const NOW = 'coalesce($1::bigint, unix_milliseconds())'
/** Few enough that a statement is done in time, and holds no row for long. */
const ROWS_AT_ONCE = 1000
/** As many as the memory of a process keeps. */
const MOST_BLOCKS = 100_000

type OrganizationWindows = { organization_id: number; minute: number; minute_count: number }

type KeyWindows = {
  key_id: string
  second: string
  second_count: number
  minute: number
  minute_count: number
  availability_minute: number
  availability_count: number
}

/** `pg` returns `bigint` as text. */
type TakenRow = AddressRow & (WindowRow | { blocked_until_ms: string })

type AddressRow = Omit<AttemptRow, 'is_counted'> & { is_allowed: boolean }

type WindowRow = {
  blocked_until_ms: null
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

function isBlocked(row: TakenRow): row is AddressRow & { blocked_until_ms: string } {
  return row.blocked_until_ms !== null
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

function ownOptions(requests: Pool, timeoutMs: number): PoolConfig {
  const { application_name: name = 'scheduling', options = '' } = requests.options
  const connectionTimeoutMs = CONNECTION_PATIENCE * timeoutMs
  return {
    max: CONNECTIONS,
    // One connection stays open, so that the first request after a quiet time need not wait.
    min: 1,
    query_timeout: connectionTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...(hasSharedSessions(requests)
      ? {}
      : {
          application_name: `${name} rate limits`,
          // READ COMMITTED: after the wait for a lock, the row is seen as it is then, not as it was before.
          options: `${options} -c default_transaction_isolation=read\\ committed`,
          statement_timeout: timeoutMs,
        }),
  }
}
