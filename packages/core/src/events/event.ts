import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { Id, Instant } from '../ground/fields.ts'

/** The envelope of a delivery, and with `object: "event"` first the record of the events routes. */
const envelopeFields = {
  id: z.string().meta({
    description: 'Unique for each event. Use it to ignore repeated deliveries.',
    example: 'evt_01kah0z6f8x3d5m7n9p2q4r6st',
  }),
  type: z.string(),
  api_version: z.string(),
  created_at: Instant,
  organization_id: Id,
  livemode: z.boolean(),
  sequence: z.int().min(0).meta({
    description:
      'The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed.',
  }),
  data: z.object({
    object: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The record as the API returns it without `expand`.' }),
    changes: z
      .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
      .nullable()
      .meta({
        description:
          'For each changed field, the previous and the new value. Null for types without changes.',
      }),
    batch_id: z
      .string()
      .nullable()
      .meta({ description: 'The same for all events of one operation on several records.' }),
  }),
  context: z.object({
    actor: z.object({
      type: z.enum(['user', 'client', 'api_key', 'agent', 'system']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    source: z.string(),
    request_id: z.string(),
  }),
}

export const EventEnvelope = z.object(envelopeFields).meta({ id: 'EventEnvelope' })
export const EventRecord = z
  .object({ object: z.literal('event'), ...envelopeFields })
  .meta({ id: 'Event' })

export type EventRow = {
  readonly id: string
  readonly type: string
  readonly organizationId: number
  readonly livemode: boolean
  readonly sequence: bigint | number | string
  readonly createdAt: Date
  readonly payload: unknown
  readonly context: unknown
}

/** What is sent: the stored event in the words of `apiVersion`, times in the organization's zone. */
export function toEnvelope(
  row: EventRow,
  timeZone: string,
  apiVersion: string,
): z.input<typeof EventEnvelope> {
  return {
    id: row.id,
    type: row.type,
    api_version: apiVersion,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    organization_id: row.organizationId,
    livemode: row.livemode,
    sequence: Number(row.sequence),
    data: storedJson(row.payload),
    context: storedJson(row.context),
  }
}

export function toEventRecord(
  row: EventRow,
  timeZone: string,
  apiVersion: string,
): z.input<typeof EventRecord> {
  return { object: 'event', ...toEnvelope(row, timeZone, apiVersion) }
}

/** Columns that `writeEvents` filled from the same shapes. */
function storedJson<Shape>(value: unknown): Shape {
  return value as Shape
}
