/** What a change of hours, services or the team says about the appointments that it concerns. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id, MiniReference, nullableText, refuseRepeated, valueText } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'

export const IMPACT_ACTIONS = ['keep', 'move', 'cancel'] as const
export type ImpactAction = (typeof IMPACT_ACTIONS)[number]

const HOLD_ACTIONS = ['keep', 'release'] as const

/**
 * Why an appointment no longer fits, in the order in which it is looked for. What is about a service, another
 * professional does not cure.
 */
export const IMPACT_REASONS = {
  service_not_offered: { isCuredByMove: false },
  professional_inactive: { isCuredByMove: true },
  professional_cannot_perform: { isCuredByMove: true },
  holiday: { isCuredByMove: true },
  outside_hours: { isCuredByMove: true },
  blocked: { isCuredByMove: true },
  over_capacity: { isCuredByMove: true },
} as const satisfies Record<string, { readonly isCuredByMove: boolean }>

export type ImpactReason = keyof typeof IMPACT_REASONS

const REASONS = Object.keys(IMPACT_REASONS) as [ImpactReason, ...ImpactReason[]]

/** The fields that every procedure takes whose change can concern appointments. */
export function impactInput<const Actions extends readonly [ImpactAction, ...ImpactAction[]]>(
  actions: Actions,
) {
  const action = z.enum(actions)
  return {
    appointments: action.optional().meta({
      description: 'What happens to the appointments that no longer fit.',
    }),
    decisions: z
      .array(z.object({ appointment_id: Id, action }))
      .max(LIMITS.impactDecisions)
      .superRefine((decisions, context) => {
        const ids = decisions.map((one) => one.appointment_id)
        const message = 'This appointment is in the list twice.'
        refuseRepeated(ids, context, message, ['appointment_id'])
      })
      .default([])
      .transform((decisions) => new Map(decisions.map((one) => [one.appointment_id, one.action])))
      .meta({ description: 'What happens to single appointments, in place of `appointments`.' }),
    holds: z.enum(HOLD_ACTIONS).default('keep').meta({
      description:
        'What happens to the holds that no longer fit. One that is kept can be booked until it expires.',
    }),
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description:
        'Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved.',
    }),
    preview: z.boolean().default(false).meta({
      description: 'Whether to answer what would happen, and to change nothing.',
    }),
    version: valueText().optional().meta({
      description: 'The `version` of a preview. If something changed since, nothing happens.',
    }),
  }
}

/** For the descriptions of routes. */
export const IMPACT_IN_SHORT =
  'Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.'

/** Without a choice of actions, for what takes all of them. */
export const IMPACT_INPUT = impactInput(IMPACT_ACTIONS)

/** What a caller says about the appointments that a change concerns. */
export type ImpactChoice = {
  readonly appointments?: ImpactAction | undefined
  /** By appointment, in the order in which they were sent. */
  readonly decisions: ReadonlyMap<number, ImpactAction>
  readonly holds: (typeof HOLD_ACTIONS)[number]
  readonly reason?: string | null | undefined
  readonly preview: boolean
  readonly version?: string | undefined
}

/** What a caller asks to change, without what is said about the appointments. */
export function askedOf(input: ImpactChoice): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !(name in IMPACT_INPUT)))
}

export const Impact = z
  .object({
    version: z.string(),
    /** Of all appointments that are concerned; the list ends at a bound. */
    total: z.int().min(0),
    kept: z.int().min(0),
    moved: z.int().min(0),
    cancelled: z.int().min(0),
    appointments: z.array(
      z.object({
        appointment: z.object({
          id: Id,
          start: Instant,
          professional: MiniReference,
          client: MiniReference,
          services: z.array(MiniReference),
        }),
        reason: z.enum(REASONS),
        action: z.enum(['kept', 'moved', 'cancelled']),
        moved_to: MiniReference.nullable(),
        /** Why it was kept although something else was asked for. */
        kept_because: z.string().nullable(),
      }),
    ),
    /** Time that callers of the API hold, and have not booked. It is not among the counts. */
    holds: z.array(
      z.object({
        hold: z.object({
          id: Id,
          start: Instant,
          professional: MiniReference,
          services: z.array(MiniReference),
          expires_at: Instant,
        }),
        held_by: z.string(),
        reason: z.enum(REASONS),
        action: z.enum(['kept', 'released']),
      }),
    ),
  })
  .meta({ id: 'Impact' })

export type ImpactRecord = z.input<typeof Impact>
