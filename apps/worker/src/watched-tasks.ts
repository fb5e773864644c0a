/** Jobs, measured and traced. */
import type { Service } from '@scheduling/core'
import { inSpan } from '@scheduling/telemetry'
import type { Task, TaskList } from 'graphile-worker'
import type { WorkerMetrics } from './metrics.ts'
import { SCHEDULE } from './tasks/index.ts'

const TIMED: ReadonlySet<string> = new Set(SCHEDULE.map(({ task }) => task))

type Watch = {
  readonly metrics: Pick<WorkerMetrics, 'jobEnded'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly elapsed: Service['elapsed']
}

/** Each with a span of its own: what it changes, and the events that it writes, belong to it. */
export function tracedTasks(tasks: TaskList, watch: Watch): TaskList {
  return watched(tasks, watch, (task, run) =>
    inSpan(`process ${task}`, { kind: 'consumer', attributes: attributesOf(task) }, () => run()),
  )
}

/** Without one: these tasks work for many changes at once, or only begin what has spans of its own. */
export function countedTasks(tasks: TaskList, watch: Watch): TaskList {
  return watched(tasks, watch, (_task, run) => run())
}

function attributesOf(task: string) {
  return {
    'messaging.system': 'graphile_worker',
    'messaging.destination.name': task,
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
  }
}

type Run = () => Promise<unknown>

function watched(
  tasks: TaskList,
  { metrics, now, elapsed }: Watch,
  around: (task: string, run: Run) => Promise<unknown>,
): TaskList {
  const watchedTask =
    (task: string, body: Task): Task =>
    async (payload, helpers) => {
      const startedAt = elapsed()
      const late = TIMED.has(task) ? (now() - helpers.job.run_at.getTime()) / 1000 : null
      const ended = (result: 'done' | 'failed'): void =>
        metrics.jobEnded({ task, result, seconds: (elapsed() - startedAt) / 1000, late })
      try {
        await around(task, async () => body(payload, helpers))
        ended('done')
      } catch (error) {
        ended('failed')
        throw error
      }
    }
  return Object.fromEntries(
    Object.entries(tasks).flatMap(([task, body]) =>
      body === undefined ? [] : [[task, watchedTask(task, body)]],
    ),
  )
}
