import { z } from 'zod'
import { DateOnly } from '../ground/time-fields.ts'

/** A date on which the organization is closed, unless a professional has hours of its own for it. */
export const Holiday = z
  .object({
    object: z.literal('holiday'),
    date: DateOnly,
    name: z.string(),
  })
  .meta({ id: 'Holiday' })
