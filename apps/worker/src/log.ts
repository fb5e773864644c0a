import type { Log } from '@scheduling/core'
import { Logger } from 'graphile-worker'

/** The queue's own lines: what went wrong, in our log; its chatter, nowhere. */
export function graphileLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const error: unknown = meta === undefined ? undefined : Reflect.get(meta, 'error')
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
