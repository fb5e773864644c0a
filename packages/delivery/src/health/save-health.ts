/** Writes what lanes, tests and owners change of a webhook's health. */
import { statement, type Sql } from '@scheduling/database'
import {
  healthAfter,
  healthReportRow,
  HEALTH_REPORT_ROW,
  type HealthReport,
} from './health-report.ts'

const upsertHealth = statement(
  'save health',
  `INSERT INTO webhook_health AS kept (webhook_id, failing_since, last_delivery_at, last_success_at, paused_until,
     consecutive_failures, slow_ms, open_lanes)
   SELECT id, seen.* FROM webhook, json_to_record($2) AS seen(${HEALTH_REPORT_ROW}) WHERE id = $1 FOR KEY SHARE OF webhook
   ON CONFLICT (webhook_id) DO UPDATE SET ${healthAfter('excluded')}`,
)

/** Writes what a lane reports, or nothing where the webhook has been deleted. */
export async function saveHealth(
  client: Sql,
  webhookId: string,
  report: HealthReport,
): Promise<void> {
  await upsertHealth(client, [webhookId, JSON.stringify(healthReportRow(report))])
}

const upsertTest = statement(
  'note test',
  `INSERT INTO webhook_health (webhook_id, last_delivery_at, last_success_at, paused_until)
   SELECT id, $2::timestamptz, $3::timestamptz, $4::timestamptz FROM webhook WHERE id = $1 FOR KEY SHARE
   ON CONFLICT (webhook_id) DO UPDATE SET
     last_delivery_at = greatest(webhook_health.last_delivery_at, excluded.last_delivery_at),
     last_success_at = greatest(webhook_health.last_success_at, excluded.last_success_at),
     paused_until = greatest(webhook_health.paused_until, excluded.paused_until),
     failing_since = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.failing_since END,
     warned_at = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.warned_at END,
     failing_told = excluded.last_success_at IS NULL AND webhook_health.failing_told,
     consecutive_failures = CASE WHEN excluded.last_success_at IS NULL THEN webhook_health.consecutive_failures ELSE 0 END`,
)

/** Writes the result of a test: a success ends a stretch of failures, and a failure counts for nothing. */
export async function saveTest(
  client: Sql,
  webhookId: string,
  test: { at: Date; isSuccess: boolean; pausedUntil: Date | null },
): Promise<void> {
  await upsertTest(client, [webhookId, test.at, test.isSuccess ? test.at : null, test.pausedUntil])
}

const forgetFailures = statement(
  'forget failures',
  `UPDATE webhook_health SET failing_since = NULL, warned_at = NULL, failing_told = false,
     consecutive_failures = CASE WHEN $2::boolean THEN 0 ELSE consecutive_failures END,
     paused_until = CASE WHEN $2::boolean THEN NULL ELSE paused_until END
   WHERE webhook_id = $1`,
)

/**
 * For a webhook that its owner switches on: a new stretch begins. A webhook that was on already keeps its pause and
 * its failures in a row: otherwise a caller that repeats `active: true` could undo the pause that an endpoint asked for.
 */
export async function clearFailures(
  client: Sql,
  webhookId: string,
  wasOff: boolean,
): Promise<void> {
  await forgetFailures(client, [webhookId, wasOff])
}
