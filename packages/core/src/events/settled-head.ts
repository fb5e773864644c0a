/** Where a copy begins: everything before it is in a snapshot that is read afterwards. */
import { column, query, sqlOf, type Queryable } from '@scheduling/database'
import { eventIdAt } from './read-feed.ts'

/** `event_day` lets PostgreSQL leave out the partitions of other days; the clock may have been set back over midnight. */
const unsettled = query({
  name: 'first event past the horizon',
  text: `SELECT min(sequence) AS sequence FROM event
    WHERE organization_id = $1::int AND created_at >= $2::text::timestamptz
      AND event_day >= ($2::text::timestamptz AT TIME ZONE 'UTC')::date - 1`,
  row: { sequence: column.nullable(column.bigint) },
})

/**
 * The id of the last event before the horizon. A row that was written at the horizon or later is withheld from lists with
 * `updated_since`, so its event must come after the place where a copy begins.
 *
 * @param horizon as `syncHorizon` read it, before the feed's head was read
 * @param headId of the newest event
 * @returns null where no event is kept before the horizon: the feed is read from its beginning
 */
export async function settledHead(
  db: Queryable,
  organizationId: number,
  horizon: string,
  headId: string | null,
): Promise<string | null> {
  const [first] = await unsettled(sqlOf(db), [organizationId, horizon])
  if (first?.sequence == null) return headId
  return eventIdAt(db, organizationId, first.sequence - 1)
}
