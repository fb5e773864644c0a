import { toldPlainly } from '@scheduling/database'

/** Ends a command that failed. */
export function refuse(error: unknown): void {
  process.exitCode = 1
  process.stderr.write(`${toldPlainly(error)}\n`)
}
