import type { Log } from '@scheduling/core'
import { Logger } from 'graphile-worker'

/**
 * The queue's own lines: what went wrong, in our log; its chatter, nowhere.
 *
 * @param fetchFailed told when a runner could not fetch jobs, which the queue tells nobody but its log
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
    // The message itself can quote a job's payload.
    const said = /^(?:Failed task|Completed task)/.test(message)
      ? 'job failed'
      : message.slice(0, 200)
    if (level === 'error') log.error(fields, said)
    // Slots outnumber connections on purpose: a lane that waits for an answer holds none.
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn(fields, said)
  })
}

/**
 * Stopped while jobs wait in its memory, a queue gives them back and then trips over its own end. They are
 * freed once more when the runner has ended, so nobody needs to hear of it.
 */
function isKnownEnding(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every((one) => isKnownEnding(one))
  return error instanceof Error && error.message.includes('the queue is already released')
}
