/** The envelope of every event type, as deliveries carry it. */
import { EVENT_TYPES, EventEnvelope, Id, type EventType, type RecordKind } from '@scheduling/core'
import { z } from 'zod'
import { capitalized } from './operation-id.ts'
import { RECORDS } from './record-schemas.ts'

const Change = z
  .object({ from: z.unknown(), to: z.unknown() })
  .meta({ id: 'Change', description: 'A value before and after, as the API shows it.' })

/** `queue.entry.in_service` → `QueueEntryInServiceEvent`. */
export function eventSchemaName(type: string): string {
  return `${type.split(/[._]/).map(capitalized).join('')}Event`
}

/** What an event about a record that is gone carries in its place. */
const REMAINS: Partial<Record<EventType, z.ZodType>> = {
  'appointment.deleted': z
    .object({ id: Id, deleted: z.literal(true) })
    .meta({ id: 'DeletedAppointment' }),
  'client.merged': z
    .object({
      id: Id,
      deleted: z.literal(true),
      merged_into: Id.meta({ description: 'The client that stays.' }),
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

/** One component per event type. */
export const EVENT_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  (Object.keys(EVENT_TYPES) as EventType[]).map((type) => [
    eventSchemaName(type),
    z
      .object({
        ...EventEnvelope.shape,
        type: z.literal(type),
        data: EventEnvelope.shape.data.extend({
          object: recordOf(type),
          changes: changesOf(type),
        }),
      })
      .meta({ id: eventSchemaName(type) }),
  ]),
)
