import type { Log } from '@scheduling/core'
import { isUnavailable } from '@scheduling/database'

export type Outage = {
  /** The log, without what fails only because the database is away. */
  readonly log: Log
  /** A question that nobody but the database answers has failed. */
  failed(error: unknown): void
  /** The database has answered one. */
  over(): void
}

/**
 * While the database is away everything in a worker fails, each second anew. The log tells it once, with what
 * failed, and once more when the database answers again. Only then are lines left out: others, too, refuse
 * connections.
 *
 * @param ask called for a line that looks like it: is it the database?
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
      log.warn({ err: error }, 'the database is away')
      leftOut = 0
    },
    over() {
      if (leftOut === null) return
      log.info({ lines_left_out: leftOut }, 'the database answers again')
      leftOut = null
    },
  }
}
