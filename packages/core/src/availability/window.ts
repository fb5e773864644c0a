import { addDays, localDateOf, startOfLocalDay, type DateWindow } from '@scheduling/availability'
import { LIMITS } from '../limits.ts'
import { invalid } from '../problems.ts'

const DAY_MS = 86_400_000

type AskedDates = {
  readonly date?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * The local dates that `date`, `from` and `to` mean; today when none is given.
 *
 * @throws `400`: `mutually_exclusive` (`date` beside the others), `required` (`to` alone),
 *   `out_of_range` (backwards, or longer than 31 days).
 */
export function askedWindow({ date, from, to }: AskedDates, today: string): DateWindow {
  if (date !== undefined) {
    if (from !== undefined || to !== undefined) {
      throw invalid('date', 'mutually_exclusive', 'Send either `date`, or `from` and `to`.')
    }
    return { from: date, to: date }
  }
  if (from === undefined) {
    if (to === undefined) return { from: today, to: today }
    throw invalid('from', 'required', '`to` needs `from`.')
  }
  if (to === undefined) return { from, to: addDays(from, LIMITS.slotWindowDefaultDays - 1) }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw invalid('to', 'out_of_range', '`to` lies before `from`.')
  if (days > LIMITS.slotWindowDays) {
    throw invalid('to', 'out_of_range', `At most ${LIMITS.slotWindowDays} days, both included.`)
  }
  return { from, to }
}

/** The part of the window in which anything can be bookable; null when there is none. */
export function bookablePart(
  window: DateWindow,
  today: string,
  maxAdvanceDays: number,
): DateWindow | null {
  const last = addDays(today, maxAdvanceDays)
  const from = window.from < today ? today : window.from
  const to = window.to > last ? last : window.to
  return to < from ? null : { from, to }
}

/** Instants around every start of these dates: a day more on either side, for clocks that go back over midnight. */
export function instantsAround(
  window: DateWindow,
  timeZone: string,
): { from: number; until: number } {
  return {
    from: startOfLocalDay(window.from, timeZone) - DAY_MS,
    until: startOfLocalDay(addDays(window.to, 1), timeZone) + DAY_MS,
  }
}

export function todayOf(now: number, timeZone: string): string {
  return localDateOf(now, timeZone)
}
