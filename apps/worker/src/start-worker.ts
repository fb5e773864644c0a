import {
  createPauses,
  createRecorder,
  LEASE_SECONDS,
  type LaneTools,
  type Service,
} from '@scheduling/core'
import {
  makeWorkerUtils,
  parseCronItems,
  run,
  type Runner as GraphileRunner,
  type TaskList,
} from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'
import { startHeartbeat } from './heartbeat.ts'
import { graphileLogger } from './log.ts'
import { createMailer } from './mailer.ts'
import { everydayTasks, SCHEDULE } from './tasks/index.ts'
import { laneTasks } from './tasks/lanes.ts'

export type WorkerOptions = {
  readonly service: Service
  readonly pool: Pool
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** How long `stop` lets exchanges go on. Default: 13 s, longer than any takes. */
  readonly endWithinMs?: number
}

export type RunningWorker = {
  /** Claims nothing more, lets exchanges end (10 s and a little), gives back what was cut off. */
  stop(): Promise<void>
}

/** Slots are cheap: a lane that waits for an answer holds no connection. */
const LANES_AT_ONCE = 200
const SLOW_LANES_AT_ONCE = 200
const EVERYDAY_AT_ONCE = 8
const EXCHANGES_END_WITHIN_MS = 13_000

/**
 * Three runners: everyday jobs with the timetable, lanes of quick endpoints, lanes of slow ones. Apart, so
 * that sixty endpoints that time out take no slot from the others.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { service, pool } = options
  const holder = randomUUID()
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const tools: LaneTools = {
    service,
    runner: pool,
    recorder: createRecorder(pool, service.crypto),
    holder,
    pauses: createPauses(),
    stopping: stopping.signal,
    cutOff: cutOff.signal,
  }
  const utils = await makeWorkerUtils({ pgPool: pool })
  const heartbeat = await startHeartbeat(service, pool, utils, holder)
  const mailer = createMailer(options.smtpUrl, options.mailFrom)
  const everyday = everydayTasks({ service, pool, mailer, utils })
  const lanes = laneTasks(tools)

  const start = (
    taskList: TaskList,
    concurrency: number,
    hasTimetable: boolean,
  ): Promise<GraphileRunner> => {
    const events = new EventEmitter()
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) =>
      heartbeat.add(workerPool.id),
    )
    return run({
      pgPool: pool,
      taskList,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      // One question for all slots, not one from each: three hundred idle slots would ask three hundred a second.
      preset: { worker: { localQueue: { size: concurrency }, completeJobBatchDelay: 0 } },
      logger: graphileLogger(service.log),
      events,
      parsedCronItems: hasTimetable ? parseCronItems([...SCHEDULE]) : [],
    })
  }
  const runners = await Promise.all([
    start(everyday, EVERYDAY_AT_ONCE, true),
    start({ lane: lanes.tasks.lane }, LANES_AT_ONCE, false),
    start({ lane_slow: lanes.tasks.lane_slow }, SLOW_LANES_AT_ONCE, false),
  ])
  await catchUp(pool, options.smtpUrl !== null)
  return {
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => cutOff.abort(), options.endWithinMs ?? EXCHANGES_END_WITHIN_MS)
      await Promise.all(runners.map((runner) => runner.stop()))
      await lanes.ended()
      clearTimeout(timer)
      await heartbeat.stop()
      await utils.release()
      mailer.close()
      service.sender.close()
    },
  }
}

/**
 * What a killed process left is taken up when its leases have run out, not at the next full minute after
 * that; and mails that were written while no mail server was configured are sent.
 */
async function catchUp(pool: Pool, hasMailServer: boolean): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.add_job('sweep', job_key => 'sweep:' || wait,
       run_at => clock_timestamp() + make_interval(secs => wait), max_attempts => 3)
     FROM unnest($1::int[]) AS wait`,
    [[0, LEASE_SECONDS + 1]],
  )
  if (hasMailServer)
    await pool.query(
      `SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', id), job_key => 'mail:' || id,
         max_attempts => 10)
       FROM mail WHERE sent_at IS NULL`,
    )
}
