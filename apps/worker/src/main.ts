/** A worker as a process of its own, beside API processes. */
import { createLog, createService, cryptography, sealingKeys } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { env } from './env.ts'
import { startWorker } from './start-worker.ts'

const log = createLog(env.LOG_LEVEL, 'worker')
const connection = connect(env.DATABASE_URL, {
  connections: env.DATABASE_CONNECTIONS,
  name: 'scheduling worker',
})
const worker = await startWorker({
  service: createService({
    db: connection.db,
    crypto: cryptography(env.ROOT_SECRET, sealingKeys(env.ENCRYPTION_KEYS)),
    log,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    allowLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
    now: Date.now,
    random: Math.random,
  }),
  pool: connection.pool,
  smtpUrl: env.SMTP_URL ?? null,
  mailFrom: env.MAIL_FROM,
})
let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const stopped = worker.stop()
  log.info({}, 'worker is stopping')
  await stopped
  await connection.close()
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
log.info({ loopback_webhooks: env.ALLOW_LOOPBACK_WEBHOOKS }, 'worker is running')
