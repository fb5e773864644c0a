import type { Cryptography } from '../ground/crypto.ts'
import { FAILURES_TO_CLOSE, FIRST_HEALTH, type Seen } from './health.ts'
import { IS_FREE, LEASE_END } from './lease-terms.ts'
import { HEALTH_ROW, healthAfter, healthRow, keepHealth } from './settle.ts'
import { statement, type Runner } from './statement.ts'
import {
  standingOf,
  SUBSCRIPTION_COLUMNS,
  SUBSCRIPTION_TABLES,
  type Standing,
  type SubscriptionRow,
} from './subscription.ts'

/** How many of its lanes a webhook has open; `openLanesOf` in SQL. */
const OPEN_LANES = `CASE WHEN h.consecutive_failures >= ${FAILURES_TO_CLOSE} OR w.format LIKE 'chat%' THEN 1
       ELSE coalesce(h.open_lanes, ${FIRST_HEALTH.openLanes}) END`

const enter = statement<SubscriptionRow & { lane: number | null; lanes: number }>(
  'enter lanes',
  `WITH free AS MATERIALIZED (
     SELECT first.webhook_id, first.lane, asked.token
     FROM json_to_recordset($1) AS asked(webhook_id text, token text) CROSS JOIN LATERAL (
       SELECT l.webhook_id, l.lane FROM webhook_lane l JOIN webhook w ON w.id = l.webhook_id
       LEFT JOIN webhook_health h ON h.webhook_id = w.id
       WHERE l.webhook_id = asked.webhook_id AND l.lane < ${OPEN_LANES} AND ${IS_FREE}
       ORDER BY l.lane LIMIT 1 FOR UPDATE OF l SKIP LOCKED) AS first
   ), taken AS (
     UPDATE webhook_lane l SET lease_token = free.token, lease_until = ${LEASE_END}
     FROM free WHERE l.webhook_id = free.webhook_id AND l.lane = free.lane
     RETURNING l.webhook_id, l.lane)
   SELECT known.*, taken.lane, (SELECT count(*) FROM webhook_lane l WHERE l.webhook_id = known.id)::int AS lanes
   FROM json_to_recordset($1) AS asked(webhook_id text) CROSS JOIN LATERAL (
     SELECT ${SUBSCRIPTION_COLUMNS} FROM ${SUBSCRIPTION_TABLES} WHERE w.id = asked.webhook_id OFFSET 0) AS known
   LEFT JOIN taken USING (webhook_id)`,
)

// With its health, of which nothing is known: so that its first news goes together with everybody else's.
const makeLanes = statement(
  'make lanes',
  `WITH asked AS (SELECT id FROM webhook WHERE id = ANY($1)), unknown AS (
     INSERT INTO webhook_health (webhook_id) SELECT id FROM asked ON CONFLICT DO NOTHING)
   INSERT INTO webhook_lane (webhook_id, lane) SELECT id, generate_series(0, 3) FROM asked ON CONFLICT DO NOTHING`,
)

export type Entering = { readonly webhookId: string; readonly token: string }

/** `hasLane` false: all its open lanes work. */
export type Entered = { readonly standing: Standing; readonly hasLane: boolean }

/**
 * Reads webhooks and takes a free lane of each, of those that it has open.
 *
 * @param asked each webhook once
 * @returns in their order; null: there is no such webhook
 */
export async function enterLanes(
  runner: Runner,
  crypto: Cryptography,
  asked: readonly Entering[],
  now: number,
): Promise<(Entered | null)[]> {
  const take = (some: readonly Entering[]) =>
    enter(runner, [
      JSON.stringify(some.map(({ webhookId, token }) => ({ webhook_id: webhookId, token }))),
    ])
  const rows = new Map((await take(asked)).map((row) => [row.id, row]))
  const bare = asked.filter(({ webhookId }) => rows.get(webhookId)?.lanes === 0)
  if (bare.length > 0) {
    await makeLanes(runner, [bare.map(({ webhookId }) => webhookId)])
    for (const row of await take(bare)) rows.set(row.id, row)
  }
  return asked.map(({ webhookId }) => {
    const row = rows.get(webhookId)
    return row === undefined
      ? null
      : { standing: standingOf(row, crypto, now), hasLane: row.lane !== null }
  })
}

const LEAVE = 'UPDATE webhook_lane l SET lease_token = NULL, lease_until = NULL'

// Waits for nobody: what somebody else is changing at this moment is left out, and told one by one. Health
// first, and the lane only then: in the order in which a webhook that is deleted takes them along.
const tellAndLeave = statement<{ webhook_id: string; is_told: boolean; has_left: boolean }>(
  'tell health and leave lanes',
  `WITH asked AS (
     SELECT * FROM json_to_recordset($1) AS asked(webhook_id text, token text, has_news boolean, ${HEALTH_ROW})
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

export type Telling = {
  readonly webhookId: string
  /** What is to be told of the endpoint. */
  readonly seen: Seen | null
  /** Of the lane that is left; null: it goes on. */
  readonly token: string | null
}

/**
 * Writes what lanes saw, and releases those that end.
 *
 * @param asked each webhook once
 * @returns in their order, those to wait for where somebody else was changing the same
 */
export async function tellLanes(
  runner: Runner,
  asked: readonly Telling[],
): Promise<(Promise<void> | undefined)[]> {
  const rows = await tellAndLeave(runner, [
    JSON.stringify(
      asked.map(({ webhookId, seen, token }) => ({
        webhook_id: webhookId,
        token,
        has_news: seen !== null,
        ...(seen === null ? {} : healthRow(seen)),
      })),
    ),
  ])
  const outcomes = new Map(rows.map((row) => [row.webhook_id, row]))
  return asked.map((telling) => {
    const outcome = outcomes.get(telling.webhookId)
    return outcome?.is_told === true && outcome.has_left
      ? undefined
      : tellLane(runner, telling, outcome?.is_told === true)
  })
}

/** Also where nothing was known of the endpoint before. */
async function tellLane(
  runner: Runner,
  { webhookId, seen, token }: Telling,
  isTold: boolean,
): Promise<void> {
  if (seen !== null && !isTold) await keepHealth(runner, webhookId, seen)
  if (token !== null) await leave(runner, [webhookId, token])
}
