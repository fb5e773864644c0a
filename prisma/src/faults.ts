/** What PostgreSQL said of a failed statement, however Prisma wrapped it. */
export type DatabaseFault = { readonly sqlState: string; readonly constraint: string | null }

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Null when the error is not a database's answer to a statement. */
export function databaseFault(error: unknown): DatabaseFault | null {
  const cause = field(field(field(error, 'meta'), 'driverAdapterError'), 'cause')
  const sqlState = field(cause, 'originalCode') ?? field(cause, 'code') ?? field(error, 'code')
  if (typeof sqlState !== 'string' || !/^[0-9A-Z]{5}$/.test(sqlState)) return null
  const named = field(field(cause, 'constraint'), 'index') ?? field(error, 'constraint')
  if (typeof named === 'string') return { sqlState, constraint: named }
  const message = field(cause, 'originalMessage')
  const quoted = typeof message === 'string' ? /"([^"]+)"[^"]*$/.exec(message) : null
  return { sqlState, constraint: quoted?.[1] ?? null }
}

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

/** Whether the whole transaction may simply be run again. */
export function isRepeatable(error: unknown): boolean {
  const fault = databaseFault(error)
  return fault?.sqlState === DEADLOCK || fault?.sqlState === SERIALIZATION_FAILURE
}

/** Whether no connection came free in time, or none could be made. */
export function isUnreachable(error: unknown): boolean {
  const code = field(error, 'code')
  const message = field(error, 'message')
  return (
    code === 'P2024' ||
    code === 'P2028' ||
    code === 'P1001' ||
    code === 'P1017' ||
    code === 'ECONNREFUSED' ||
    (typeof message === 'string' && message.includes('timeout exceeded when trying to connect'))
  )
}
