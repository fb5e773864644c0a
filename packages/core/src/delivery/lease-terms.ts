/** How long lanes and deliveries are leased, and who is free, as SQL says it. */

/**
 * Longer than a lane works: at most 2 s of turns and one exchange, which in chat can be two of 12 s. A lane
 * that died with it is taken over after this.
 */
export const LEASE_SECONDS = 30

/** The end of a lease that begins now. */
export const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`

/** Of a row that can be leased. */
export const IS_FREE = '(lease_until IS NULL OR lease_until < clock_timestamp())'

/** How many lanes of a webhook are at work. */
export const busyLanesOf = (webhookId: string): string =>
  `(SELECT count(*) FROM webhook_lane WHERE webhook_id = ${webhookId} AND NOT ${IS_FREE})::int`
