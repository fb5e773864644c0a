import { formatError } from '@scheduling/database'

/** Ends a command that failed. */
export function refuse(error: unknown): void {
  process.exitCode = 1
  process.stderr.write(`${formatError(error)}\n`)
}
