import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { keepStored, storedTexts, withStored } from './stored-json.ts'

/** An event as deliveries carry it and as the events routes return it. */
export const EventEnvelope = z
  .object({
    id: z.string().meta({
      description: 'Unique for each event. Use it to ignore repeated deliveries.',
      example: 'evt_01kah0z6f8x3d5m7n9p2q4r6st',
    }),
    type: z.string(),
    api_version: z.string(),
    created_at: z.string().meta({ format: 'date-time', example: '2026-11-23T09:00:00-03:00' }),
    organization_id: z.int32().min(1),
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
  })
  .meta({ id: 'EventEnvelope' })

export type EventEnvelope = z.output<typeof EventEnvelope>

/** An event as it is stored: `payload` and `context` are the text of their JSON. */
export type StoredEvent = {
  readonly id: string
  readonly type: string
  readonly organizationId: number
  readonly livemode: boolean
  readonly sequence: bigint | number | string
  readonly createdAt: Date
  readonly payload: string
  readonly context: string
}

/** An event whose columns were joined to a row; null: there was none. */
export function joinedEvent(row: {
  readonly [Field in keyof StoredEvent]: StoredEvent[Field] | null
}): StoredEvent | null {
  const { id, type, organizationId, livemode, sequence, createdAt, payload, context } = row
  const isMissing =
    id === null ||
    type === null ||
    organizationId === null ||
    livemode === null ||
    sequence === null ||
    createdAt === null ||
    payload === null ||
    context === null
  return isMissing
    ? null
    : { id, type, organizationId, livemode, sequence, createdAt, payload, context }
}

/** A stored event in the format of `apiVersion`, with times in the organization's zone. */
export function toEnvelope(row: StoredEvent, timeZone: string, apiVersion: string): EventEnvelope {
  return withContents(row, headOf(row, timeZone, apiVersion))
}

/** As `toEnvelope`, with `object` first: the record of the events routes. */
export function toEventRecord(
  row: StoredEvent,
  timeZone: string,
  apiVersion: string,
): EventEnvelope & { readonly object: 'event' } {
  return withContents(row, { object: 'event' as const, ...headOf(row, timeZone, apiVersion) })
}

type Head = Omit<EventEnvelope, 'data' | 'context'>

function headOf(row: StoredEvent, timeZone: string, apiVersion: string): Head {
  return {
    id: row.id,
    type: row.type,
    api_version: apiVersion,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    organization_id: row.organizationId,
    livemode: row.livemode,
    sequence: Number(row.sequence),
  }
}

/** The contents are parsed when code first reads them. */
function withContents<Fields extends Head>(
  { payload, context }: StoredEvent,
  fields: Fields,
): Fields & EventEnvelope {
  let data: EventEnvelope['data'] | null = null
  let origin: EventEnvelope['context'] | null = null
  const envelope = {
    ...fields,
    get data(): EventEnvelope['data'] {
      return (data ??= parsed<EventEnvelope['data']>(payload))
    },
    get context(): EventEnvelope['context'] {
      return (origin ??= parsed<EventEnvelope['context']>(context))
    },
  }
  keepStored(envelope, { data: payload, context })
  return envelope
}

/** The body of a delivery: the envelope as JSON, with the stored texts where it has them. */
export function envelopeJson(envelope: EventEnvelope): string {
  const stored = storedTexts(envelope)
  return stored === undefined
    ? JSON.stringify(envelope)
    : withStored(JSON.stringify(envelope, HEAD_FIELDS), stored)
}

const HEAD_FIELDS = Object.keys(EventEnvelope.shape).filter(
  (field) => field !== 'data' && field !== 'context',
)

/** Safe: the writer of the row filled these columns from the same shapes. */
function parsed<Shape>(text: string): Shape {
  return JSON.parse(text) as Shape
}
