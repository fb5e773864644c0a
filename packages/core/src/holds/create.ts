import { z } from 'zod'
import { ServiceIds } from '../appointments/service-selection.ts'
import { LIMITS } from '../contract/limits.ts'
import { Id, NoExpand, text } from '../ground/fields.ts'
import { StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { Hold, toHold } from './hold.ts'
import { holdTime } from './hold-time.ts'

export const NewHold = z
  .object({
    service_ids: ServiceIds,
    start: StartInput,
    professional_id: Id.nullable().optional().meta({
      description:
        'If null, any professional who is free, chosen now. If several are free, the one with the fewest appointments on that day.',
    }),
    minutes: z.int().min(1).max(LIMITS.holdMinutesMost).default(LIMITS.holdMinutes).meta({
      description: 'How long the time is held.',
    }),
    holder: text(LIMITS.holderCharacters)
      .nullable()
      .optional()
      .meta({
        description: `Your id of the visitor, such as a session. A new hold of the same visitor replaces the earlier one, at most ${LIMITS.holdsPerHolderPerHour} times an hour. Do not send personal data.`,
      }),
  })
  .meta({ id: 'NewHold' })

/** `POST /v1/holds` */
export const createHold = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/holds',
    tag: 'Holds',
    summary: 'Hold a time',
    description:
      'Keeps a start for some minutes, while a person fills in a form or pays. It cannot be booked by another caller meanwhile. The professional, the price, the duration and the buffers are fixed now. Book it with `hold_id`.',
    idempotent: true,
  },
  scope: 'write',
  access: 'desk',
  input: NewHold.extend({ expand: NoExpand }),
  output: Hold,
  success: { created: 201 },
  emits: { created: [] },
  notes: ['hold.created', 'hold.released'],
  problems: [
    'action_not_allowed',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, input) {
    const row = await holdTime(context, {
      serviceIds: input.service_ids,
      start: input.start,
      professionalId: input.professional_id ?? null,
      minutes: input.minutes,
      holder: input.holder ?? null,
    })
    return {
      outcome: 'created',
      reply: toHold(row, context.organization.timeZone, context.now()),
    }
  },
})
