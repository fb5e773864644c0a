import { Prisma, type Queryable } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, type CursorScope } from '../cursor.ts'
import { query } from '../endpoint.ts'
import { InstantInput, NoExpand, valueText } from '../fields.ts'
import { CURRENT_API_VERSION, LIMITS } from '../limits.ts'
import { envelope, PageInput, pageOf } from '../page.ts'
import { invalid } from '../problems.ts'
import { EventRecord, toEventRecord, type EventRow } from './event.ts'

const DAY_MS = 86_400_000

/** Events are kept this long, to the second; partitions may live a little longer. */
export function keptSince(now: number): Date {
  return new Date(now - LIMITS.eventRetentionDays * DAY_MS)
}

/** Columns of an event as its record needs them. */
export const EVENT_COLUMNS = Prisma.sql`id, type, organization_id AS "organizationId", livemode, sequence,
  created_at AS "createdAt", payload, context`

/** `GET /v1/events`: what happened in the last 30 days, in the order in which it was committed. */
export const listEvents = query({
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'List events',
  description:
    'Events of the last 30 days in the order of their `sequence`, which has no gaps. To poll, keep the id of the last event that you saw and send it as `after`.',
  scope: 'read',
  input: z.object({
    after: valueText()
      .optional()
      .meta({ description: 'Id of the last event seen; the list starts right after it.' }),
    since: InstantInput.optional().meta({
      description: 'Only events created at or after this moment.',
    }),
    ...PageInput,
    expand: NoExpand,
  }),
  output: pageOf(EventRecord).meta({ id: 'EventList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const scope: CursorScope = {
      organizationId: organization.id,
      list: 'events by sequence',
      filters: { after: input.after, since: input.since },
    }
    const from =
      input.cursor !== undefined
        ? BigInt(decodeCursor(context.crypto, scope, input.cursor).key)
        : input.after === undefined
          ? 0n
          : await sequenceOf(context, input.after)
    const kept = keptSince(context.now())
    const since = new Date(Math.max(kept.getTime(), input.since ?? 0))
    const rows = await db.$queryRaw<EventRow[]>`
      SELECT ${EVENT_COLUMNS} FROM event
      WHERE organization_id = ${organization.id} AND sequence > ${from}
        AND created_at >= ${since} AND event_day >= ${since}::date
      ORDER BY sequence LIMIT ${input.limit + 1}`
    const shown = rows.slice(0, input.limit)
    const last = shown.at(-1)
    const hasMore = rows.length > input.limit
    const nextCursor =
      hasMore && last !== undefined
        ? encodeCursor(context.crypto, scope, { key: String(last.sequence), id: last.id })
        : null
    return envelope(
      context,
      { hasMore, nextCursor },
      shown.map((row) => toEventRecord(row, organization.timeZone, CURRENT_API_VERSION)),
    )
  },
})

/**
 * Where the feed goes on after an event. The organization's newest event stays a valid `after` however old
 * it is: a quiet month must not break a poller.
 */
async function sequenceOf(context: Context, eventId: string): Promise<bigint> {
  const { organization } = context
  const db: Queryable = context.db
  const [event] = await db.$queryRaw<{ sequence: bigint }[]>`
    SELECT sequence FROM event
    WHERE id = ${eventId} AND organization_id = ${organization.id} AND created_at >= ${keptSince(context.now())}`
  if (event !== undefined) return event.sequence
  const feed = await db.eventFeed.findUnique({ where: { organizationId: organization.id } })
  if (feed?.lastEventId === eventId) return feed.lastPosition
  throw invalid(
    'after',
    'not_found',
    'No event of the last 30 days has this id. Start again with `since`, or without both.',
  )
}
