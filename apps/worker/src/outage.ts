import type { Log } from '@scheduling/core'
import { isUnavailable } from '@scheduling/database'

export type Outage = {
  /** The log, without what fails only because the database is away. */
  readonly log: Log
  /** A query has failed. */
  failed(error: unknown): void
  /** The database has answered a query. */
  over(): void
}

/**
 * While the database is away, everything in a worker fails again each second. The log reports the outage once, with
 * what failed, and once more when the database answers again. In between, lines that only repeat it are left out; at
 * any other time they are written, because mail servers and endpoints refuse connections too.
 *
 * @param ask called for a line that looks like an outage, to find out whether the database is away
 */
export function createOutage(log: Log, ask: () => void): Outage {
  let leftOut: number | null = null

  const isLeftOut = (fields: object): boolean => {
    const err: unknown = Reflect.get(fields, 'err')
    const errors: readonly unknown[] = err instanceof AggregateError ? err.errors : [err]
    if (!errors.every(isUnavailable)) return false
    if (leftOut === null) {
      ask()
      return false
    }
    leftOut += 1
    return true
  }
  return {
    log: {
      info: (fields, message) => log.info(fields, message),
      warn: (fields, message) => void (isLeftOut(fields) || log.warn(fields, message)),
      error: (fields, message) => void (isLeftOut(fields) || log.error(fields, message)),
    },
    failed(error) {
      if (leftOut !== null || !isUnavailable(error)) return
      log.warn({ err: error }, 'the database is unavailable')
      leftOut = 0
    },
    over() {
      if (leftOut === null) return
      log.info({ lines_left_out: leftOut }, 'the database is available again')
      leftOut = null
    },
  }
}
