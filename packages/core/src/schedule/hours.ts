/** What the hours of a week and of a date may be. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { fault } from '../ground/fields.ts'
import {
  DayInterval,
  daySpan,
  WEEK_MINUTES,
  WeekInterval,
  weekSpan,
  type Span,
} from '../ground/local-hours.ts'

/** Its place in the input, too. */
type PlacedSpan = Span & { readonly index: number }

/** Input: the hours of a week. No two overlap, not past midnight either: Saturday night goes on into Sunday. */
export const WeekIntervals = z
  .array(WeekInterval)
  .max(LIMITS.weekIntervals)
  .superRefine((intervals, context) => {
    const spans = intervals.map((one, index) => ({ index, ...weekSpan(one) }))
    refuseOverlaps(spans, WEEK_MINUTES, context)
  })

/** Input: the hours of one date. None: closed. */
export const DayIntervals = z
  .array(DayInterval)
  .max(LIMITS.dateIntervals)
  .superRefine((intervals, context) => {
    const spans = intervals.map((one, index) => ({ index, ...daySpan(one) }))
    refuseOverlaps(spans, Infinity, context)
  })

/** @param circle where the first comes after the last again. Minutes */
function refuseOverlaps(
  spans: readonly PlacedSpan[],
  circle: number,
  context: z.RefinementCtx,
): void {
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
