import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Instant } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { findWebhook, WebhookId } from './find-webhook.ts'

const HOUR_MS = 3_600_000

const counted = {
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  /** 0 to 1; null without attempts. */
  success_rate: z.number().nullable(),
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
}

type Row = {
  readonly hour: number | null
  readonly attempts: number
  readonly succeeded: number
  readonly p50_ms: number | null
  readonly p95_ms: number | null
}

/** How deliveries went, in all and by hour, the last hour ending now. Pings are left out. */
export const webhookStatistics = procedure({
  kind: 'read',
  scope: 'webhooks:manage',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    hours: z
      .int()
      .min(1)
      .max(LIMITS.deliveryRetentionDays * 24)
      .default(LIMITS.statisticsDefaultHours),
  }),
  output: z.object({
    since: Instant,
    ...counted,
    /** Deliveries that wait for an attempt now. */
    waiting: z.int(),
    by_hour: z.array(z.object({ from: Instant, ...counted })),
  }),
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const { id } = await findWebhook(db, organization.id, input.webhook_id)
    const now = context.now()
    const since = now - input.hours * HOUR_MS
    const rows = await db.$queryRaw<Row[]>`
      SELECT hour, count(*)::int AS attempts, count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS succeeded,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50_ms,
        percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms
      FROM (
        SELECT status, duration_ms,
          floor(extract(epoch FROM attempted_at - ${new Date(since)}::timestamptz) / 3600)::int AS hour
        FROM delivery_attempt
        WHERE webhook_id = ${id} AND attempt_day >= (${new Date(since)}::timestamptz)::date
          AND attempted_at >= ${new Date(since)}::timestamptz AND attempted_at < ${new Date(now)}::timestamptz
          AND trigger <> 'TEST' AND status IN ('SUCCEEDED', 'FAILED')
      ) AS made
      GROUP BY GROUPING SETS ((hour), ())`
    const waiting = await db.delivery.count({ where: { webhookId: id, state: 'pending' } })
    const byHour = new Map(rows.map((row) => [row.hour, row]))
    const instant = (ms: number) => formatInstant(ms, organization.timeZone)
    return {
      since: instant(since),
      ...figures(byHour.get(null)),
      waiting,
      by_hour: Array.from({ length: input.hours }, (_, hour) => ({
        from: instant(since + hour * HOUR_MS),
        ...figures(byHour.get(hour)),
      })),
    }
  },
})

function figures(row: Row | undefined) {
  const attempts = row?.attempts ?? 0
  const succeeded = row?.succeeded ?? 0
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    success_rate: attempts === 0 ? null : succeeded / attempts,
    p50_ms: row?.p50_ms ?? null,
    p95_ms: row?.p95_ms ?? null,
  }
}
