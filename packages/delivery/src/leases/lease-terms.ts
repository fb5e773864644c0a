/** Leases of lanes and deliveries as SQL: how long they last, and which rows are free. */

/**
 * A lane that died is taken over after this. Longer than a turn lasts: at most 2 s and one exchange, which in
 * chat can be two requests of 12 s.
 */
export const LEASE_SECONDS = 30

/** The end of a lease that begins now. */
export const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`

/** Condition on a row that can be leased. */
export const IS_FREE = '(lease_until IS NULL OR lease_until < clock_timestamp())'

/**
 * Condition on a row that can be leased under a token. One that is leased under it already was leased by a statement
 * whose answer was lost, and which is sent again.
 */
export const isFreeFor = (token: string): string =>
  `(lease_until IS NULL OR lease_until < clock_timestamp() OR lease_token = ${token})`

/** How many lanes of a webhook are at work. */
export const busyLanesOf = (webhookId: string): string =>
  `(SELECT count(*) FROM webhook_lane WHERE webhook_id = ${webhookId} AND NOT ${IS_FREE})::int`
