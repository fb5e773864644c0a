/** The API as a process of its own, beside workers of theirs. Migrate first: `pnpm --filter @scheduling/database migrate`. */
import { appRouter, createLog, createService, cryptography, sealingKeys } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { env } from './env.ts'
import { createMetrics } from './operations/metrics.ts'
import { createRateLimits } from './rate-limits/create-rate-limits.ts'
import { ApiStartError, freePort, startApi } from './start-api.ts'

const log = createLog(env.LOG_LEVEL, 'api')

try {
  const port = await freePort(env.HOST, env.PORT)
  const connection = connect(env.DATABASE_URL, {
    connections: env.DATABASE_CONNECTIONS,
    name: 'scheduling api',
  })
  const metrics = createMetrics(connection)
  const limits = createRateLimits({
    scale: env.LIMITS_SCALE,
    pool: connection.pool,
    onFailure: () => metrics.rateLimitStoreFailed(),
    log,
    ...(env.REDIS_URL === undefined ? {} : { redisUrl: env.REDIS_URL }),
  })
  const service = createService({
    db: connection.db,
    crypto: cryptography(env.ROOT_SECRET, sealingKeys(env.ENCRYPTION_KEYS)),
    log,
    publicBaseUrl: env.PUBLIC_BASE_URL ?? `http://localhost:${port}`,
    allowLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
    now: Date.now,
    random: Math.random,
  })
  const api = await startApi({
    service,
    connection,
    router: appRouter,
    limits,
    metrics,
    metricsToken: env.METRICS_TOKEN,
    host: env.HOST,
    port,
    trustedProxies: env.TRUSTED_PROXIES,
    dashboardOrigins: env.DASHBOARD_ORIGINS,
  })
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await api.stop()
    await limits.close()
    await connection.close()
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  log.info(
    { port: api.port, host: env.HOST, loopback_webhooks: env.ALLOW_LOOPBACK_WEBHOOKS },
    'API is listening',
  )
} catch (error) {
  if (!(error instanceof ApiStartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
