/** What calls about a series answer. */
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { Problem, PROBLEM_CODES, type ProblemCode } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { AppointmentBase, toAppointment, type AppointmentRow } from './appointment.ts'
import type { Occurrence } from './recurrence.ts'

const Refusal = {
  code: z.enum(PROBLEM_CODES).meta({ description: 'The code that a single call would answer.' }),
  reason: z.string(),
}

/** A date of a series on which nothing was booked. */
export const RefusedOccurrence = z.object({
  local_start: z.string().meta({
    description: 'The time of the clock, `YYYY-MM-DDTHH:MM`.',
    example: '2026-11-23T09:00',
  }),
  start: Instant.nullable().meta({ description: 'Null if the clock skips this time.' }),
  ...Refusal,
})

export const Series = z.object({
  object: z.literal('series'),
  recurrence_id: z.string(),
  appointments: z.array(AppointmentBase).meta({ description: 'In the order of their start.' }),
  refused: z.array(RefusedOccurrence),
})

/** An appointment of a series that stays as it was. */
export const KeptAppointment = z.object({ appointment_id: Id, start: Instant, ...Refusal })

export const SeriesChange = z.object({
  object: z.literal('series_change'),
  recurrence_id: z.string(),
  appointments: z.array(AppointmentBase).meta({
    description: 'Those that are now as asked, in the order of their start.',
  }),
  kept: z.array(KeptAppointment),
})

/**
 * Nothing of a series could be done: one refusal, with what is wrong with each date in `errors`.
 *
 * @param told.field of the input that each entry names
 */
export function nothingDone(
  code: ProblemCode,
  detail: string,
  told: {
    readonly field: string
    readonly refusals: readonly { readonly when: string; readonly reason: string }[]
  },
): Problem {
  return new Problem(code, detail, {
    errors: told.refusals.map(({ when, reason }) => ({
      field: told.field,
      code: 'invalid_value',
      message: `${when}: ${reason}`,
    })),
  })
}

/** `409 slot_unavailable` for a time that does not exist on its date. */
export function skippedTime(): Problem {
  return new Problem(
    'slot_unavailable',
    'The clock skips this time on this date, because it goes forward.',
  )
}

/** A date of a series that was not booked, and why. */
export type RefusedDate = Occurrence & { readonly refusal: Problem }

export function toSeries(
  booked: {
    readonly recurrenceId: string
    readonly rows: readonly AppointmentRow[]
    readonly refused: readonly RefusedDate[]
  },
  timeZone: string,
): z.input<typeof Series> {
  return {
    object: 'series',
    recurrence_id: booked.recurrenceId,
    appointments: booked.rows.map((row) => toAppointment(row, timeZone)),
    refused: booked.refused.map(({ local, start, refusal }) => ({
      local_start: local,
      start: start === null ? null : formatInstant(start, timeZone),
      code: refusal.code,
      reason: refusal.message,
    })),
  }
}
