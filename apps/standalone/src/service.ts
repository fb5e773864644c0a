/** Embedded PostgreSQL, migrations, the demo clinic (not in production), API and worker in one process. */
import { ApiStartError, freePort, prepareCounting, startApi } from '@scheduling/api'
import {
  appRouter,
  centralNumberIn,
  createLog,
  createService,
  cryptography,
  followDatabaseClock,
  sealingKeys,
} from '@scheduling/core'
import { connect, requireReady, formatError } from '@scheduling/database'
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '@scheduling/database/embedded-postgres'
import { prepareDatabase } from '@scheduling/database/prepare'
import { logSeldom } from '@scheduling/operations'
import { telemetryFrom } from '@scheduling/telemetry'
import { DIRECT_CONNECTIONS, startWorker, workerMetrics } from '@scheduling/worker'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { announce } from './announce.ts'
import { ensureDemo, writeDemoFile } from './demo/demo.ts'
import { sampleSlot } from './demo/sample-slot.ts'
import { env } from './env.ts'
import { ownSecrets } from './secrets.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What was started, to be stopped in reverse. */
const running: { readonly name: string; stop(): Promise<void> }[] = []
let isStopping = false

async function stopAll(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const part of running.toReversed()) {
    try {
      await part.stop()
    } catch (error) {
      process.stderr.write(
        `Stopping ${part.name}: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
  process.exit(exitCode)
}

process.on('SIGINT', () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0))

/** Where it is, and the way to it that no pooler shares. */
async function database(): Promise<{ readonly url: string; readonly directUrl: string }> {
  if (env.DATABASE_URL !== undefined) {
    say('Database: DATABASE_URL')
    return { url: env.DATABASE_URL, directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL }
  }
  say(`Database: embedded PostgreSQL in ${path.join(env.DATA_DIR, 'postgres')}`)
  const postgres = await startEmbeddedPostgres({ dataDirectory: env.DATA_DIR, log: say })
  running.push({ name: 'database', stop: () => postgres.stop() })
  void postgres.died.then((error) => {
    process.stderr.write(`${error.message}\n`)
    return stopAll(1)
  })
  return { url: postgres.url, directUrl: postgres.url }
}

async function main(): Promise<void> {
  const port = await freePort(env.HOST, env.PORT)
  mkdirSync(env.DATA_DIR, { recursive: true })
  const demoFile = path.join(env.DATA_DIR, 'demo.json')
  const { url, directUrl } = await database()
  const applied = await prepareDatabase(directUrl)
  say(applied.length === 0 ? 'Migrations: up to date' : `Migrations: applied ${applied.join(', ')}`)

  const secrets = ownSecrets(env.DATA_DIR, {
    rootSecret: env.ROOT_SECRET,
    encryptionKeys: env.ENCRYPTION_KEYS,
  })
  const connection = connect(url, {
    connections: env.DATABASE_CONNECTIONS,
    directUrl,
    directConnections: DIRECT_CONNECTIONS,
    name: 'scheduling',
  })
  running.push({ name: 'connections', stop: () => connection.close() })
  await requireReady(connection)
  const log = createLog(env.LOG_LEVEL, 'standalone')
  const clock = followDatabaseClock(connection.pool, Date.now)
  running.push({ name: 'clock', stop: async () => clock.stop() })
  await clock.known
  const parts = {
    db: connection.db,
    crypto: cryptography(secrets.rootSecret, sealingKeys(secrets.encryptionKeys)),
    log,
    sendsMail: env.SMTP_URL !== undefined,
    allowLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
    isDemonstration: env.NODE_ENV !== 'production',
    holdLimits: { perKey: env.HOLDS_PER_KEY, perOrganization: env.HOLDS_PER_ORGANIZATION },
    banks: env.PIX_BANKS,
    centralNumber: centralNumberIn(env),
    now: clock.now,
    random: Math.random,
  }
  const counting = prepareCounting(env, connection, log)
  running.push({ name: 'rate limits', stop: () => counting.stop() })

  const telemetry = await telemetryFrom(env, {
    serviceName: 'scheduling',
    registry: counting.metrics.registry,
    failed: logSeldom(log),
    random: Math.random,
  })
  running.push({ name: 'telemetry', stop: () => telemetry.stop() })

  const baseUrl = env.PUBLIC_BASE_URL ?? `http://localhost:${port}`
  const service = createService({ ...parts, publicBaseUrl: baseUrl })
  const demo = env.NODE_ENV === 'production' ? null : await ensureDemo(service, demoFile, say)
  const worker = await startWorker({
    service,
    connection,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    whatsappApiUrl: env.WHATSAPP_API_URL,
    metrics: workerMetrics(counting.metrics.registry),
  })
  running.push({ name: 'worker', stop: () => worker.stop() })
  const api = await startApi({
    service,
    connection,
    ...counting,
    metricsToken: env.METRICS_TOKEN,
    router: appRouter,
    host: env.HOST,
    port,
    trustedProxies: env.TRUSTED_PROXIES,
    keepsRequests: env.REQUEST_LOG,
    dashboardOrigins: env.DASHBOARD_ORIGINS,
    contact: { support: env.SUPPORT_ADDRESS, webhookAddresses: env.WEBHOOK_ADDRESSES },
  })
  running.push({ name: 'api', stop: () => api.stop() })
  if (demo !== null) writeDemoFile(demoFile, { ...demo, base_url: baseUrl })
  announce(say, {
    baseUrl,
    demo:
      demo === null
        ? null
        : { made: demo, file: demoFile, sample: await sampleSlot(service, demo.organization_id) },
    allowsLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
    // Since the process began.
    seconds: performance.now() / 1000,
  })
}

/** Ends the process when it cannot start. */
export async function serve(): Promise<void> {
  try {
    await main()
  } catch (error) {
    const isPlain = error instanceof ApiStartError || error instanceof EmbeddedPostgresError
    process.stderr.write(`${isPlain ? error.message : formatError(error)}\n`)
    await stopAll(1)
  }
}
