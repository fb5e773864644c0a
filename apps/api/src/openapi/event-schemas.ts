/**
 * Every event type as a schema of its own, told apart by `type`: the envelope that deliveries carry, and the
 * record of the events routes, which has `object` before it.
 */
import { Id } from '@scheduling/core'
import {
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  EventEnvelope,
  type EventType,
  type RecordKind,
} from '@scheduling/events'
import { z } from 'zod'
import { capitalized } from './operation-id.ts'
import { RECORDS } from './record-schemas.ts'

const Change = z
  .object({ from: z.unknown(), to: z.unknown() })
  .meta({ id: 'Change', description: 'A value before and after, as the API shows it.' })

/** The part that all types share, as one component: 35 copies of it would be most of the document. */
const EventContext = EventEnvelope.shape.context.meta({
  id: 'EventContext',
  description: 'Who caused the event, and how.',
})

/** `queue.entry.in_service` → `QueueEntryInServiceEvent`. */
export function eventSchemaName(type: string): string {
  return `${type.split(/[._]/).map(capitalized).join('')}Event`
}

/** What an event about a deleted record carries instead of it. */
const REMAINS: Partial<Record<EventType, z.ZodType>> = {
  'appointment.deleted': z
    .object({ id: Id, deleted: z.literal(true) })
    .meta({ id: 'DeletedAppointment' }),
  'client.merged': z
    .object({
      id: Id,
      deleted: z.literal(true),
      merged_into: Id.meta({ description: 'The client that remains.' }),
    })
    .meta({ id: 'MergedClient' }),
}

/** `blocked_time` → `BlockedTime`. */
function recordOf(type: EventType): z.ZodType {
  const kind: RecordKind = EVENT_TYPES[type].record
  return REMAINS[type] ?? RECORDS[kind]
}

function changesOf(type: EventType): z.ZodType {
  const fields: readonly string[] | null = EVENT_TYPES[type].changes
  if (fields === null) return z.null().meta({ description: 'Always null for this type.' })
  return z
    .object(Object.fromEntries(fields.map((field) => [field, Change.optional()])))
    .nullable()
    .meta({ description: 'Only the fields that changed.' })
}

function envelopeOf(type: EventType) {
  return {
    ...EventEnvelope.shape,
    type: z.literal(type),
    data: EventEnvelope.shape.data
      .extend({ object: recordOf(type), changes: changesOf(type) })
      .meta({ id: `${eventSchemaName(type)}Data` }),
    context: EventContext,
  }
}

function union(members: readonly z.ZodObject[], id: string, description: string): z.ZodType {
  const [first, ...others] = members
  if (first === undefined) throw new Error('There are no event types.')
  return z.discriminatedUnion('type', [first, ...others]).meta({ id, description })
}

const envelopes = new Map(
  EVENT_TYPE_NAMES.map((type) => {
    const fields = envelopeOf(type)
    const name = eventSchemaName(type)
    return [
      type,
      {
        delivered: z.object(fields).meta({ id: name }),
        listed: z
          .object({ object: z.literal('event'), ...fields })
          .meta({ id: `${name.replace(/Event$/, '')}EventRecord` }),
      },
    ]
  }),
)

/** What webhooks receive: one component per type, and their union. */
export const DELIVERED_EVENT = union(
  [...envelopes.values()].map(({ delivered }) => delivered),
  'WebhookEvent',
  'The body of a `generic` delivery. Use `type` to decide what to do, and ignore types that you do not know.',
)

/** What `GET /v1/events` lists. A ping is only delivered. */
export const LISTED_EVENT = union(
  [...envelopes].flatMap(([type, { listed }]) => (type === 'ping' ? [] : [listed])),
  'Event',
  'An event of the feed. Use `type` to decide what to do, and ignore types that you do not know.',
)

/** Names of the components that exist once per event type. */
export const EVENT_COMPONENTS: ReadonlySet<string> = new Set(
  EVENT_TYPE_NAMES.flatMap((type) => {
    const name = eventSchemaName(type)
    return [name, `${name}Data`, `${name}Record`]
  }),
)
