import type { Log } from '@scheduling/core'
import { Logger } from 'graphile-worker'

/**
 * The job queue's log: its errors and warnings go to our log, and the rest nowhere.
 *
 * @param fetchFailed called when a runner could not fetch jobs, which the queue only logs
 */
export function graphileLogger(log: Log, fetchFailed: () => void): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const error: unknown = meta === undefined ? undefined : Reflect.get(meta, 'error')
    if (isKnownEnding(error)) return
    if (message.startsWith('Error occurred fetching jobs')) fetchFailed()
    const fields = {
      ...(scope.taskIdentifier === undefined ? {} : { task: scope.taskIdentifier }),
      ...(error === undefined ? {} : { err: error }),
    }
    // The original message can quote a job's payload.
    const text = /^(?:Failed task|Completed task)/.test(message)
      ? 'job failed'
      : message.slice(0, 200)
    if (level === 'error') log.error(fields, text)
    // Slots outnumber connections on purpose: a lane that waits for an answer holds none.
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn(fields, text)
  })
}

/**
 * A queue that is stopped while jobs wait in its memory gives them back, and then fails on its own end. The jobs are
 * freed once more when the runner has ended, so this is not worth a line.
 */
function isKnownEnding(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every((one) => isKnownEnding(one))
  return error instanceof Error && error.message.includes('the queue is already released')
}
