/** Which organizations this process follows, as the writers of all processes see it. */
import { column, query, sqlOf, statement, type Database } from '@scheduling/database'

/** A process that has not been seen for so long has died. `tell_changes` in SQL says the same. */
const WATCHED_SECONDS = 60

const entered = statement(
  'live watch entered',
  `INSERT INTO live_watch (organization_id, process_id) VALUES ($1::int, $2::text)
   ON CONFLICT (organization_id, process_id) DO UPDATE SET seen_at = clock_timestamp()`,
)

/** Any process drops the rows of those that have died. */
const renewed = statement(
  'live watch renewed',
  `WITH gone AS (
     DELETE FROM live_watch
     WHERE process_id = $2::text AND NOT organization_id = ANY ($1::int[])
       OR seen_at < clock_timestamp() - interval '${WATCHED_SECONDS} seconds' AND process_id <> $2::text
   )
   INSERT INTO live_watch (organization_id, process_id) SELECT unnest($1::int[]), $2::text
   ON CONFLICT (organization_id, process_id) DO UPDATE SET seen_at = clock_timestamp()`,
)

const heads = query({
  name: 'heads of feeds',
  text: `SELECT f.organization_id AS id, f.last_position AS head, f.last_event_id AS "headId", o.time_zone AS "timeZone"
    FROM event_feed f JOIN organization o ON o.id = f.organization_id WHERE f.organization_id = ANY ($1::int[])`,
  row: {
    id: column.int,
    head: column.bigint,
    headId: column.nullable(column.text),
    timeZone: column.text,
  },
})

export type Head = Awaited<ReturnType<typeof readHeads>>[number]

/** Where the feeds of organizations end. */
export function readHeads(db: Database, organizationIds: readonly number[]) {
  return heads(sqlOf(db), [organizationIds])
}

/** @param processId of this process */
export function createWatch(db: Database, processId: string) {
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: a renewal must not drop the row that was entered since it was asked for. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    /** From when it resolves on, changes of the organization are told to this process. */
    enter: (organizationId: number) =>
      inTurn(() => entered(sqlOf(db), [organizationId, processId])).then(() => undefined),
    /** @param followed asked when its turn has come: the organizations that are still followed */
    renew: (followed: () => readonly number[]) =>
      inTurn(() => renewed(sqlOf(db), [followed(), processId])).then(() => undefined),
  }
}
