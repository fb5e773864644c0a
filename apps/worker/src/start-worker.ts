import { followCentralNumber, wakeMails, type Service } from '@scheduling/core'
import { poolByKeys, type Connection } from '@scheduling/database'
import { createDeliveryEngine, LEASE_SECONDS } from '@scheduling/delivery'
import { emailOver, WHATSAPP_API_URL } from '@scheduling/messaging'
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
import { Registry } from 'prom-client'
import { startHeartbeat } from './heartbeat.ts'
import { keepRunning, type KeptRunner } from './keep-running.ts'
import { graphileLogger } from './log.ts'
import { createMailer } from './mailer.ts'
import { workerMetrics, type WorkerMetrics } from './metrics.ts'
import { MessageLanes } from './message-lanes.ts'
import { createOutage } from './outage.ts'
import { forQueue } from './queue-pool.ts'
import { surviveQueueRejections } from './survive-queue-rejections.ts'
import { beginningTasks, everydayTasks, SCHEDULE } from './tasks/index.ts'
import { countedTasks, tracedTasks } from './watched-tasks.ts'

export type WorkerOptions = {
  readonly service: Service
  readonly connection: Pick<Connection, 'pool' | 'direct'>
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Of the WhatsApp Cloud API. Default: the platform's own. */
  readonly whatsappApiUrl?: string
  /** Of the process. Default: some without a reader. */
  readonly metrics?: WorkerMetrics
  /** How long `stop` lets exchanges go on. Default: 13 s, longer than any takes. */
  readonly endWithinMs?: number
}

export type RunningWorker = {
  /** Whether the other workers of its database take it for a living one. */
  isHeard(): boolean
  /** Claims nothing more, lets exchanges end (in a little over 10 s), and gives back what was cut off. */
  stop(): Promise<void>
}

/** Fan-outs, of which a batch of a hundred is five statements, and jobs that begin a turn of a lane. */
const DELIVERIES_AT_ONCE = 200
const EVERYDAY_AT_ONCE = 8
/** Besides those of `direct`: one for each kind of batch that lanes send, and some for queries of their own. */
const LANE_CONNECTIONS = 10
/** What a worker needs where `direct` is a pool of its own: the job queue, its two listeners. The heartbeat has two more. */
export const DIRECT_CONNECTIONS = 8
/**
 * How long a runner waits, about, before it asks for jobs again after it found few. Every runner of every process hears
 * of each new job; without a wait each would ask each time, and take the jobs of a busy second one by one. A job that
 * comes after a quiet while is taken at once.
 */
const DELIVERIES_AGAIN_MS = 10
const EVERYDAY_AGAIN_MS = 200
/** So many jobs at once are many: there may be more. */
const MANY_JOBS = 20
const EXCHANGES_END_WITHIN_MS = 13_000

/**
 * Two runners: one for everyday jobs and the timetable, one for deliveries. They are separate so that a mail server
 * that hangs holds up no event. There are no more, since each is notified of every job that is added. No job of the second
 * takes long: turns of lanes have slots of their own.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { pool, direct } = options.connection
  let askDatabase = (): void => undefined
  const outage = createOutage(options.service.log, () => askDatabase())
  const service = { ...options.service, log: outage.log }
  const metrics = options.metrics ?? workerMetrics(new Registry())
  const watch = { metrics, now: service.realNow, elapsed: service.elapsed }
  const holder = randomUUID()
  const stopping = new AbortController()
  const cutOff = new AbortController()
  // If something can't start, what has started before it is ended, in reverse order.
  await using begun = new AsyncDisposableStack()
  begun.defer(surviveQueueRejections(service.log))
  const mailer = createMailer(options.smtpUrl, options.mailFrom)
  begun.defer(() => mailer.close())
  const email = options.smtpUrl === null ? null : emailOver(options.smtpUrl, options.mailFrom)
  begun.defer(() => email?.close())
  const carriers = { email, whatsappApiUrl: options.whatsappApiUrl ?? WHATSAPP_API_URL }
  const messages = new MessageLanes(service, carriers, stopping.signal, metrics)
  const byKeys = poolByKeys(direct, LANE_CONNECTIONS)
  begun.defer(() => byKeys.end())
  // These sessions have settings of their own, which a pooler may drop: fail now rather than at each delivery.
  ;(await byKeys.connect()).release()
  const delivery = createDeliveryEngine({
    runtime: { ...service, watch: metrics.deliveries },
    client: byKeys,
    holder,
    stopping: stopping.signal,
    cutOff: cutOff.signal,
  })
  const utils = await makeWorkerUtils({ pgPool: direct })
  begun.defer(() => utils.release())
  const heartbeat = await startHeartbeat(service, direct, utils, holder, {
    failed: outage.failed,
    over() {
      outage.over()
      metrics.beaten()
    },
  })
  begun.defer(() => heartbeat.stop())
  askDatabase = heartbeat.beat
  begun.defer(() => delivery.ended())
  begun.defer(() => messages.ended())
  const everyday = everydayTasks({
    service,
    pool,
    direct,
    mailer,
    messages,
    whatsappApiUrl: carriers.whatsappApiUrl,
    utils,
    stopping: stopping.signal,
  })

  const runners: KeptRunner[] = []
  begun.defer(async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
  })
  const keep = async (
    name: string,
    tasks: TaskList,
    { concurrency, againMs }: { concurrency: number; againMs: number },
  ): Promise<void> => {
    let poolIds: string[] = []
    const start = (failed: () => void): Promise<GraphileRunner> => {
      const events = new EventEmitter()
      events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
        poolIds.push(workerPool.id)
        heartbeat.add(workerPool.id)
      })
      events.on('pool:fatalError', failed)
      events.on('worker:fatalError', failed)
      events.on('pool:gracefulShutdown:error', failed)
      return run({
        pgPool: forQueue(direct),
        taskList: tasks,
        concurrency,
        noHandleSignals: true,
        pollInterval: 1000,
        preset: {
          worker: {
            // One query for all slots: with a query from each, three hundred idle slots would send three hundred a second.
            localQueue: {
              size: concurrency,
              refetchDelay: {
                durationMs: againMs,
                threshold: Math.min(MANY_JOBS, concurrency - 1),
                maxAbortThreshold: Infinity,
              },
            },
            // Without batches, the end of a job that can't be written is an unhandled rejection, and ends the process.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
        // A runner that began while connections broke can never fetch jobs: it remembers the failure for ever.
        logger: graphileLogger(service.log, failed),
        events,
        parsedCronItems: tasks['sweep'] === undefined ? [] : parseCronItems([...SCHEDULE]),
      })
    }
    const ended = async (): Promise<void> => {
      const left = poolIds
      poolIds = []
      await heartbeat.drop(left)
    }
    runners.push(await keepRunning(name, service, start, ended))
  }
  await keep('everyday', tracedTasks(everyday, watch), {
    concurrency: EVERYDAY_AT_ONCE,
    againMs: EVERYDAY_AGAIN_MS,
  })
  await keep(
    'deliveries',
    countedTasks({ ...delivery.tasks, ...beginningTasks({ messages }) }, watch),
    {
      concurrency: DELIVERIES_AT_ONCE,
      againMs: DELIVERIES_AGAIN_MS,
    },
  )
  if (email !== null) await wakeMails(service)
  await followCentralNumber(service)
  await catchUp(direct, options.smtpUrl !== null)
  const running = begun.move()
  return {
    isHeard: heartbeat.isHeard,
    async stop() {
      stopping.abort()
      const ended = new AbortController()
      const endWithinMs = options.endWithinMs ?? EXCHANGES_END_WITHIN_MS
      void service.wait(endWithinMs, ended.signal).then(() => cutOff.abort())
      await running.disposeAsync()
      ended.abort()
      service.sender.close()
    },
  }
}

const DUE_AT_START = [
  ['sweep', 0],
  ['sweep', LEASE_SECONDS + 1],
  ['tell_webhooks', 0],
  ['sweep_messages', 0],
  ['remind', 0],
  ['queue_timers', 0],
  ['expire_holds', 0],
  ['end_offers', 0],
  ['sweep_waitlist', 0],
  ['expire_deposits', 0],
  ['test_clocks', 0],
  ['read_calendars', 0],
  ['seal_addresses', 0],
] as const

/**
 * Does at once, and not at the next full minute, what came due while no worker ran. It takes up what a killed process
 * left when its leases have run out, and sends mails that were written while no mail server was configured.
 *
 * Each job has a statement of its own: one for several would lock their rows one after the other, and wait for a runner
 * that ends some of them and waits for it.
 */
async function catchUp(direct: Pool, hasMailServer: boolean): Promise<void> {
  for (const [task, wait] of DUE_AT_START) {
    await direct.query(
      `SELECT graphile_worker.add_job($1::text, job_key => $1::text || ':' || $2::int,
         run_at => clock_timestamp() + make_interval(secs => $2::int), max_attempts => 3)`,
      [task, wait],
    )
  }
  if (!hasMailServer) return
  const { rows } = await direct.query<{ id: number }>('SELECT id FROM mail WHERE sent_at IS NULL')
  for (const { id } of rows) {
    await direct.query(
      `SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', $1::int), job_key => 'mail:' || $1::int,
         max_attempts => 10)`,
      [id],
    )
  }
}
