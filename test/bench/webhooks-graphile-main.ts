/** One job of graphile-worker per delivery, nothing else. */
import { Logger, run } from 'graphile-worker'
import { Pool } from 'pg'
import { plainDelivery, type PlainJob, type PlainSettings } from './webhooks-plain.ts'

process.once('message', (settings) => {
  void begin(settings as PlainSettings)
})
process.on('disconnect', () => process.exit(0))

async function begin({ databaseUrl, concurrency }: PlainSettings): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 20 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const deliver = plainDelivery(pool)
  await run({
    pgPool: pool,
    taskList: { deliver: (payload) => deliver(payload as PlainJob) },
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    preset: { worker: { localQueue: { size: concurrency }, completeJobBatchDelay: 0 } },
    logger: new Logger(() => () => undefined),
  })
  process.send?.('running')
}
