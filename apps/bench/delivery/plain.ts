/** The least that a delivery is: one signed exchange, and its record in one statement. */
import { createSender, signatureHeaders } from '@scheduling/webhooks'
import type { Pool } from 'pg'

/** Work of the plain loops: everything that the exchange needs, put together beforehand. */
export type PlainJob = {
  readonly url: string
  readonly webhookId: string
  readonly organizationId: number
  readonly eventId: string
  readonly deliveryId: string
  readonly secret: string
  readonly body: string
}

/** What the parent tells a plain loop to begin with. */
export type PlainSettings = {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly concurrency: number
}

const RECORD = {
  name: 'record',
  text: `INSERT INTO delivery_attempt (attempt_day, id, organization_id, webhook_id, event_id, event_day, event_type, run,
     trigger, attempt, max_attempts, status, response_status, response_body, duration_ms, host, attempted_at, created_at)
   VALUES (current_date, $1, $2, $3, $4, current_date, 'client.created', 0, 'EVENT', 1, 8, $5, $6, $7, $8, $9, $10, $10)`,
}

/** The product's own sender, without lanes and leases around it. */
export function plainDelivery(pool: Pool): (job: PlainJob) => Promise<void> {
  const sender = createSender({ docsUrl: 'http://api.test/docs', allowLoopbackHttp: true })
  return async (job) => {
    const attemptedAt = new Date()
    const body = Buffer.from(job.body)
    const result = await sender.send({
      url: job.url,
      method: 'POST',
      contentType: 'application/json',
      body,
      serviceHeaders: signatureHeaders({
        deliveryId: job.deliveryId,
        eventId: job.eventId,
        eventType: 'client.created',
        webhookId: job.webhookId,
        timestampSeconds: Math.floor(attemptedAt.getTime() / 1000),
        body,
        secret: job.secret,
      }),
    })
    await pool.query({
      ...RECORD,
      values: [
        job.deliveryId,
        job.organizationId,
        job.webhookId,
        job.eventId,
        result.errorCode === null ? 'SUCCEEDED' : 'FAILED',
        result.status,
        result.responseBody,
        result.durationMs,
        new URL(job.url).host,
        attemptedAt,
      ],
    })
  }
}
