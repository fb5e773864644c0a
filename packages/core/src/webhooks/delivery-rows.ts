/** The delivery history: attempts that ended, and what waits, as one table. */
import {
  column,
  composedQuery,
  Prisma,
  selected,
  sqlOf,
  type Queryable,
  type RowOf,
} from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { pageQuery } from '../lists/page.ts'

const DAY_MS = 86_400_000

/** Attempts and events before this are forgotten, wherever their partition still stands. */
export function historyStart(now: number): Date {
  return new Date(now - LIMITS.deliveryRetentionDays * DAY_MS)
}

const ROW = {
  id: column.text,
  webhook_id: column.text,
  event_id: column.text,
  event_day: column.day,
  event_type: column.text,
  trigger: column.text,
  attempt: column.int,
  max_attempts: column.int,
  status: column.text,
  response_status: column.nullable(column.int),
  response_body: column.nullable(column.text),
  duration_ms: column.nullable(column.int),
  error_code: column.nullable(column.text),
  error_message: column.nullable(column.text),
  next_attempt_at: column.nullable(column.dateTime),
  attempted_at: column.nullable(column.dateTime),
  created_at: column.dateTime,
}

export const DELIVERY_PAGE = pageQuery({
  name: 'deliveries by page',
  alias: 'd',
  row: ROW,
  joins: '',
  ofPage: [],
})

type Part = {
  /** On `d`. */
  readonly where: readonly Prisma.Sql[]
  /** The newest so many; null for all. */
  readonly most: number | null
}

/**
 * Attempts of a webhook, to be read as `d`. An attempt that ended and a waiting one never have the same id: a statement
 * sees `delivery` and `delivery_attempt` change at once.
 *
 * Conditions and limit hold in either table: over both together the whole history would be sorted for each
 * page. The lower bound of days lets whole partitions be passed over; the instant decides.
 *
 * @param webhook its id, as a value or as a column
 */
export function deliveriesOf(webhook: Prisma.Sql, now: number, part: Part): Prisma.Sql {
  const since = historyStart(now)
  const where = Prisma.join([Prisma.sql`true`, ...part.where], ' AND ')
  const newest =
    part.most === null
      ? Prisma.empty
      : Prisma.sql`ORDER BY d.created_at DESC, d.id DESC LIMIT ${part.most}`
  return Prisma.sql`(
    (SELECT d.* FROM (
      SELECT id, webhook_id, event_id, event_day, event_type, run, trigger, attempt, max_attempts, status,
        response_status, response_body, duration_ms, error_code, error_message, next_attempt_at, attempted_at, created_at
      FROM delivery_attempt
      WHERE webhook_id = ${webhook} AND attempt_day >= (${since}::timestamptz)::date
        AND coalesce(attempted_at, created_at) >= ${since}::timestamptz) AS d
    WHERE ${where} ${newest})
    UNION ALL
    (SELECT d.* FROM (
      SELECT attempt_id AS id, webhook_id, event_id, event_day, event_type, run,
        CASE WHEN attempt > 1 THEN 'RETRY' ELSE trigger END AS trigger, attempt, max_attempts, 'PENDING' AS status,
        NULL::int AS response_status, NULL::text AS response_body, NULL::int AS duration_ms, NULL::text AS error_code,
        NULL::text AS error_message, NULL::timestamptz AS next_attempt_at, NULL::timestamptz AS attempted_at,
        scheduled_at AS created_at
      FROM delivery
      WHERE webhook_id = ${webhook} AND state = 'pending') AS d
    WHERE ${where} ${newest})
  )`
}

/**
 * The latest attempt of its event, which did not succeed. Of attempts put on the list within one millisecond
 * the later run is the later. Tests cannot be sent again: they don't count.
 */
export function isUndelivered(webhook: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(d.status <> 'SUCCEEDED' AND d.trigger <> 'TEST' AND NOT EXISTS (
    SELECT FROM delivery_attempt later
    WHERE later.webhook_id = ${webhook} AND later.event_id = d.event_id
      AND later.attempt_day >= d.created_at::date
      AND (later.created_at, later.run, later.attempt) > (d.created_at, d.run, d.attempt)
  ) AND NOT EXISTS (
    SELECT FROM delivery waiting
    WHERE waiting.webhook_id = ${webhook} AND waiting.event_day = d.event_day
      AND waiting.event_id = d.event_id AND waiting.state = 'pending'
      AND (waiting.scheduled_at, waiting.run, waiting.attempt) > (d.created_at, d.run, d.attempt)
  ))`
}

const byIds = composedQuery({ name: 'deliveries by ids', row: ROW })

/** @param ids in any order; those that are gone are left out */
export async function deliveryRows(
  db: Queryable,
  webhookId: string,
  ids: readonly string[],
  now: number,
): Promise<RowOf<typeof ROW>[]> {
  if (ids.length === 0) return []
  const where = [Prisma.sql`d.id = ANY(${[...ids]}::text[])`]
  const found = deliveriesOf(Prisma.sql`${webhookId}`, now, { where, most: null })
  return byIds(
    sqlOf(db),
    Prisma.sql`SELECT ${Prisma.raw(selected(ROW, 'd'))} FROM ${found} AS d`,
    'by value',
  )
}

const atEvent = composedQuery({ name: 'deliveries of an event', row: ROW })

/** The attempts at one event, newest first, at most as many as a page has. */
export async function attemptsAt(
  db: Queryable,
  webhookId: string,
  eventId: string,
  now: number,
): Promise<RowOf<typeof ROW>[]> {
  const where = [Prisma.sql`d.event_id = ${eventId}`]
  const found = deliveriesOf(Prisma.sql`${webhookId}`, now, { where, most: LIMITS.pageSizeMax })
  return atEvent(
    sqlOf(db),
    Prisma.sql`SELECT ${Prisma.raw(selected(ROW, 'd'))} FROM ${found} AS d
      ORDER BY d.created_at DESC, d.run DESC, d.attempt DESC LIMIT ${LIMITS.pageSizeMax}`,
    'by value',
  )
}

const atEvents = composedQuery({ name: 'deliveries of events', row: ROW })

/** The attempts at some events, of all webhooks, newest first; of each webhook at most as many as a page has. */
export async function attemptsAtEvents(
  db: Queryable,
  organizationId: number,
  eventIds: readonly string[],
  now: number,
): Promise<RowOf<typeof ROW>[]> {
  if (eventIds.length === 0) return []
  const where = [Prisma.sql`d.event_id = ANY(${[...eventIds]}::text[])`]
  const found = deliveriesOf(Prisma.sql`w.id`, now, { where, most: LIMITS.pageSizeMax })
  return atEvents(
    sqlOf(db),
    Prisma.sql`SELECT ${Prisma.raw(selected(ROW, 'd'))} FROM webhook w CROSS JOIN LATERAL ${found} AS d
      WHERE w.organization_id = ${organizationId} ORDER BY d.created_at DESC, d.run DESC, d.attempt DESC`,
    'by value',
  )
}
