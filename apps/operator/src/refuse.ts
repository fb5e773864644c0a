import { isUnavailable, NotReady, wordsOf } from '@scheduling/database'
import { MigrationError } from '@scheduling/database/migrate'

/** Ends a command that failed: with one line where the operator can do something, else with all that is known. */
export function refuse(error: unknown): void {
  process.exitCode = 1
  if (error instanceof MigrationError || error instanceof NotReady) say(error.message)
  else if (isUnavailable(error)) say(`The database cannot be used: ${wordsOf(error)}`)
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
