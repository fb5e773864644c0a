import { pino } from 'pino'
import type { Log } from './context.ts'

/**
 * Structured lines on stdout. Bodies, headers and query values are never handed to it; what an error
 * object might carry of them (a statement's parameters, a constraint's `detail`) is left out here.
 */
export function createLog(level: string, name: string): Log {
  const logger = pino({
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorLine },
  })
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

/** Name, code and stack; the message only of errors that are ours to word. */
function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const code: unknown = Reflect.get(error, 'code')
  const isDatabase =
    error.name.startsWith('PrismaClient') ||
    (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(isDatabase ? databaseWords(error) : { message: error.message }),
    stack: frames.slice(0, 12).map((line) => line.trim()),
  }
}

/** PostgreSQL's own sentence names tables and constraints, never values; Prisma's and `detail` may. */
function databaseWords(error: Error): object {
  const meta: unknown = Reflect.get(error, 'meta')
  const adapter: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : null
  const cause: unknown =
    typeof adapter === 'object' && adapter !== null ? Reflect.get(adapter, 'cause') : null
  if (typeof cause !== 'object' || cause === null) return {}
  const code: unknown = Reflect.get(cause, 'originalCode')
  return { sql_state: typeof code === 'string' ? code : null }
}
