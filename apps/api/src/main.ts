/** The API as a process of its own; workers are others. Migrate first: `pnpm migrate`. */
import {
  appRouter,
  centralNumberIn,
  createLog,
  createService,
  cryptography,
  followDatabaseClock,
  sealingKeys,
} from '@scheduling/core'
import { connect, NotReady, untilReady } from '@scheduling/database'
import { telemetryFrom } from '@scheduling/telemetry'
import { logSeldom } from '@scheduling/operations'
import { prepareCounting } from './counting.ts'
import { env } from './env.ts'
import { ApiStartError, freePort, startApi } from './start-api.ts'

const log = createLog(env.LOG_LEVEL, 'api')

try {
  const port = await freePort(env.HOST, env.PORT)
  const connection = connect(env.DATABASE_URL, {
    connections: env.DATABASE_CONNECTIONS,
    directUrl: env.DATABASE_DIRECT_URL,
    name: 'scheduling api',
    // No request waits longer than this for a statement.
    silenceMs: 30_000,
  })
  const counting = prepareCounting(env, connection, log)
  const telemetry = await telemetryFrom(env, {
    serviceName: 'scheduling-api',
    registry: counting.metrics.registry,
    failed: logSeldom(log),
    random: Math.random,
  })
  const clock = followDatabaseClock(connection.pool, Date.now)
  const service = createService({
    db: connection.db,
    crypto: cryptography(env.ROOT_SECRET, sealingKeys(env.ENCRYPTION_KEYS)),
    log,
    sendsMail: env.SMTP_URL !== undefined,
    publicBaseUrl: env.PUBLIC_BASE_URL ?? `http://localhost:${port}`,
    allowLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
    holdLimits: { perKey: env.HOLDS_PER_KEY, perOrganization: env.HOLDS_PER_ORGANIZATION },
    banks: env.PIX_BANKS,
    centralNumber: centralNumberIn(env),
    now: clock.now,
    random: Math.random,
  })
  const stopping = new AbortController()
  // Set before anything starts: by default a signal would end the process at once, during its first requests.
  process.on('SIGTERM', () => stopping.abort())
  process.on('SIGINT', () => stopping.abort())
  const { promise: waiting, resolve: waits } = Promise.withResolvers<void>()
  let hasWaited = false
  const onWaiting = (reason: string): void => {
    hasWaited = true
    log.warn({ reason }, 'waiting for the database')
    waits()
  }
  const becomeReady = async (): Promise<boolean> => {
    const isReady = await untilReady(connection, onWaiting, stopping.signal)
    if (isReady) await clock.known
    return isReady
  }
  const ready = becomeReady()
  // While the database is away, the process runs but is not ready. With a database that does not fit, it exits.
  await Promise.race([ready, waiting])
  const api = await startApi({
    service,
    connection,
    ...counting,
    router: appRouter,
    metricsToken: env.METRICS_TOKEN,
    host: env.HOST,
    port,
    trustedProxies: env.TRUSTED_PROXIES,
    keepsRequests: env.REQUEST_LOG,
    dashboardOrigins: env.DASHBOARD_ORIGINS,
    contact: { support: env.SUPPORT_ADDRESS, webhookAddresses: env.WEBHOOK_ADDRESSES },
  })
  const end = async (): Promise<void> => {
    await api.stop()
    await counting.stop()
    await telemetry.stop()
    clock.stop()
    await connection.close()
  }
  let ended: Promise<void> | null = null
  const stop = (): Promise<void> => (ended ??= end())
  if (stopping.signal.aborted) void stop()
  else stopping.signal.addEventListener('abort', () => void stop())
  log.info(
    { port: api.port, host: env.HOST, loopback_webhooks: env.ALLOW_LOOPBACK_WEBHOOKS },
    'API is listening',
  )
  const isReady = await ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  if (isReady && hasWaited) log.info({}, 'the database is available')
} catch (error) {
  if (!(error instanceof ApiStartError || error instanceof NotReady)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
