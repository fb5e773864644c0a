import type { Log } from '@scheduling/core'
import { isUnavailable } from '@scheduling/database'

export type Outage = {
  /** The log, without what fails only because the database is away. */
  readonly log: Log
  /** The database has answered. */
  over(): void
}

/**
 * While the database is away everything in a worker fails, each second anew. The log tells it once, with the
 * first failure, and once more when the database answers again.
 */
export function createOutage(log: Log): Outage {
  let leftOut: number | null = null

  const isTold = (fields: object): boolean => {
    const err: unknown = Reflect.get(fields, 'err')
    const isOutage =
      isUnavailable(err) || (err instanceof AggregateError && err.errors.every(isUnavailable))
    if (!isOutage) return false
    if (leftOut === null) log.warn({ err }, 'the database is away')
    leftOut = leftOut === null ? 0 : leftOut + 1
    return true
  }
  return {
    log: {
      info: (fields, message) => log.info(fields, message),
      warn: (fields, message) => void (isTold(fields) || log.warn(fields, message)),
      error: (fields, message) => void (isTold(fields) || log.error(fields, message)),
    },
    over() {
      if (leftOut === null) return
      log.info({ lines_left_out: leftOut }, 'the database answers again')
      leftOut = null
    },
  }
}
