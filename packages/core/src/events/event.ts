import { EventEnvelope } from '@scheduling/events'
import { z } from 'zod'

/** The record of the events routes: `object` first, then the envelope of a delivery. */
export const EventRecord = z
  .object({ object: z.literal('event'), ...EventEnvelope.shape })
  .meta({ id: 'Event' })
