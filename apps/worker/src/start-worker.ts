import { createRecorder, type LaneTools, type Service } from '@scheduling/core'
import {
  makeWorkerUtils,
  parseCronItems,
  run,
  type Runner as GraphileRunner,
  type TaskList,
} from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'
import { startHeartbeat } from './heartbeat.ts'
import { graphileLogger } from './log.ts'
import { createMailer } from './mailer.ts'
import { everydayTasks, laneTasks, SCHEDULE } from './tasks/index.ts'

export type WorkerOptions = {
  readonly service: Service
  readonly pool: Pool
  readonly smtpUrl: string | null
  readonly mailFrom: string
}

export type RunningWorker = {
  /** Claims nothing more, lets exchanges end (10 s and a little), gives back what was cut off. */
  stop(): Promise<void>
}

/** Slots are cheap: a lane that waits for an answer holds no connection. */
const LANES_AT_ONCE = 100
const SLOW_LANES_AT_ONCE = 200
const EVERYDAY_AT_ONCE = 8
const EXCHANGES_END_WITHIN_MS = 13_000

/**
 * Three runners: everyday jobs with the timetable, lanes of quick endpoints, lanes of slow ones. Apart, so
 * that sixty endpoints that time out take no slot from the others.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { service, pool } = options
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const tools: LaneTools = {
    service,
    runner: pool,
    recorder: createRecorder(pool, service.crypto),
    stopping: stopping.signal,
    cutOff: cutOff.signal,
  }
  const utils = await makeWorkerUtils({ pgPool: pool })
  const heartbeat = await startHeartbeat(service, pool, utils)
  const mailer = createMailer(options.smtpUrl, options.mailFrom)
  const everyday = everydayTasks({ service, pool, mailer, utils })
  const lanes = laneTasks(tools)

  const start = (
    taskList: TaskList,
    concurrency: number,
    hasTimetable: boolean,
  ): Promise<GraphileRunner> => {
    const events = new EventEmitter()
    events.on('worker:create', ({ worker }: { worker: { workerId: string } }) =>
      heartbeat.add(worker.workerId),
    )
    return run({
      pgPool: pool,
      taskList,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: graphileLogger(service.log),
      events: events as NonNullable<Parameters<typeof run>[0]['events']>,
      parsedCronItems: hasTimetable ? parseCronItems([...SCHEDULE]) : [],
    })
  }
  const runners = await Promise.all([
    start(everyday, EVERYDAY_AT_ONCE, true),
    start({ lane: lanes.lane }, LANES_AT_ONCE, false),
    start({ lane_slow: lanes.lane_slow }, SLOW_LANES_AT_ONCE, false),
  ])
  return {
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => cutOff.abort(), EXCHANGES_END_WITHIN_MS)
      await Promise.all(runners.map((runner) => runner.stop()))
      clearTimeout(timer)
      await heartbeat.stop()
      await utils.release()
      mailer.close()
      service.sender.close()
    },
  }
}
