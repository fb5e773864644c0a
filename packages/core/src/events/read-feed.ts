/**
 * One page of an organization's feed, in one statement: where the feed ends, where the page begins, and its events.
 *
 * Every value is read from a table of one row, `asked`, so that the planner sees none of them. Else it would plan the
 * statement again for each call, to leave out partitions, which takes longer than to look into them: 5.3 ms for a
 * page of a hundred among 36 days, and 1.6 ms with one plan for all.
 */
import {
  column,
  composedQuery,
  Prisma,
  query,
  sqlOf,
  type Queryable,
  type RowOf,
} from '@scheduling/database'
import { joinedEvent, type StoredEvent } from '@scheduling/events'
import { LIMITS } from '../contract/limits.ts'
import { LARGEST_PAGE } from '../lists/page.ts'

const EVENT = {
  id: column.text,
  type: column.text,
  organizationId: column.int,
  livemode: column.bool,
  sequence: column.bigint,
  createdAt: column.dateTime,
  payload: column.jsonText,
  context: column.jsonText,
}

const EVENT_COLUMNS = `id, type, organization_id AS "organizationId", livemode, sequence, created_at AS "createdAt",
  payload, context`

const byId = query({
  name: 'event by id',
  text: `SELECT ${EVENT_COLUMNS} FROM event WHERE organization_id = $1 AND id = $2 AND created_at >= $3`,
  row: EVENT,
})

/** An event of an organization that was created at or after a time; null if there is none with this id. */
export async function findEvent(
  db: Queryable,
  organizationId: number,
  id: string,
  kept: Date,
): Promise<StoredEvent | null> {
  const [found] = await byId(sqlOf(db), [organizationId, id, kept])
  return found ?? null
}

export type FeedQuestion = {
  readonly organizationId: number
  /** Where the page begins; `newest` and `before` read backwards, from the end of the feed or from a position. */
  readonly start: 'position' | 'event' | 'time' | 'event and time' | 'newest' | 'before'
  /** The position before the page; for `before`, the one after it. */
  readonly position: number
  /** The id of the event before the page. */
  readonly after: string
  /** Only events that were created at or after this time. */
  readonly since: Date
  /** The event `after` must have been created at or after this time, unless it is the newest. */
  readonly kept: Date
  /** Types, and groups of types as `client.*`. Undefined: all. */
  readonly selectors: readonly string[] | undefined
  readonly limit: number
}

export type FeedPart = {
  /** `sequence` of the newest event; 0 if there has never been one. */
  readonly head: number
  readonly headId: string | null
  /** Null: there is no event `after`. */
  readonly from: number | null
  /** The last position that may be read, and the id of its event where the question has selectors. */
  readonly to: number
  readonly toId: string | null
  readonly events: readonly StoredEvent[]
}

const ROW = {
  head: column.bigint,
  headId: column.nullable(column.text),
  from: column.nullable(column.bigint),
  to: column.nullable(column.bigint),
  toId: column.nullable(column.text),
  id: column.nullable(EVENT.id),
  type: column.nullable(EVENT.type),
  organizationId: column.nullable(EVENT.organizationId),
  livemode: column.nullable(EVENT.livemode),
  sequence: column.nullable(EVENT.sequence),
  createdAt: column.nullable(EVENT.createdAt),
  payload: column.nullable(EVENT.payload),
  context: column.nullable(EVENT.context),
}

const feedPage = composedQuery({ name: 'feed page', row: ROW })

export async function readFeed(db: Queryable, question: FeedQuestion): Promise<FeedPart> {
  const rows = await feedPage(sqlOf(db), statementFor(question))
  const [first] = rows
  if (first === undefined) throw new Error('An organization has a feed.')
  const { head, headId, from, to, toId } = first
  return { head, headId, from, to: to ?? head, toId, events: rows.flatMap(eventOf) }
}

function eventOf(row: RowOf<typeof ROW>): StoredEvent[] {
  const event = joinedEvent(row)
  return event === null ? [] : [event]
}

/**
 * The position right before the first event at or after a moment, or up to a minute earlier, for the case that the
 * clock was set back, which makes later events look older. No event at or after the moment is before this position.
 * If there is no such event, it is the head.
 *
 * `created_at` grows along the feed, since both are set under one lock, and positions have no gaps. So a binary
 * search finds the position, and a request for the last hour of a busy day does not read the whole day. It stays in
 * the partition of the day. Should the next probe be in another one, because the clock was set back over midnight, it
 * ends there, at a position that is too early and never too late.
 */
const BEFORE_TIME = Prisma.sql`coalesce((SELECT low - 1 FROM search ORDER BY high - low LIMIT 1), head)`
const SEARCH = Prisma.sql`sought AS MATERIALIZED (
    SELECT organization_id, moment, moment::date AS day
    FROM (SELECT organization_id, since - interval '60 seconds' AS moment FROM asked) AS early
  ), search (low, high) AS (
    SELECT first.sequence, CASE WHEN first.event_day > sought.day THEN first.sequence ELSE 1 + (
        SELECT max(sequence) FROM event WHERE organization_id = sought.organization_id AND event_day = sought.day) END
    FROM feed, sought, (
      SELECT sequence, event_day FROM event
      WHERE organization_id = (SELECT organization_id FROM sought) AND event_day >= (SELECT day FROM sought)
      ORDER BY sequence LIMIT 1
    ) AS first
    WHERE first.sequence <= feed.head
    UNION ALL
    SELECT CASE WHEN probe.created_at < moment THEN middle + 1 ELSE low END,
      CASE WHEN probe.created_at < moment THEN high ELSE middle END
    FROM search CROSS JOIN sought, LATERAL (SELECT (low + high) / 2 AS middle) AS half, LATERAL (
      SELECT created_at FROM event
      WHERE organization_id = sought.organization_id AND event_day = sought.day AND sequence = middle
    ) AS probe
    WHERE low < high
  ),`

/**
 * The position of the event `after`; null if there is none. The newest event of the organization stays valid however
 * old it is, so that a quiet month does not break a poller.
 */
const OF_EVENT = Prisma.sql`CASE WHEN asked.after = head_id THEN head ELSE (
  SELECT sequence FROM event
  WHERE organization_id = asked.organization_id AND id = asked.after AND created_at >= kept LIMIT 1) END`

/** How many positions one page reads. */
const MOST_READ = Prisma.raw(String(LIMITS.eventsReadPerPage))

const STARTS: Readonly<
  Record<FeedQuestion['start'], { readonly position: Prisma.Sql; readonly search: Prisma.Sql }>
> = {
  position: { position: Prisma.sql`asked.position`, search: Prisma.empty },
  event: { position: OF_EVENT, search: Prisma.empty },
  time: { position: BEFORE_TIME, search: SEARCH },
  'event and time': {
    position: Prisma.sql`(SELECT CASE WHEN seen IS NULL THEN NULL ELSE greatest(seen, ${BEFORE_TIME}) END FROM (SELECT ${OF_EVENT} AS seen) AS found)`,
    search: SEARCH,
  },
  newest: { position: Prisma.sql`head - ${MOST_READ}`, search: Prisma.empty },
  before: { position: Prisma.sql`asked.position - 1 - ${MOST_READ}`, search: Prisma.empty },
}

const OF_SELECTORS = Prisma.sql`AND (type = ANY ((SELECT types FROM asked)::text[])
  OR EXISTS (SELECT FROM unnest((SELECT groups FROM asked)) AS named WHERE starts_with(type, named)))`
const ID_AT_END = Prisma.sql`(SELECT id FROM event
  WHERE organization_id = (SELECT organization_id FROM asked) AND sequence = (SELECT "to" FROM span))`

/**
 * One text for each start, with and without selectors. Positions have no gaps, so the rows of a span are the first ones
 * after its begin. With a range in place of that limit, the planner takes a span for a few rows and sorts all of it.
 */
function statementFor(question: FeedQuestion): Prisma.Sql {
  const { selectors } = question
  const { position, search } = STARTS[question.start]
  const isGroup = (selector: string) => selector.endsWith('.*')
  const types = selectors?.filter((selector) => !isGroup(selector)) ?? []
  const groups = selectors?.filter(isGroup).map((selector) => selector.slice(0, -1)) ?? []
  const isBackwards = question.start === 'newest' || question.start === 'before'
  return Prisma.sql`
    WITH RECURSIVE asked AS MATERIALIZED (
      SELECT ${question.organizationId}::int AS organization_id, ${question.position}::bigint AS position,
        ${question.after}::text AS after, ${question.since}::timestamptz AS since, ${question.kept}::timestamptz AS kept,
        ${types}::text[] AS types, ${groups}::text[] AS groups
    ), feed AS MATERIALIZED (
      SELECT last_position AS head, last_event_id AS head_id
      FROM event_feed WHERE organization_id = (SELECT organization_id FROM asked)
    ), ${search} begun AS MATERIALIZED (
      SELECT head, head_id, ${position} AS "from" FROM asked, feed
    ), span AS MATERIALIZED (
      SELECT *, least("from" + ${MOST_READ}, head) AS "to" FROM begun
    )
    SELECT head, head_id AS "headId", "from", "to", ${selectors === undefined || isBackwards ? Prisma.sql`NULL::text` : ID_AT_END} AS "toId", page.*
    FROM span LEFT JOIN LATERAL (
      SELECT ${Prisma.raw(EVENT_COLUMNS)} FROM (
        SELECT * FROM event
        WHERE organization_id = (SELECT organization_id FROM asked) AND sequence > (SELECT "from" FROM span)
          ${isBackwards ? Prisma.sql`AND sequence <= (SELECT "to" FROM span)` : Prisma.empty}
        ORDER BY sequence ${isBackwards ? Prisma.sql`DESC` : Prisma.empty} LIMIT ${MOST_READ}
      ) AS event
      WHERE created_at >= (SELECT since FROM asked) ${selectors === undefined ? Prisma.empty : OF_SELECTORS}
      LIMIT ${LARGEST_PAGE}
    ) AS page ON true LIMIT ${question.limit}`
}

const atPosition = query({
  name: 'event at position',
  text: 'SELECT id FROM event WHERE organization_id = $1 AND sequence = $2',
  row: { id: column.text },
})

/** The id of the event at a position; null if it has been dropped. */
export async function eventIdAt(
  db: Queryable,
  organizationId: number,
  position: number,
): Promise<string | null> {
  const [row] = await atPosition(sqlOf(db), [organizationId, position])
  return row?.id ?? null
}
