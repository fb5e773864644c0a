import { z } from 'zod'
import { Currency, Id, MiniReference, Money } from '../ground/fields.ts'
import { DateOnly, Instant } from '../ground/time-fields.ts'

/** A start at which one professional is free. Listing it does not reserve it. */
export const Slot = z
  .object({
    object: z.literal('slot'),
    start: Instant,
    end: Instant.meta({ description: 'The end of the last service, without buffers.' }),
    duration_minutes: z.int().min(1),
    professional_id: Id,
    professional: MiniReference,
    service_ids: z.array(Id),
    remaining_capacity: z
      .int()
      .min(1)
      .meta({ description: 'The number of free seats. It is 1 for individual services.' }),
    price: Money.nullable().meta({
      description: 'The price of the appointment if it is booked now.',
    }),
    currency: Currency,
  })
  .meta({ id: 'Slot' })

/** A local date with one or more free starts. */
export const AvailableDate = z
  .object({
    object: z.literal('available_date'),
    date: DateOnly,
    first_start: Instant,
    slot_count: z.int().min(1).meta({ description: 'The number of distinct starts.' }),
    professional_ids: z
      .array(Id)
      .meta({ description: 'The professionals who are free at one or more starts of the date.' }),
    professionals: z.array(MiniReference),
  })
  .meta({ id: 'AvailableDate' })
