import { Prisma, type Queryable } from '@scheduling/database'
import { EVENT_SELECTORS, type EventRow } from '@scheduling/events'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, type CursorScope } from '../ground/cursor.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, InstantInput, NoExpand, valueText } from '../ground/fields.ts'
import { CURRENT_API_VERSION, LIMITS } from '../contract/limits.ts'
import { envelope, PageInput, pageOf } from '../lists/page.ts'
import { invalid } from '../contract/problems.ts'
import { EventRecord, toEventRecord } from '../events/event.ts'
import { eventIdAt, feedHead, positionBefore, type FeedHead } from './position.ts'

const DAY_MS = 86_400_000

/** The oldest time of events that are returned. Their partitions may be kept a little longer. */
export function keptSince(now: number): Date {
  return new Date(now - LIMITS.eventRetentionDays * DAY_MS)
}

export const NO_SUCH_EVENT = `No event of the last ${LIMITS.eventRetentionDays} days has this id.`

/** The columns that the record of an event needs. */
export const EVENT_COLUMNS = Prisma.sql`id, type, organization_id AS "organizationId", livemode, sequence,
  created_at AS "createdAt", payload, context`

const TYPE_SELECTORS = EVENT_SELECTORS.filter((selector) => selector !== '*')

const ListInput = z.object({
  type: z.array(z.enum(TYPE_SELECTORS)).max(TYPE_SELECTORS.length).optional().meta({
    description:
      'Only events of these types. Send a type such as `client.created`, a group such as `client.*`, or several of them separated by commas.',
  }),
  after: valueText().optional().meta({
    description:
      'The id of the last event that you have seen, or the `last_event_id` of a response. The list starts right after this event.',
  }),
  since: InstantInput.optional().meta({
    description: 'Only events created at or after this moment.',
  }),
  latest: z
    .boolean()
    .default(false)
    .meta({
      description: `If true, only the newest event, or none. With \`type\`, the newest event of these types among the last ${LIMITS.eventsReadPerPage} events. It cannot be combined with \`after\`, \`since\` or \`cursor\`.`,
    }),
  ...PageInput,
  expand: NoExpand,
})

type Asked = z.output<typeof ListInput>

/** `GET /v1/events`: the latest events, in the order in which they were committed. */
export const listEvents = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/events',
    tag: 'Events',
    summary: 'List events',
    description:
      `Lists events of the last ${LIMITS.eventRetentionDays} days in the order of their \`sequence\`, which has no gaps. To poll, send the \`last_event_id\` of the last response as \`after\`. To start from now on, get your first \`last_event_id\` with \`latest=true\`. ` +
      `One request reads at most ${LIMITS.eventsReadPerPage} events. So with \`type\` or \`since\`, a page can have fewer events than \`limit\`, or none, while \`has_more\` is true.`,
  },
  scope: 'read',
  input: ListInput.refine(
    ({ latest, after, since, cursor }) =>
      !latest || (after === undefined && since === undefined && cursor === undefined),
    {
      ...BESIDE_OTHERS,
      path: ['latest'],
      params: { code: 'mutually_exclusive' },
      message: '`latest` cannot be combined with `after`, `since` or `cursor`.',
    },
  ),
  output: pageOf(EventRecord)
    .extend({
      last_event_id: z.string().nullable().meta({
        description:
          'The id of the last event that was read, including events that the filters left out. Send it as `after` in a later request. Null if the organization has never had an event.',
      }),
    })
    .meta({ id: 'EventList' }),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const kept = keptSince(context.now())
    const page = input.latest
      ? await newest(context, input, kept)
      : await nextOnes(context, input, new Date(Math.max(kept.getTime(), input.since ?? 0)))
    return {
      ...envelope(
        context,
        page,
        page.rows.map((row) => toEventRecord(row, organization.timeZone, CURRENT_API_VERSION)),
      ),
      last_event_id:
        page.readTo === null ? null : await idOf(db, organization.id, page.readTo, page.head),
    }
  },
})

type FeedPage = {
  readonly rows: readonly EventRow[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly head: FeedHead
  /** Null: there is nothing to read yet. */
  readonly readTo: bigint | null
}

/** The head is read first, so that events that are committed later belong to the next request. */
async function newest(context: Context, input: Asked, kept: Date): Promise<FeedPage> {
  const { db, organization } = context
  const head = await feedHead(db, organization.id)
  const rows = await db.$queryRaw<EventRow[]>`
    SELECT ${EVENT_COLUMNS} FROM event
    WHERE organization_id = ${organization.id} AND sequence <= ${head.position}
      AND sequence > ${head.position - BigInt(LIMITS.eventsReadPerPage)}
      AND created_at >= ${kept} AND event_day >= ${kept}::date ${isOfType(input.type)}
    ORDER BY sequence DESC LIMIT 1`
  return { rows, hasMore: false, nextCursor: null, head, readTo: nullIfNone(head.position) }
}

async function nextOnes(context: Context, input: Asked, since: Date): Promise<FeedPage> {
  const { db, organization } = context
  const scope: CursorScope = {
    organizationId: organization.id,
    list: 'events by sequence',
    filters: { after: input.after, since: input.since, type: input.type },
  }
  const head = await feedHead(db, organization.id)
  const from = await startOf(context, input, { since, head, scope })
  const to = least(from + BigInt(LIMITS.eventsReadPerPage), head.position)
  const found =
    to <= from
      ? []
      : await db.$queryRaw<EventRow[]>`
          SELECT ${EVENT_COLUMNS} FROM event
          WHERE organization_id = ${organization.id} AND sequence > ${from} AND sequence <= ${to}
            AND created_at >= ${since} AND event_day >= ${since}::date ${isOfType(input.type)}
          ORDER BY sequence LIMIT ${input.limit + 1}`
  const rows = found.slice(0, input.limit)
  const last = rows.at(-1)
  const readTo =
    found.length > input.limit && last !== undefined ? BigInt(last.sequence) : greatest(from, to)
  const hasMore = readTo < head.position
  return {
    rows,
    hasMore,
    nextCursor: hasMore
      ? encodeCursor(context.crypto, scope, { key: String(readTo), id: '' })
      : null,
    head,
    readTo: nullIfNone(readTo),
  }
}

/** The position after which the page begins. */
async function startOf(
  context: Context,
  input: Asked,
  { since, head, scope }: { since: Date; head: FeedHead; scope: CursorScope },
): Promise<bigint> {
  if (input.cursor !== undefined) {
    return BigInt(decodeCursor(context.crypto, scope, input.cursor).key)
  }
  const after = input.after === undefined ? null : await sequenceOf(context, input.after, head)
  // Events that follow a stored event are newer than it.
  if (after !== null && input.since === undefined) return after
  const first = await positionBefore(context.db, context.organization.id, since, head)
  return greatest(first, after ?? 0n)
}

/**
 * The position of the event `after`. The newest event of the organization stays valid however old it is, so
 * that a quiet month does not break a poller.
 */
async function sequenceOf(context: Context, eventId: string, head: FeedHead): Promise<bigint> {
  const { organization } = context
  const db: Queryable = context.db
  if (eventId === head.eventId) return head.position
  const [event] = await db.$queryRaw<{ sequence: bigint }[]>`
    SELECT sequence FROM event
    WHERE id = ${eventId} AND organization_id = ${organization.id} AND created_at >= ${keptSince(context.now())}`
  if (event !== undefined) return event.sequence
  throw invalid(
    'after',
    'not_found',
    `${NO_SUCH_EVENT} Start again with \`since\`, or without \`after\` and \`since\`.`,
  )
}

async function idOf(
  db: Queryable,
  organizationId: number,
  position: bigint,
  head: FeedHead,
): Promise<string | null> {
  return position === head.position ? head.eventId : eventIdAt(db, organizationId, position)
}

function isOfType(selectors: readonly string[] | undefined): Prisma.Sql {
  if (selectors === undefined) return Prisma.empty
  const isGroup = (selector: string) => selector.endsWith('.*')
  const anyOf = [
    Prisma.sql`type = ANY(${selectors.filter((selector) => !isGroup(selector))}::text[])`,
    ...selectors
      .filter(isGroup)
      .map((selector) => Prisma.sql`starts_with(type, ${selector.slice(0, -1)})`),
  ]
  return Prisma.sql`AND (${Prisma.join(anyOf, ' OR ')})`
}

function nullIfNone(position: bigint): bigint | null {
  return position === 0n ? null : position
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
