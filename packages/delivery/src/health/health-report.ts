import type { Exchange, Health } from './health.ts'

/**
 * What a lane saw since its last report: facts, not conclusions. Other lanes report at the same time, so a lane
 * never writes back what it only read.
 */
export type ExchangeSummary = {
  readonly lastDeliveryAt: Date
  readonly lastSuccessAt: Date | null
  /** The first failure that counts after that success; without a success, the first since the last report. */
  readonly failingSince: Date | null
  /** Failures in a row at the end. */
  readonly consecutiveFailures: number
}

/** What a lane reports of an endpoint. */
export type HealthReport = { readonly exchanges: ExchangeSummary; readonly health: Health }

/** The summary with one exchange more. */
export function summaryWith(
  summary: ExchangeSummary | null,
  { succeeded, counts, at }: Exchange,
): ExchangeSummary {
  if (succeeded)
    return { lastDeliveryAt: at, lastSuccessAt: at, failingSince: null, consecutiveFailures: 0 }
  return {
    lastDeliveryAt: at,
    lastSuccessAt: summary?.lastSuccessAt ?? null,
    failingSince: summary?.failingSince ?? (counts ? at : null),
    consecutiveFailures: (summary?.consecutiveFailures ?? 0) + (counts ? 1 : 0),
  }
}

// Lanes report what they saw, each on its own. Any success ends a stretch of failures, and a report of what came
// before another lane's success never brings the old stretch back.
/** `SET`'s list for `webhook_health AS kept`; `report` names a row of `HEALTH_REPORT_ROW`. */
export const healthAfter = (report: string): string => `
     failing_since = CASE
       WHEN ${report}.last_success_at IS NOT NULL THEN coalesce(${report}.failing_since,
         CASE WHEN kept.failing_since > ${report}.last_success_at THEN kept.failing_since END)
       WHEN kept.failing_since IS NOT NULL THEN kept.failing_since
       WHEN (${report}.failing_since > kept.last_success_at) IS NOT FALSE THEN ${report}.failing_since END,
     warned_at = CASE WHEN ${report}.last_success_at IS NULL THEN kept.warned_at END,
     failing_told = ${report}.last_success_at IS NULL AND kept.failing_told,
     last_delivery_at = greatest(kept.last_delivery_at, ${report}.last_delivery_at),
     last_success_at = greatest(kept.last_success_at, ${report}.last_success_at),
     paused_until = greatest(kept.paused_until, ${report}.paused_until),
     consecutive_failures = ${report}.consecutive_failures
       + CASE WHEN ${report}.last_success_at IS NULL THEN kept.consecutive_failures ELSE 0 END,
     slow_ms = ${report}.slow_ms,
     open_lanes = ${report}.open_lanes`

/** A report as columns. */
export function healthReportRow({ exchanges, health }: HealthReport) {
  return {
    failing_since: exchanges.failingSince,
    last_delivery_at: exchanges.lastDeliveryAt,
    last_success_at: exchanges.lastSuccessAt,
    paused_until: health.pausedUntil,
    consecutive_failures: exchanges.consecutiveFailures,
    slow_ms: health.slowMs,
    open_lanes: health.openLanes,
  }
}

/** The types of these columns, for `json_to_recordset`. */
export const HEALTH_REPORT_ROW = `failing_since timestamptz, last_delivery_at timestamptz, last_success_at timestamptz,
     paused_until timestamptz, consecutive_failures int, slow_ms int, open_lanes int`
