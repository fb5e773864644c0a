import type { Cryptography } from '../crypto.ts'
import { FAILURES_TO_CLOSE, FIRST_HEALTH, type Seen } from './health.ts'
import { healthValues, SAVE_HEALTH } from './settle.ts'
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
  'enter a lane',
  `WITH taken AS (
     UPDATE webhook_lane SET lease_token = $2, lease_until = clock_timestamp() + interval '30 seconds'
     WHERE (webhook_id, lane) = (
       SELECT l.webhook_id, l.lane FROM webhook_lane l JOIN webhook w ON w.id = l.webhook_id
       LEFT JOIN webhook_health h ON h.webhook_id = w.id
       WHERE l.webhook_id = $1 AND l.lane < ${OPEN_LANES} AND (l.lease_until IS NULL OR l.lease_until < clock_timestamp())
       ORDER BY l.lane LIMIT 1 FOR UPDATE OF l SKIP LOCKED)
     RETURNING lane)
   SELECT ${SUBSCRIPTION_COLUMNS}, (SELECT lane FROM taken) AS lane,
     (SELECT count(*) FROM webhook_lane WHERE webhook_id = $1)::int AS lanes
   FROM ${SUBSCRIPTION_TABLES} WHERE w.id = $1`,
)

const makeLanes = statement(
  'make lanes',
  `INSERT INTO webhook_lane (webhook_id, lane) SELECT id, generate_series(0, 3) FROM webhook WHERE id = $1
   ON CONFLICT DO NOTHING`,
)

const LEAVE = 'UPDATE webhook_lane SET lease_token = NULL, lease_until = NULL'

const leave = statement('leave a lane', `${LEAVE} WHERE webhook_id = $1 AND lease_token = $2`)

// Health first, and the lane only then: in the order in which a webhook that is deleted takes them along.
const leaveTelling = statement(
  'leave a lane and save health',
  `WITH saved AS (${SAVE_HEALTH} RETURNING webhook_id)
   ${LEAVE} WHERE webhook_id = $1 AND lease_token = $9 AND (SELECT count(*) FROM saved) >= 0`,
)

/**
 * Reads a webhook and takes a free lane of those that it has open.
 *
 * @returns null: there is no such webhook; `hasLane` false: all its open lanes work
 */
export async function enterLane(
  runner: Runner,
  crypto: Cryptography,
  webhookId: string,
  token: string,
  now: number,
): Promise<{ readonly standing: Standing; readonly hasLane: boolean } | null> {
  let [row] = await enter(runner, [webhookId, token])
  if (row?.lanes === 0) {
    await makeLanes(runner, [webhookId])
    ;[row] = await enter(runner, [webhookId, token])
  }
  return row === undefined
    ? null
    : { standing: standingOf(row, crypto, now), hasLane: row.lane !== null }
}

/** @param seen what is still to be told of the endpoint */
export async function leaveLane(
  runner: Runner,
  webhookId: string,
  token: string,
  seen: Seen | null,
): Promise<void> {
  if (seen === null) await leave(runner, [webhookId, token])
  else await leaveTelling(runner, [...healthValues(webhookId, seen), token])
}
