import { formatInstant } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { noSuchWebhook, WebhookId } from './find-webhook.ts'

const HOUR_MS = 3_600_000

const counted = {
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  success_rate: z.number().nullable().meta({ description: '0 to 1. Null without attempts.' }),
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
}

const readHours = query({
  name: 'webhook statistics',
  text: `
    SELECT hour, count(*)::int AS attempts, count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS succeeded,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50_ms,
      percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms,
      (SELECT count(*)::int FROM delivery WHERE webhook_id = $2 AND state = 'pending') AS waiting
    FROM (
      SELECT status, duration_ms, floor(extract(epoch FROM attempted_at - $3::timestamptz) / 3600)::int AS hour
      FROM delivery_attempt
      WHERE webhook_id = $2 AND attempt_day >= ($3::timestamptz)::date
        AND attempted_at >= $3::timestamptz AND attempted_at < $4::timestamptz
        AND trigger <> 'TEST' AND status IN ('SUCCEEDED', 'FAILED')
    ) AS made
    GROUP BY GROUPING SETS ((hour), ())
    HAVING EXISTS (SELECT FROM webhook WHERE organization_id = $1 AND id = $2)`,
  row: {
    hour: column.nullable(column.int),
    attempts: column.int,
    succeeded: column.int,
    p50_ms: column.nullable(column.int),
    p95_ms: column.nullable(column.int),
    waiting: column.int,
  },
})

/** How deliveries went, in all and by hour, the last hour ending now. Pings are left out. */
export const webhookStatistics = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/statistics',
    tag: 'Webhooks',
    summary: 'Get the statistics of a webhook',
    description:
      'How deliveries went, in all and by hour. The last hour ends now. Test events are left out.',
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    hours: z
      .int()
      .min(1)
      .max(LIMITS.deliveryRetentionDays * 24)
      .default(LIMITS.statisticsDefaultHours)
      .meta({ description: 'How many hours to look back.' }),
    expand: NoExpand,
  }),
  output: z
    .object({
      object: z.literal('webhook_statistics'),
      since: Instant,
      ...counted,
      waiting: z.int().meta({ description: 'Deliveries that wait for an attempt now.' }),
      by_hour: z.array(z.object({ from: Instant, ...counted })),
    })
    .meta({ id: 'WebhookStatistics' }),
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const now = context.realNow()
    const since = now - input.hours * HOUR_MS
    const asked = [organization.id, input.webhook_id, new Date(since), new Date(now)]
    const rows = await readHours(sqlOf(db), asked)
    const total = rows.find(({ hour }) => hour === null)
    // All hours together are a row, even without an attempt.
    if (total === undefined) throw noSuchWebhook()
    const byHour = new Map(rows.map((row) => [row.hour, row]))
    const instant = (ms: number) => formatInstant(ms, organization.timeZone)
    return {
      object: 'webhook_statistics' as const,
      since: instant(since),
      ...figures(total),
      waiting: total.waiting,
      by_hour: Array.from({ length: input.hours }, (_, hour) => ({
        from: instant(since + hour * HOUR_MS),
        ...figures(byHour.get(hour)),
      })),
    }
  },
})

type Counted = Awaited<ReturnType<typeof readHours>>[number]

function figures(row: Counted | undefined) {
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
