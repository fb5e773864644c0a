/** How long a time is blocked, in words: whole days by their dates, hours with their dates where they differ. */
import { addDays } from '@scheduling/availability'
import type { Written } from '../../../time/written.ts'
import { dateIn } from '../../../time/wall-clock.ts'

type Blocked = { readonly start: string; readonly end: string; readonly all_day: boolean }

/** The dates of whole days, both included. */
export function datesOf(blocked: Blocked, timeZone: string): { first: string; last: string } {
  const first = dateIn(blocked.start, timeZone)
  return { first, last: addDays(dateIn(blocked.end, timeZone), -1) }
}

/** @param blocked as the service tells it: instants, and the end is not included */
export function writeWhen(blocked: Blocked, written: Written, timeZone: string): string {
  const first = dateIn(blocked.start, timeZone)
  if (blocked.all_day) {
    const { last } = datesOf(blocked, timeZone)
    return first >= last
      ? written.dayOf(first)
      : `${written.dayOf(first, 'date')} – ${written.dayOf(last, 'date')}`
  }
  const start = `${written.shortDay(blocked.start)}, ${written.time(blocked.start)}`
  return dateIn(blocked.end, timeZone) === first
    ? `${start}–${written.time(blocked.end)}`
    : `${start} – ${written.shortDay(blocked.end)}, ${written.time(blocked.end)}`
}
