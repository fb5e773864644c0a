import { addDays, startOfLocalDay } from '@scheduling/availability'
import type { z } from 'zod'
import { fault } from './fields.ts'
import type { DateOrInstantInput } from './time-fields.ts'
import { invalid } from '../contract/problems.ts'

type DateOrInstant = z.output<typeof DateOrInstantInput>

/** Epoch milliseconds, `before` not included; undefined: no bound on that side. */
export type InstantRange = {
  readonly from: number | undefined
  readonly before: number | undefined
}

/** Told beside the other faults of an input; a date and a date-time are compared where the zone is known. */
export function refuseBackwards({ from, to }: AskedRange, context: z.RefinementCtx): void {
  const first = comparable(from)
  const last = comparable(to)
  const isBackwards =
    (typeof first === 'string' && typeof last === 'string' && first > last) ||
    (typeof first === 'number' && typeof last === 'number' && first > last)
  if (isBackwards) context.addIssue({ ...fault('out_of_range', BACKWARDS), path: ['from'] })
}

/** The date or the instant; null for none, and for what was refused and so is still the caller's own value. */
function comparable(bound: unknown): string | number | null {
  if (!isBound(bound)) return null
  return 'date' in bound ? bound.date : bound.ms
}

function isBound(bound: unknown): bound is DateOrInstant {
  return typeof bound === 'object' && bound !== null && ('date' in bound || 'ms' in bound)
}

const BACKWARDS = '`from` is after `to`.'

type AskedRange = {
  readonly from?: DateOrInstant | undefined
  readonly to?: DateOrInstant | undefined
}

/**
 * What `from` and `to` of a list mean: dates are whole local days, both included; of date-times `to` is not
 * included.
 *
 * @throws `400 out_of_range` when `from` lies after `to`
 */
export function instantRange({ from, to }: AskedRange, timeZone: string): InstantRange {
  const lower =
    from === undefined ? undefined : 'ms' in from ? from.ms : startOfLocalDay(from.date, timeZone)
  const upper =
    to === undefined
      ? undefined
      : 'ms' in to
        ? to.ms
        : startOfLocalDay(addDays(to.date, 1), timeZone)
  if (lower !== undefined && upper !== undefined && to !== undefined) {
    const isBackwards = 'ms' in to ? lower > upper : lower >= upper
    if (isBackwards) throw invalid('from', 'out_of_range', BACKWARDS)
  }
  return { from: lower, before: upper }
}
