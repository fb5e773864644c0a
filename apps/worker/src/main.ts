/** A worker as a process of its own, beside API processes. */
import { createLog, createService, cryptography, sealingKeys } from '@scheduling/core'
import { connect, isUnavailable, NotReady, UnfitSession, untilReady } from '@scheduling/database'
import { once } from 'node:events'
import { env } from './env.ts'
import { startWorker, type RunningWorker } from './start-worker.ts'

const log = createLog(env.LOG_LEVEL, 'worker')
const connection = connect(env.DATABASE_URL, {
  connections: env.DATABASE_CONNECTIONS,
  name: 'scheduling worker',
})
const service = createService({
  db: connection.db,
  crypto: cryptography(env.ROOT_SECRET, sealingKeys(env.ENCRYPTION_KEYS)),
  log,
  publicBaseUrl: env.PUBLIC_BASE_URL,
  allowLoopbackWebhooks: env.ALLOW_LOOPBACK_WEBHOOKS,
  banks: env.PIX_BANKS,
  now: Date.now,
  random: Math.random,
})
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
process.on('SIGINT', () => stopping.abort())

/** Null: it was stopped while it waited for the database. */
async function start(): Promise<RunningWorker | null> {
  const tellWaiting = (reason: string): void => log.warn({ reason }, 'waiting for the database')
  while (await untilReady(connection.pool, tellWaiting, stopping.signal)) {
    try {
      return await startWorker({
        service,
        pool: connection.pool,
        smtpUrl: env.SMTP_URL ?? null,
        mailFrom: env.MAIL_FROM,
        whatsappApiUrl: env.WHATSAPP_API_URL,
      })
    } catch (error) {
      // It went away again in this very moment.
      if (error instanceof UnfitSession || !isUnavailable(error)) throw error
    }
  }
  return null
}

try {
  const worker = await start()
  if (worker !== null) {
    log.info({ loopback_webhooks: env.ALLOW_LOOPBACK_WEBHOOKS }, 'worker is running')
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    const stopped = worker.stop()
    log.info({}, 'worker is stopping')
    await stopped
  }
  await connection.close()
} catch (error) {
  if (!(error instanceof NotReady || error instanceof UnfitSession)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
