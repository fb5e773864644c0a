import { Pool } from 'pg'
import {
  INVALID_KEY_BLOCK_SECONDS,
  INVALID_KEY_WINDOW_SECONDS,
  type Allowances,
} from './allowances.ts'
import type { AddressState, CounterStore } from './counter-store.ts'
import { windowsOf } from './verdict.ts'

/** PostgreSQL ends a statement that waits longer, for a lock say; nobody waits for its answer any more. */
const STATEMENT_TIMEOUT_MS = 250
/** After this a connection is given up as dead, and replaced. */
const CONNECTION_TIMEOUT_MS = 1000
/** A question takes well under a millisecond, so few connections go far, and a flood can't take many. */
const CONNECTIONS = 4

/**
 * Counters in the database that all processes share, by its clock. Each question is one function call in a
 * transaction of its own; the functions are in the migration `rate_limits`. Named statements are planned
 * once for each connection, which halves what a question costs.
 *
 * @param pool says where the database is. The store has connections of its own: requests that fill the
 *   pool with slow work must not switch the limits off, nor wait behind each other's locks.
 * @param now tests move the clock; milliseconds since 1970
 */
export function createPostgresStore(
  limits: Allowances,
  { pool: requests, now }: { pool: Pool; now?: () => number },
): CounterStore {
  const pool = new Pool(optionsBeside(requests))
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined)
  const clock = (): number | null => now?.() ?? null

  return {
    async take(request) {
      const { rows } = await pool.query<TakenRow>({
        name: 'take_rate_limit',
        text: 'SELECT * FROM take_rate_limit($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          request.organizationId,
          request.keyId,
          request.isAvailability,
          limits.organizationMinute,
          limits.keySecond,
          limits.keyMinute,
          limits.availabilityMinute,
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

    async lookAtAddress(address) {
      const { rows } = await pool.query<AddressRow>({
        name: 'look_at_address',
        text: 'SELECT false AS is_counted, * FROM look_at_address($1, $2, $3)',
        values: [address, INVALID_KEY_WINDOW_SECONDS, clock()],
      })
      return addressState(only(rows))
    },

    async countInvalidKey(address) {
      const { rows } = await pool.query<AddressRow>({
        name: 'count_invalid_key',
        text: 'SELECT * FROM count_invalid_key($1, $2, $3, $4, $5)',
        values: [
          address,
          limits.invalidKeys,
          INVALID_KEY_WINDOW_SECONDS,
          INVALID_KEY_BLOCK_SECONDS,
          clock(),
        ],
      })
      return addressState(only(rows))
    },

    close: () => pool.end(),
  }
}

/** `bigint` comes as text. */
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

type AddressRow = {
  is_counted: boolean
  now_ms: string
  counted: number
  newest_second: string | null
  blocked_until_ms: string | null
}

function addressState(row: AddressRow): AddressState {
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

function optionsBeside({ options }: Pool): ConstructorParameters<typeof Pool>[0] {
  return {
    ...options,
    // `pg` hides it from copies.
    ...(options.password === undefined ? {} : { password: options.password }),
    application_name: `${options.application_name ?? 'scheduling'} rate limits`,
    // READ COMMITTED: a row that was locked is seen as it is then, not as it was when the call began.
    options: `${options.options ?? ''} -c default_transaction_isolation=read\\ committed`,
    max: CONNECTIONS,
    // One stays, so that no request after a quiet time waits for a connection.
    min: 1,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: CONNECTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  }
}
