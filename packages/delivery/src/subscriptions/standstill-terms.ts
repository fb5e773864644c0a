/**
 * Standstill as SQL: while a feature that sending needs is off, an organization's deliveries wait. The database
 * notes in `organization.webhooks_off_since` when it began.
 */

import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'

const DAY_MS = 86_400_000
/** What has waited longer is discarded, and no more deliveries are written. */
const WAITS_MS = WEBHOOK_LIMITS.standstillDays * DAY_MS

/** Organizations at a standstill since this time or before have waited too long. */
export function waitedSince(now: number): Date {
  return new Date(now - WAITS_MS)
}

/** Of an organization: it is at a standstill, or was until the sweep sees that its features are back. */
export const isAtStandstill = (organization: string): string =>
  `(${organization}.webhooks_off_since IS NOT NULL)`

/** Of an organization: its features are off, and have been since `time`. Never null. */
export const isOffSince = (organization: string, time: string): string =>
  `coalesce(${organization}.webhooks_off_since <= ${time}
     AND NOT sends_webhooks(${organization}.plan_features, ${organization}.switched_off), false)`

/** Of an organization's id: it is the one that is asked for. Null asks for all. */
export const isOf = (id: string, asked: string): string =>
  `(${asked}::int IS NULL OR ${id} = ${asked}::int)`
