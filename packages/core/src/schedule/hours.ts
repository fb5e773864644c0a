/** Hours of a week and of a date, in local time of the organization. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { fault } from '../ground/fields.ts'

const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES

const interval = {
  opens_minute: z
    .int()
    .min(0)
    .max(DAY_MINUTES - 1)
    .meta({ description: 'Minutes after local midnight.' }),
  closes_minute: z.int().min(0).max(DAY_MINUTES).meta({
    description: 'The end, not included. A value at or before `opens_minute` is on the next day.',
  }),
}

/** Part of the hours of a date. */
export const DayInterval = z.object(interval)
export type DayInterval = z.output<typeof DayInterval>

/** Part of the hours of a week. */
export const WeekInterval = z.object({
  weekday: z.int().min(0).max(6).meta({ description: '0 is Sunday.' }),
  ...interval,
})
export type WeekInterval = z.output<typeof WeekInterval>

type Span = { readonly index: number; readonly from: number; readonly until: number }

/** Input: the hours of a week. No two overlap, not past midnight either: Saturday night goes on into Sunday. */
export const WeekIntervals = z
  .array(WeekInterval)
  .max(LIMITS.weekIntervals)
  .superRefine((intervals, context) => {
    const spans = intervals.map((one, index) => spanOf(one, index, one.weekday * DAY_MINUTES))
    refuseOverlaps(spans, WEEK_MINUTES, context)
  })

/** Input: the hours of one date. None: closed. */
export const DayIntervals = z
  .array(DayInterval)
  .max(LIMITS.dateIntervals)
  .superRefine((intervals, context) => {
    const spans = intervals.map((one, index) => spanOf(one, index, 0))
    refuseOverlaps(spans, Infinity, context)
  })

function spanOf({ opens_minute, closes_minute }: DayInterval, index: number, from: number): Span {
  const closes = closes_minute <= opens_minute ? closes_minute + DAY_MINUTES : closes_minute
  return { index, from: from + opens_minute, until: from + closes }
}

/** @param circle where the first comes after the last again. Minutes */
function refuseOverlaps(spans: readonly Span[], circle: number, context: z.RefinementCtx): void {
  const sorted = spans.toSorted((one, other) => one.from - other.from || one.index - other.index)
  const [first] = sorted
  sorted.forEach((one, place) => {
    const following = sorted[place + 1]
    // Of a single one the end cannot reach its own start: it is a day long at the most.
    const next = following ?? first
    if (next === undefined || next === one) return
    const start = following === undefined ? next.from + circle : next.from
    if (one.until <= start) return
    const isSame = one.from === next.from && one.until === next.until
    const [earlier, later] = [one.index, next.index].toSorted((a, b) => a - b)
    context.addIssue({
      ...(isSame
        ? fault('duplicate_item', 'This interval is in the list twice.')
        : fault('invalid_value', `This interval overlaps \`intervals[${earlier}]\`.`)),
      path: [later ?? 0],
    })
  })
}

/** In the order of the week. */
export function inWeekOrder(intervals: readonly WeekInterval[]): WeekInterval[] {
  return intervals.toSorted(
    (one, other) => one.weekday - other.weekday || one.opens_minute - other.opens_minute,
  )
}

export function inDayOrder(intervals: readonly DayInterval[]): DayInterval[] {
  return intervals.toSorted((one, other) => one.opens_minute - other.opens_minute)
}
