/** One delivery with all that is known of it. */
import { EventEnvelope } from '@scheduling/events'
import { z } from 'zod'
import { Delivery } from './delivery.ts'

const ShownRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

export const DeliveryDetails = z
  .object({
    object: z.literal('delivery_details'),
    delivery: Delivery,
    attempts: z.array(Delivery).meta({
      description:
        'The attempts of this webhook at this event, newest first, at most as many as a page has.',
    }),
    event: EventEnvelope.nullable().meta({
      description:
        'In the version of the webhook. Null for a test, whose event is not kept, and once the event is too old.',
    }),
    request: ShownRequest.nullable().meta({
      description: 'Null without an event, and if the template fails on it.',
    }),
    request_error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why there would be no request.' }),
  })
  .meta({ id: 'DeliveryDetails' })
