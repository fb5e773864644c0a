import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { procedure } from '../procedure/define.ts'
import { Delivery, toDelivery } from './delivery.ts'
import { deliveryRows, historyStart } from './delivery-rows.ts'

const HOUR_MS = 3_600_000

const readOverview = query({
  name: 'overview of webhooks',
  text: `
    SELECT w.id, day.attempts, day.succeeded, waits.waiting, waits.next_attempt_at, newest.id AS last_id
    FROM webhook w
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS attempts, count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS succeeded
      FROM delivery_attempt
      WHERE webhook_id = w.id AND attempt_day >= ($2::timestamptz)::date AND attempted_at >= $2::timestamptz
        AND trigger <> 'TEST' AND status IN ('SUCCEEDED', 'FAILED')) AS day
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting, min(next_attempt_at) AS next_attempt_at
      FROM delivery WHERE webhook_id = w.id AND state = 'pending') AS waits
    LEFT JOIN LATERAL (
      SELECT id FROM delivery_attempt
      WHERE webhook_id = w.id AND attempt_day >= ($3::timestamptz)::date AND attempted_at IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT 1) AS newest ON true
    WHERE w.organization_id = $1
    ORDER BY w.created_at, w.id`,
  row: {
    id: column.text,
    attempts: column.int,
    succeeded: column.int,
    waiting: column.int,
    next_attempt_at: column.nullable(column.dateTime),
    last_id: column.nullable(column.text),
  },
})

/** How each webhook is doing: its last answer, what waits, and the last day in figures. Tests are in the answer alone. */
export const webhooksOverview = procedure({
  kind: 'read',
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        webhook_id: z.string(),
        /** The last attempt that was made. */
        last: Delivery.nullable(),
        /** Deliveries that wait for an attempt, and when the next one is due. */
        waiting: z.int(),
        next_attempt_at: Instant.nullable(),
        /** Of the last 24 hours. */
        attempts: z.int(),
        succeeded: z.int(),
      }),
    ),
  }),
  problems: [],
  async run(context) {
    const { db, organization } = context
    const now = context.realNow()
    const since = new Date(now - LIMITS.statisticsDefaultHours * HOUR_MS)
    const rows = await readOverview(sqlOf(db), [organization.id, since, historyStart(now)])
    const instant = instantsIn(organization.timeZone)
    const data = await Promise.all(
      rows.map(async ({ id, last_id: lastId, next_attempt_at: nextAt, ...figures }) => {
        const [last] = lastId === null ? [] : await deliveryRows(db, id, [lastId], now)
        return {
          webhook_id: id,
          last: last === undefined ? null : toDelivery(last, organization.timeZone),
          next_attempt_at: instant(nextAt),
          ...figures,
        }
      }),
    )
    return { data }
  },
})
