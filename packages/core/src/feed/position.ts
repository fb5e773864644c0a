/** Positions in the event feed of an organization. */
import type { Queryable } from '@scheduling/database'

export type FeedHead = {
  /** `sequence` of the newest event; 0 if there has never been one. */
  readonly position: bigint
  readonly eventId: string | null
}

export async function feedHead(db: Queryable, organizationId: number): Promise<FeedHead> {
  const feed = await db.eventFeed.findUniqueOrThrow({ where: { organizationId } })
  return { position: feed.lastPosition, eventId: feed.lastEventId }
}

/** How far the clock may have been set back, which makes later events look older. */
const CLOCK_SLACK_MS = 60_000

/**
 * The position right before the first event at or after a moment, or up to `CLOCK_SLACK_MS` earlier. No event
 * at or after the moment is before this position. If there is no such event, it is the head.
 *
 * `created_at` grows along the feed, since both are set under one lock, and positions have no gaps. So a binary
 * search finds the position, and a request for the last hour of a busy day does not read the whole day.
 */
export async function positionBefore(
  db: Queryable,
  organizationId: number,
  moment: Date,
  head: FeedHead,
): Promise<bigint> {
  const sought = new Date(moment.getTime() - CLOCK_SLACK_MS)
  const [found] = await db.$queryRaw<{ before: bigint }[]>`
    WITH RECURSIVE span (low, high) AS (
      SELECT min(sequence), ${head.position}::bigint + 1 FROM event
      WHERE organization_id = ${organizationId} AND event_day >= ${sought}::date
      HAVING min(sequence) <= ${head.position}::bigint
      UNION ALL
      SELECT CASE WHEN probe.created_at < ${sought} THEN middle + 1 ELSE low END,
        CASE WHEN probe.created_at < ${sought} THEN high ELSE middle END
      FROM span, LATERAL (SELECT (low + high) / 2 AS middle) AS half, LATERAL (
        SELECT created_at FROM event
        WHERE organization_id = ${organizationId} AND event_day >= ${sought}::date AND sequence = middle
      ) AS probe
      WHERE low < high
    )
    SELECT low - 1 AS before FROM span ORDER BY high - low LIMIT 1`
  return found?.before ?? head.position
}

/** The id of the event at a position that the feed still has. */
export async function eventIdAt(
  db: Queryable,
  organizationId: number,
  position: bigint,
): Promise<string> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM event WHERE organization_id = ${organizationId} AND sequence = ${position}`
  if (row === undefined) throw new Error('The feed has a gap.')
  return row.id
}
