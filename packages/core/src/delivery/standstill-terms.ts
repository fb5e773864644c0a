/** How long deliveries wait for features that are off, as SQL says it. */

const DAY_MS = 86_400_000
/** After this what waits is discarded, and nothing is put on the ledger any more. */
const WAITS_MS = 7 * DAY_MS

/** Organizations that have stood still since this time, and still do, wait no longer. */
export function waitedSince(now: number): Date {
  return new Date(now - WAITS_MS)
}

/** Of an organization: it stands still, or did until the sweep sees that its features are back. */
export const isStill = (organization: string): string =>
  `(${organization}.webhooks_off_since IS NOT NULL)`

/** Of an organization: its features are off, and have been since `time`. Never null. */
export const isOffSince = (organization: string, time: string): string =>
  `coalesce(${organization}.webhooks_off_since <= ${time}
     AND NOT sends_webhooks(${organization}.plan_features, ${organization}.switched_off), false)`
