/** A worker as a process of its own, beside API processes. */
import {
  centralNumberIn,
  createLog,
  createService,
  cryptography,
  followDatabaseClock,
  sealingKeys,
} from '@scheduling/core'
import { connect, isUnavailable, NotReady, UnfitSession, untilReady } from '@scheduling/database'
import {
  createProcessMetrics,
  startOperationsServer,
  logSeldom,
  type Health,
  type OperationsServer,
} from '@scheduling/operations'
import { telemetryFrom } from '@scheduling/telemetry'
import { once } from 'node:events'
import { env } from './env.ts'
import { workerMetrics } from './metrics.ts'
import { DIRECT_CONNECTIONS, startWorker, type RunningWorker } from './start-worker.ts'

const log = createLog(env.LOG_LEVEL, 'worker')
const connection = connect(env.DATABASE_URL, {
  connections: env.DATABASE_CONNECTIONS,
  directUrl: env.DATABASE_DIRECT_URL,
  directConnections: DIRECT_CONNECTIONS,
  name: 'scheduling worker',
})
const clock = followDatabaseClock(connection.pool, Date.now)
const service = createService({
  db: connection.db,
  crypto: cryptography(env.ROOT_SECRET, sealingKeys(env.ENCRYPTION_KEYS)),
  log,
  publicBaseUrl: env.PUBLIC_BASE_URL,
  allowLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
  banks: env.PIX_BANKS,
  centralNumber: centralNumberIn(env),
  now: clock.now,
  random: Math.random,
})
const metrics = createProcessMetrics(connection)
const telemetry = await telemetryFrom(env, {
  serviceName: 'scheduling-worker',
  registry: metrics.registry,
  failed: logSeldom(log),
  random: Math.random,
})
const watched = workerMetrics(metrics.registry)
let running: RunningWorker | null = null
const health: Health = {
  isStopping: false,
  isWorking: () => running?.isHeard() ?? false,
}
const stopping = new AbortController()
stopping.signal.addEventListener('abort', () => (health.isStopping = true))
process.on('SIGTERM', () => stopping.abort())
process.on('SIGINT', () => stopping.abort())

/** Null: it was stopped while it waited for the database. */
async function start(): Promise<RunningWorker | null> {
  const onWaiting = (reason: string): void => log.warn({ reason }, 'waiting for the database')
  while (await untilReady(connection, onWaiting, stopping.signal)) {
    try {
      await clock.known
      return await startWorker({
        service,
        connection,
        smtpUrl: env.SMTP_URL ?? null,
        mailFrom: env.MAIL_FROM,
        whatsappApiUrl: env.WHATSAPP_API_URL,
        metrics: watched,
      })
    } catch (error) {
      // It went away again in this very moment.
      if (error instanceof UnfitSession || !isUnavailable(error)) throw error
    }
  }
  return null
}

/** It answers from the start on: while the database is away, the process lives and is not ready. */
async function listen(port: number): Promise<OperationsServer> {
  try {
    const parts = { connection, health, metrics, metricsToken: env.METRICS_TOKEN }
    const server = await startOperationsServer(parts, { host: env.HOST, port })
    log.info({ port: server.port, host: env.HOST }, 'worker is listening')
    return server
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    process.stderr.write(`WORKER_PORT ${port} on HOST ${env.HOST}: ${String(error.code)}\n`)
    process.exit(1)
  }
}

const server = env.WORKER_PORT === undefined ? null : await listen(env.WORKER_PORT)
try {
  running = await start()
  if (running !== null) {
    log.info({ loopback_webhooks: env.ALLOW_LOOPBACK_WEBHOOKS }, 'worker is running')
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    const stopped = running.stop()
    log.info({}, 'worker is stopping')
    await stopped
  }
  await server?.stop()
  await telemetry.stop()
  clock.stop()
  await connection.close()
} catch (error) {
  if (!(error instanceof NotReady || error instanceof UnfitSession)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
