import { LIMITS } from '../contract/limits.ts'

const DAY_MS = 86_400_000

/** The oldest time of events that are returned. Their partitions may be kept a little longer. */
export function keptSince(now: number): Date {
  return new Date(now - LIMITS.eventRetentionDays * DAY_MS)
}

export const NO_SUCH_EVENT = `No event of the last ${LIMITS.eventRetentionDays} days has this id.`
