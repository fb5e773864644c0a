/** One job of BullMQ per delivery, recorded in PostgreSQL like the others. */
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { answerQuestions } from '../stage/asked-process.ts'
import { plainDelivery, type PlainJob, type PlainSettings } from './plain.ts'

async function begin({ databaseUrl, redisUrl, concurrency }: PlainSettings): Promise<true> {
  const pool = new Pool({ connectionString: databaseUrl, max: 20 })
  const deliver = plainDelivery(pool)
  const worker = new Worker<PlainJob>('deliver', (job) => deliver(job.data), {
    connection: new Redis(redisUrl, { maxRetriesPerRequest: null }),
    concurrency,
    removeOnComplete: { count: 0 },
  })
  await worker.waitUntilReady()
  return true
}

answerQuestions(begin)
