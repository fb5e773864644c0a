/** The schema of an answer as the document shows it. Events are a union by their type. */
import { DeliveryDetails, EventRecord } from '@scheduling/core'
import { z } from 'zod'
import { DELIVERED_EVENT, LISTED_EVENT } from './event-schemas.ts'

/** @param output as the endpoint declares it */
export function answerSchema(output: z.ZodType): z.ZodType {
  if (output === EventRecord) return LISTED_EVENT
  if (output === DeliveryDetails) {
    const event = DELIVERED_EVENT.nullable().meta({ ...DeliveryDetails.shape.event.meta() })
    return DeliveryDetails.extend({ event }).meta({ ...output.meta() })
  }
  const records = recordsOf(output)
  if (records !== EventRecord || !(output instanceof z.ZodObject)) return output
  return output.extend({ data: z.array(LISTED_EVENT) }).meta({ ...output.meta() })
}

/** The records in the `data` of a list; null when the answer is one record. */
export function recordsOf(output: z.ZodType): z.ZodType | null {
  const data: unknown = output instanceof z.ZodObject ? output.shape['data'] : null
  return data instanceof z.ZodArray && data.element instanceof z.ZodType ? data.element : null
}

/** Every record says what it is; a list does not. */
export function kindOf(record: z.ZodType): string | null {
  // All options of a union are of one kind.
  const one = record instanceof z.ZodDiscriminatedUnion ? record.options[0] : record
  const { object } = one instanceof z.ZodObject ? one.shape : {}
  const [kind] = object instanceof z.ZodLiteral ? object.values : []
  return typeof kind === 'string' ? kind : null
}
