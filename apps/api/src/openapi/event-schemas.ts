/** The envelope of every event type, as deliveries carry it. */
import {
  API_VERSIONS,
  EVENT_TYPES,
  Id,
  Instant,
  type EventType,
  type RecordKind,
} from '@scheduling/core'
import { z } from 'zod'
import { capitalized } from './operation-id.ts'
import { RECORDS } from './record-schemas.ts'

const EventContext = z
  .object({
    actor: z.object({
      type: z.enum(['user', 'client', 'api_key', 'agent', 'system']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    source: z.string().meta({
      description:
        'Where it was done: `api`, `dashboard`, `public_booking`, `messaging`, `recurrence`, `agent`, `payment`, `system`. The list may grow.',
    }),
    request_id: z.string(),
  })
  .meta({ id: 'EventContext', description: 'Who did it, and from where.' })

const Change = z
  .object({ from: z.unknown(), to: z.unknown() })
  .meta({ id: 'Change', description: 'A value before and after, as the API shows it.' })

/** `queue.entry.in_service` → `QueueEntryInServiceEvent`. */
export function eventSchemaName(type: string): string {
  return `${type.split(/[._]/).map(capitalized).join('')}Event`
}

/** `blocked_time` → `BlockedTime`. */
function recordOf(type: EventType): z.ZodType {
  const kind: RecordKind = EVENT_TYPES[type].record
  if (type === 'appointment.deleted') {
    return z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedAppointment' })
  }
  return RECORDS[kind]
}

function changesOf(type: EventType): z.ZodType {
  const fields: readonly string[] | null = EVENT_TYPES[type].changes
  if (fields === null) return z.null().meta({ description: 'Always null for this type.' })
  return z
    .object(Object.fromEntries(fields.map((field) => [field, Change.optional()])))
    .nullable()
    .meta({ description: 'Only the fields that changed.' })
}

/** One component per event type. */
export const EVENT_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  (Object.keys(EVENT_TYPES) as EventType[]).map((type) => [
    eventSchemaName(type),
    z
      .object({
        id: z
          .string()
          .meta({ description: 'Discard what you have seen: the same event can come again.' }),
        type: z.literal(type),
        api_version: z
          .string()
          .meta({ description: "The subscription's event format.", example: API_VERSIONS[0] }),
        created_at: Instant,
        organization_id: Id,
        livemode: z.boolean(),
        sequence: z
          .int()
          .nullable()
          .meta({ description: 'Place in the feed of the organization.' }),
        data: z.object({
          object: recordOf(type),
          changes: changesOf(type),
          batch_id: z.string().nullable().meta({
            description: 'Shared by all events of one operation on several records.',
          }),
        }),
        context: EventContext,
      })
      .meta({ id: eventSchemaName(type) }),
  ]),
)
