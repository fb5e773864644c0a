import { EVENT_SELECTORS, toEventRecord, type StoredEvent } from '@scheduling/events'
import { z } from 'zod'
import { syncHorizon } from '../change/horizon.ts'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, type CursorScope } from '../ground/cursor.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, NoExpand, valueText } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { CURRENT_API_VERSION, LIMITS } from '../contract/limits.ts'
import { envelope, PageInput, pageOf } from '../lists/page.ts'
import { invalid } from '../contract/problems.ts'
import { EventRecord } from './event.ts'
import { keptSince, NO_SUCH_EVENT } from './kept-events.ts'
import { eventIdAt, readFeed, type FeedPart, type FeedQuestion } from './read-feed.ts'
import { settledHead } from './settled-head.ts'

const TYPE_SELECTORS = EVENT_SELECTORS.filter((selector) => selector !== '*')

const ORDERS = ['oldest_first', 'newest_first'] as const

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
  order: z.enum(ORDERS).default('oldest_first').meta({
    description:
      'With `newest_first`, the newest event comes first, and pages go back in time. It cannot be combined with `after`, `since` or `latest`.',
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
  access: 'managers',
  input: ListInput.refine(
    ({ latest, after, since, cursor }) =>
      !latest || (after === undefined && since === undefined && cursor === undefined),
    {
      ...BESIDE_OTHERS,
      path: ['latest'],
      params: { code: 'mutually_exclusive' },
      message: '`latest` cannot be combined with `after`, `since` or `cursor`.',
    },
  ).refine(
    ({ order, latest, after, since }) =>
      order === 'oldest_first' || (!latest && after === undefined && since === undefined),
    {
      ...BESIDE_OTHERS,
      path: ['order'],
      params: { code: 'mutually_exclusive' },
      message: '`order=newest_first` cannot be combined with `after`, `since` or `latest`.',
    },
  ),
  output: pageOf(EventRecord)
    .extend({
      last_event_id: z.string().nullable().meta({
        description:
          'The id of the last event that was read, including events that the filters left out. With `newest_first`, the same as with `latest`. Send it as `after` in a later request. Null if the organization has never had an event.',
      }),
    })
    .meta({ id: 'EventList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const kept = keptSince(context.realNow())
    const page = await pageOfFeed(input)(context, input, kept)
    const records = page.events.map((row) =>
      toEventRecord(row, organization.timeZone, CURRENT_API_VERSION),
    )
    return { ...envelope(context, page, records), last_event_id: page.readTo }
  },
})

type FeedPage = {
  readonly events: readonly StoredEvent[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
  /** The id of the last event that was read; null if there is nothing to read yet. */
  readonly readTo: string | null
}

function pageOfFeed({ latest, order }: Asked) {
  if (latest) return newest
  return order === 'newest_first' ? previousOnes : nextOnes
}

async function newest(context: Context, input: Asked, kept: Date): Promise<FeedPage> {
  const { db, organization } = context
  const horizon = await syncHorizon(db)
  const part = await readFeed(db, {
    ...questionOf(context, input, kept),
    start: 'newest',
    limit: 1,
  })
  const readTo = await settledHead(db, organization.id, horizon, part.headId)
  return { events: part.events, hasMore: false, nextCursor: null, readTo }
}

/** The newest first. A cursor holds the position after its page. */
async function previousOnes(context: Context, input: Asked, kept: Date): Promise<FeedPage> {
  const { db, crypto, organization } = context
  const scope: CursorScope = {
    organizationId: organization.id,
    list: 'events by sequence, newest first',
    filters: { type: input.type },
  }
  const horizon = await syncHorizon(db)
  const position =
    input.cursor === undefined ? null : Number(decodeCursor(crypto, scope, input.cursor).key)
  const part = await readFeed(db, {
    ...questionOf(context, input, kept),
    start: position === null ? 'newest' : 'before',
    position: position ?? 0,
    limit: input.limit + 1,
  })
  const events = part.events.slice(0, input.limit)
  const last = events.at(-1)
  const isFull = part.events.length > input.limit && last !== undefined
  const readFrom = isFull ? Number(last.sequence) : Math.max(part.from ?? 0, 0) + 1
  // Those before it may have been dropped.
  const isThere = readFrom > 1 && (await eventIdAt(db, organization.id, readFrom - 1)) !== null
  const hasMore = isFull || isThere
  const next = { key: String(readFrom), id: '' }
  return {
    events,
    hasMore,
    nextCursor: hasMore ? encodeCursor(crypto, scope, next) : null,
    readTo: await settledHead(db, organization.id, horizon, part.headId),
  }
}

async function nextOnes(context: Context, input: Asked, kept: Date): Promise<FeedPage> {
  const { organization, crypto } = context
  const scope: CursorScope = {
    organizationId: organization.id,
    list: 'events by sequence',
    filters: { after: input.after, since: input.since, type: input.type },
  }
  if (input.cursor === undefined) {
    return requirePage(await pageFrom(context, input, scope, { kept, start: startOf(input) }))
  }
  const position = Number(decodeCursor(crypto, scope, input.cursor).key)
  const page = await pageFrom(context, input, scope, { kept, start: 'position', position })
  // A cursor never expires. Where its events have been dropped, the list goes on with the oldest that is kept.
  return page ?? requirePage(await pageFrom(context, input, scope, { kept, start: 'time' }))
}

function requirePage(page: FeedPage | null): FeedPage {
  if (page === null) throw new Error('The feed has a gap.')
  return page
}

/** Null: the event at which this page ends has been dropped. */
async function pageFrom(
  context: Context,
  input: Asked,
  scope: CursorScope,
  from: { readonly kept: Date; readonly start: FeedQuestion['start']; readonly position?: number },
): Promise<FeedPage | null> {
  const part = await readFeed(context.db, {
    ...questionOf(context, input, from.kept),
    start: from.start,
    position: from.position ?? 0,
    limit: input.limit + 1,
  })
  if (part.from === null) {
    throw invalid(
      'after',
      'not_found',
      `${NO_SUCH_EVENT} Start again with \`since\`, or without \`after\` and \`since\`.`,
    )
  }
  const events = part.events.slice(0, input.limit)
  const last = events.at(-1)
  const isFull = part.events.length > input.limit && last !== undefined
  const readTo = isFull ? Number(last.sequence) : Math.max(part.from, part.to)
  const id = await idAt(context, part, readTo, last)
  if (id === null && readTo > 0) return null
  const hasMore = readTo < part.head
  const next = { key: String(readTo), id: '' }
  return {
    events,
    hasMore,
    nextCursor: hasMore ? encodeCursor(context.crypto, scope, next) : null,
    readTo: id,
  }
}

/** What every question asks for: events that are kept, and that were created at or after `since`. */
function questionOf(
  { organization }: Context,
  input: Asked,
  kept: Date,
): Omit<FeedQuestion, 'start' | 'limit'> {
  return {
    organizationId: organization.id,
    position: 0,
    after: input.after ?? '',
    since: new Date(Math.max(kept.getTime(), input.since ?? 0)),
    kept,
    selectors: input.type,
  }
}

/** Events that follow a stored event are newer than it. Without both, the list starts with the oldest one. */
function startOf({ after, since }: Asked): FeedQuestion['start'] {
  if (after === undefined) return 'time'
  return since === undefined ? 'event' : 'event and time'
}

/** The id of the event at the position up to which a part was read; null at 0, and where it has been dropped. */
async function idAt(
  { db, organization }: Context,
  part: FeedPart,
  position: number,
  last: StoredEvent | undefined,
): Promise<string | null> {
  if (position === 0) return null
  if (position === part.head) return part.headId
  if (last !== undefined && position === Number(last.sequence)) return last.id
  if (position === part.to && part.toId !== null) return part.toId
  return eventIdAt(db, organization.id, position)
}
