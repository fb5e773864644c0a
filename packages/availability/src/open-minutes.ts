import { dayOf, MINUTE_MS } from './civil-date.ts'
import type { Interval } from './interval.ts'
import { dayTable, openPieces } from './opening-hours.ts'
import type { Schedule } from './schedule.ts'
import type { DateWindow } from './slots.ts'
import { zoneOf } from './zone.ts'

/**
 * How many minutes a professional works on these dates: the hours, less what is blocked. The hours of a date count whole, also
 * where they go on past midnight. Appointments do not shorten them.
 *
 * @param schedule at least the exceptions from the first date to the day after the last
 */
export function openMinutes(
  schedule: Schedule,
  { timeZone, holidays }: { readonly timeZone: string; readonly holidays: ReadonlySet<string> },
  { from, to }: DateWindow,
): number {
  const table = dayTable(zoneOf(timeZone), holidays, dayOf(from), dayOf(to))
  const blocked = apart(schedule.busy.filter(({ kind }) => kind === 'blocked'))
  let ms = 0
  let first = 0
  // Two dates can share open time: nothing of it counts twice.
  for (const piece of apart(openPieces(table, schedule))) {
    ms += piece.end - piece.start
    while ((blocked[first]?.end ?? Infinity) <= piece.start) first += 1
    for (let at = first; (blocked[at]?.start ?? Infinity) < piece.end; at += 1) {
      const { start, end } = blocked[at] as Interval
      ms -= Math.min(end, piece.end) - Math.max(start, piece.start)
    }
  }
  return Math.round(ms / MINUTE_MS)
}

/** By start, those that touch as one. */
function apart(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
