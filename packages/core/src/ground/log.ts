import { currentTraceId } from '@scheduling/telemetry'
import { pino, type DestinationStream } from 'pino'
import { logOutput, type LogOutput } from './log-output.ts'

/** Structured: fields first. Never pass a key, secret, document number, phone or body. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Writes structured lines to stdout. Callers never pass bodies, headers or query values. What an error object may
 * contain of them, such as the parameters of a statement or the `detail` of a constraint, is removed here.
 *
 * @param destination in place of stdout
 */
export function createLog(level: string, name: string, destination?: DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: { service: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorLine },
      mixin: traceLine,
    },
    destination ?? standardOutput(name),
  )
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

const STDOUT = 1
let output: LogOutput | null = null

/** The one of the process. A disk that is full and a reader that is gone or frozen neither end it nor hold it up. */
function standardOutput(service: string): LogOutput {
  output ??= logOutput(STDOUT, (lines) => {
    const time = new Date().toISOString()
    return `${JSON.stringify({ level: 'warn', time, service, lines, msg: 'lines of the log were lost' })}\n`
  })
  return output
}

/** How many lines standard output did not take since the process began. */
export function logLinesLost(): number {
  return output?.lost() ?? 0
}

/** A line of what is traced names its trace. */
function traceLine(): object {
  const traceId = currentTraceId()
  return traceId === null ? {} : { trace_id: traceId }
}

/** Name, code and stack; the message only of errors that are ours to word. */
function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = field(error, 'code')
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(isDatabases(error) ? databaseWords(error) : {}),
    ...(quotesInput(error) ? {} : { message: error.message }),
    stack: framesOf(error),
  }
}

/** PostgreSQL's, by any of the layers between. */
function isDatabases(error: Error): boolean {
  const code = field(error, 'code')
  return (
    error.name.startsWith('PrismaClient') ||
    error.name === 'DriverAdapterError' ||
    (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
  )
}

/** A database says which value it could not read, and `JSON.parse` shows what it stumbled over. */
function quotesInput(error: Error): boolean {
  return isDatabases(error) || error instanceof SyntaxError
}

/** The state says what happened; PostgreSQL's own sentence, Prisma's and `detail` may quote values. */
function databaseWords(error: Error): object {
  const cause = field(field(field(error, 'meta'), 'driverAdapterError') ?? error, 'cause')
  if (typeof cause !== 'object' || cause === null) return {}
  const state = field(cause, 'originalCode')
  return { sql_state: typeof state === 'string' ? state : null }
}

/** Where it happened. A stack begins with the message, which may have lines that look like frames. */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? ''
  const at = stack.indexOf(error.message)
  return stack
    .slice(at === -1 ? 0 : at + error.message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 12)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
