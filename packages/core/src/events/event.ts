import { EventEnvelope, envelopeHead, type EventRow } from '@scheduling/events'
import { z } from 'zod'
import { keepTexts } from '../ground/stored-json.ts'

/** The record of the events routes: `object` first, then the envelope of a delivery. */
export const EventRecord = z
  .object({ object: z.literal('event'), ...EventEnvelope.shape })
  .meta({ id: 'Event' })

/** An event as the feed reads it: its JSON is the text that is stored. */
export type StoredEvent = Omit<EventRow, 'payload' | 'context'> & {
  readonly payload: string
  readonly context: string
}

export function toEventRecord(
  row: StoredEvent,
  timeZone: string,
  apiVersion: string,
): z.input<typeof EventRecord> {
  const { payload, context } = row
  const record: z.input<typeof EventRecord> = {
    object: 'event',
    ...envelopeHead(row, timeZone, apiVersion),
    get data() {
      return JSON.parse(payload)
    },
    get context() {
      return JSON.parse(context)
    },
  }
  keepTexts(record, { data: payload, context })
  return record
}
