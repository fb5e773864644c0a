import { z } from 'zod'
import { fault, Id } from '../ground/fields.ts'

/** The hold that a booking or a move takes. */
export const HoldId = Id.nullable().optional().meta({
  description:
    'A hold whose time is taken. `service_ids`, `start` and `professional_id` can then be left out. Before it expires it can be booked whatever the rules of notice say; after that the request is carried out as one without a hold.',
})

type Input = {
  readonly hold_id?: unknown
  readonly service_ids?: unknown
  readonly start?: unknown
  readonly allow_overbook?: unknown
}

/** Refuses a body without a hold that names no services or no start, and a hold that is to be overbooked. */
export function timeOrHold(input: Input, context: z.RefinementCtx): void {
  if (input.hold_id != null) {
    if (input.allow_overbook !== true) return
    const message = 'Held time is free for its booking. Leave out `allow_overbook` with `hold_id`.'
    context.addIssue({ ...fault('mutually_exclusive', message), path: ['allow_overbook'] })
    return
  }
  for (const field of ['service_ids', 'start'] as const) {
    if (input[field] !== undefined) continue
    context.addIssue({ ...fault('required', 'Required without `hold_id`.'), path: [field] })
  }
}
