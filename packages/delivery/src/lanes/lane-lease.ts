import { FAILURES_TO_CLOSE, INITIAL_HEALTH } from '../health/health.ts'
import {
  healthAfter,
  healthReportRow,
  HEALTH_REPORT_ROW,
  type HealthReport,
} from '../health/health-report.ts'
import { saveHealth } from '../health/save-health.ts'
import {
  WEBHOOK_STATE_COLUMNS,
  WEBHOOK_STATE_TABLES,
  webhookStateOf,
  type WebhookState,
  type WebhookStateRow,
} from '../health/webhook-state.ts'
import { isFreeFor, LEASE_END } from '../leases/lease-terms.ts'
import { statement, type Sql } from '@scheduling/database'
import type { Unsealing } from '../subscriptions/sealed-columns.ts'

/** How many lanes of a webhook are open: `openLanesOf` in SQL. */
const OPEN_LANES = `CASE WHEN h.consecutive_failures >= ${FAILURES_TO_CLOSE} OR w.format LIKE 'chat%' THEN 1
       ELSE coalesce(h.open_lanes, ${INITIAL_HEALTH.openLanes}) END`

const enter = statement<WebhookStateRow & { lane: number | null; lanes: number }>(
  'enter lanes',
  `WITH free AS MATERIALIZED (
     SELECT first.webhook_id, first.lane, asked.token
     FROM json_to_recordset($1) AS asked(webhook_id text, token text) CROSS JOIN LATERAL (
       SELECT l.webhook_id, l.lane FROM webhook_lane l JOIN webhook w ON w.id = l.webhook_id
       LEFT JOIN webhook_health h ON h.webhook_id = w.id
       WHERE l.webhook_id = asked.webhook_id AND l.lane < ${OPEN_LANES} AND ${isFreeFor('asked.token')}
       ORDER BY l.lane LIMIT 1 FOR UPDATE OF l SKIP LOCKED) AS first
   ), taken AS (
     UPDATE webhook_lane l SET lease_token = free.token, lease_until = ${LEASE_END}
     FROM free WHERE l.webhook_id = free.webhook_id AND l.lane = free.lane
     RETURNING l.webhook_id, l.lane)
   SELECT known.*, taken.lane, (SELECT count(*) FROM webhook_lane l WHERE l.webhook_id = known.id)::int AS lanes
   FROM json_to_recordset($1) AS asked(webhook_id text) CROSS JOIN LATERAL (
     SELECT ${WEBHOOK_STATE_COLUMNS} FROM ${WEBHOOK_STATE_TABLES} WHERE w.id = asked.webhook_id OFFSET 0) AS known
   LEFT JOIN taken USING (webhook_id)`,
)

// With an empty row of health, so that the first report can go into the batch of `reportAndLeave`.
const makeLanes = statement(
  'make lanes',
  `WITH asked AS (SELECT id FROM webhook WHERE id = ANY($1)), unknown AS (
     INSERT INTO webhook_health (webhook_id) SELECT id FROM asked ON CONFLICT DO NOTHING)
   INSERT INTO webhook_lane (webhook_id, lane) SELECT id, generate_series(0, 3) FROM asked ON CONFLICT DO NOTHING`,
)

export type Entry = { readonly webhookId: string; readonly token: string }

/** `hasLane` false: all open lanes are at work. */
export type Entered = { readonly state: WebhookState; readonly hasLane: boolean }

/**
 * Reads webhooks, and leases a free lane of each among its open ones.
 *
 * @param entries each webhook once
 * @returns in the order of the entries; null where there is no such webhook
 */
export async function enterLanes(
  client: Sql,
  crypto: Unsealing,
  entries: readonly Entry[],
  now: number,
): Promise<(Entered | null)[]> {
  const take = (some: readonly Entry[]) =>
    enter(client, [
      JSON.stringify(some.map(({ webhookId, token }) => ({ webhook_id: webhookId, token }))),
    ])
  const rows = new Map((await take(entries)).map((row) => [row.id, row]))
  const bare = entries.filter(({ webhookId }) => rows.get(webhookId)?.lanes === 0)
  if (bare.length > 0) {
    await makeLanes(client, [bare.map(({ webhookId }) => webhookId)])
    for (const row of await take(bare)) rows.set(row.id, row)
  }
  return entries.map(({ webhookId }) => {
    const row = rows.get(webhookId)
    return row === undefined
      ? null
      : { state: webhookStateOf(row, crypto, now), hasLane: row.lane !== null }
  })
}

const LEAVE = 'UPDATE webhook_lane l SET lease_token = NULL, lease_until = NULL'

// Waits for no lock: rows that another transaction is changing at this moment are left out, and written one by one
// afterwards. Health comes first and the lane second, which is the order in which deleting a webhook locks them.
const reportAndLeave = statement<{ webhook_id: string; is_told: boolean; has_left: boolean }>(
  'tell health and leave lanes',
  `WITH asked AS (
     SELECT * FROM json_to_recordset($1) AS asked(webhook_id text, token text, has_news boolean, ${HEALTH_REPORT_ROW})
   ), known AS MATERIALIZED (
     SELECT h.webhook_id FROM asked JOIN webhook_health h USING (webhook_id) WHERE asked.has_news
     FOR UPDATE OF h SKIP LOCKED
   ), told AS (
     UPDATE webhook_health kept SET ${healthAfter('asked')}
     FROM known JOIN asked USING (webhook_id)
     WHERE kept.webhook_id = known.webhook_id
     RETURNING kept.webhook_id
   ), held AS MATERIALIZED (
     SELECT l.webhook_id, l.lane FROM asked JOIN webhook_lane l
       ON l.webhook_id = asked.webhook_id AND l.lease_token = asked.token
     WHERE (SELECT count(*) FROM told) >= 0
     FOR UPDATE OF l SKIP LOCKED
   ), gone AS (
     ${LEAVE} FROM held WHERE l.webhook_id = held.webhook_id AND l.lane = held.lane RETURNING l.webhook_id)
   SELECT webhook_id, NOT has_news OR webhook_id IN (SELECT webhook_id FROM told) AS is_told,
     token IS NULL OR webhook_id IN (SELECT webhook_id FROM gone) AS has_left
   FROM asked`,
)

const leave = statement('leave a lane', `${LEAVE} WHERE webhook_id = $1 AND lease_token = $2`)

export type Report = {
  readonly webhookId: string
  /** What the lane saw of the endpoint; null when that is written already. */
  readonly health: HealthReport | null
  /** Of the lane that is released; null: the turn goes on. */
  readonly token: string | null
}

/**
 * Writes what lanes saw, and releases the lanes whose turns end.
 *
 * @param reports each webhook once
 * @returns in the order of the reports; a promise to wait for where another transaction was changing the same rows
 */
export async function reportLanes(
  client: Sql,
  reports: readonly Report[],
): Promise<(Promise<void> | undefined)[]> {
  const rows = await reportAndLeave(client, [
    JSON.stringify(
      reports.map(({ webhookId, health, token }) => ({
        webhook_id: webhookId,
        token,
        has_news: health !== null,
        ...(health === null ? {} : healthReportRow(health)),
      })),
    ),
  ])
  const outcomes = new Map(rows.map((row) => [row.webhook_id, row]))
  return reports.map((report) => {
    const outcome = outcomes.get(report.webhookId)
    return outcome?.is_told === true && outcome.has_left
      ? undefined
      : reportLane(client, report, outcome?.is_told === true)
  })
}

/** Also where no health of the endpoint has been written before. */
async function reportLane(
  client: Sql,
  { webhookId, health, token }: Report,
  isWritten: boolean,
): Promise<void> {
  if (health !== null && !isWritten) await saveHealth(client, webhookId, health)
  if (token !== null) await leave(client, [webhookId, token])
}
