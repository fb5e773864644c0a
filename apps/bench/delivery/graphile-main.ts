/** One job of graphile-worker per delivery, nothing else. */
import { Logger, run } from 'graphile-worker'
import { Pool } from 'pg'
import { answerQuestions } from '../stage/asked-process.ts'
import { plainDelivery, type PlainJob, type PlainSettings } from './plain.ts'

async function begin({ databaseUrl, concurrency }: PlainSettings): Promise<true> {
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
  return true
}

answerQuestions(begin)
