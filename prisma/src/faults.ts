/** What a failed statement, transaction or connection means, however Prisma and `pg` wrapped it. */

/** What PostgreSQL said of a failed statement. */
export type DatabaseFault = { readonly sqlState: string; readonly constraint: string | null }

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** As the driver adapter describes it: inside the client's error, or bare where a transaction ends. */
function driverCause(error: unknown): unknown {
  const wrapped = field(field(error, 'meta'), 'driverAdapterError')
  if (wrapped !== undefined) return field(wrapped, 'cause')
  return field(error, 'name') === 'DriverAdapterError' ? field(error, 'cause') : undefined
}

/** Null when the error is not a database's answer. */
export function databaseFault(error: unknown): DatabaseFault | null {
  const cause = driverCause(error)
  const sqlState = field(cause, 'originalCode') ?? field(cause, 'code') ?? field(error, 'code')
  if (typeof sqlState !== 'string' || !/^[0-9A-Z]{5}$/.test(sqlState)) return null
  const named = field(field(cause, 'constraint'), 'index') ?? field(error, 'constraint')
  if (typeof named === 'string') return { sqlState, constraint: named }
  const message = field(cause, 'originalMessage') ?? field(error, 'message')
  const quoted = typeof message === 'string' ? /"([^"]+)"[^"]*$/.exec(message) : null
  return { sqlState, constraint: quoted?.[1] ?? null }
}

/** A deadlock, a serialization failure, and a named statement that a pooler lost: the next goes without its name. */
const REPEATABLE: ReadonlySet<string> = new Set(['40P01', '40001', '26000', '42P05'])

/** Whether the whole transaction may simply be run again. */
export function isRepeatable(error: unknown): boolean {
  const fault = databaseFault(error)
  return REPEATABLE.has(fault?.sqlState ?? '')
}

/**
 * Answers of a server that can't serve now: connections that failed (08), were refused (28, 3D000) or ended (57P),
 * no resources (53), a standby (25006), work that it broke off (25P03, 25P04, 57014), and named statements that a pooler
 * lost (26000, 42P05).
 */
const AWAY_STATES = /^(?:08...|28...|3D000|53...|25006|25P03|25P04|26000|42P05|57014|57P..)$/
/** The driver adapter's words for what has no SQLSTATE. */
const AWAY_KINDS: ReadonlySet<unknown> = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
])
/** Of the operating system, for a connection that can't be made or broke. */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** `pg` never sends anything more on a connection that it knows to be broken. */
const NEVER_SENT = ['and is not queryable', 'Cannot use a pool after calling end']
/** Our own, for a server that says nothing any more. */
export const SILENT = 'The database does not answer.'
/** Of `pg`, its pool and Prisma, which have no code, or one for many things. */
const AWAY_MESSAGES = [
  ...NEVER_SENT,
  SILENT,
  'Connection terminated',
  'Query read timeout',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Unable to start a transaction in the given time',
  // It ran out of time: the second, once a hundred others have ended since.
  'on an expired transaction',
  'Transaction not found',
]
const AWAY_NAMES: ReadonlySet<unknown> = new Set(['DatabaseAway', 'TooLate', 'UnfitSession'])

/** For those who would wait too long if they knew by its code what is amiss. It is the cause. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

function says(error: unknown, phrases: readonly string[]): boolean {
  const message = field(error, 'message')
  return typeof message === 'string' && phrases.some((phrase) => message.includes(phrase))
}

/** Of the system itself: a caller who hangs up makes errors with the same codes, but without a system call. */
function isNetworkFailure(error: unknown): boolean {
  const systemCall = field(error, 'syscall')
  if (field(error, 'code') === 'ENOENT') return systemCall === 'connect'
  if (!AWAY_CODES.has(field(error, 'code'))) return false
  const name = field(error, 'name')
  return (
    typeof systemCall === 'string' ||
    error instanceof AggregateError ||
    (typeof name === 'string' && name.startsWith('PrismaClient'))
  )
}

/**
 * Whether the database can't be used now, and may be a moment later: it is away, restarts, has no connection
 * free, or takes no writes. What was under way in a transaction that did not commit is undone.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    AWAY_STATES.test(databaseFault(error)?.sqlState ?? '') ||
    AWAY_KINDS.has(field(driverCause(error), 'kind')) ||
    isNetworkFailure(error) ||
    AWAY_NAMES.has(field(error, 'name')) ||
    says(error, AWAY_MESSAGES)
  )
}

/** PgBouncer says everything under one code. This of it will not pass; that it is full, paused or without a server will. */
const POOLER_REFUSES = [
  'unsupported startup parameter',
  'no such database',
  'no such user',
  'authentication failed',
  'login rejected',
  'SSL required',
  'bouncer config error',
]

/** Whether the server refused the connection for what it was asked: only other settings will change that. */
export function isMisconfigured(error: unknown): boolean {
  const state = databaseFault(error)?.sqlState ?? ''
  return /^(?:28...|3D000)$/.test(state) || (state === '08P01' && says(error, POOLER_REFUSES))
}

/** Prisma's, for what is asked of a transaction that it has rolled back for its time. */
const TRANSACTION_OVER = 'P2028'

/**
 * Whether a COMMIT that failed like this has surely changed nothing: it never left this process, or the server
 * refused it. A connection that broke under it says neither, and nor does a server that was being stopped.
 */
export function isUndone(error: unknown): boolean {
  if (says(error, NEVER_SENT) || field(error, 'code') === TRANSACTION_OVER) return true
  return isAnswer(error) && !isUnavailable(error)
}

/** Whether it is what the server said: Prisma keeps its code, and `pg` its severity. */
function isAnswer(error: unknown): boolean {
  return (
    field(driverCause(error), 'originalCode') !== undefined ||
    field(error, 'severity') !== undefined
  )
}

/** What an error says, in one line. Of several addresses that were tried in vain only the list says something. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
