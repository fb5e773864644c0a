/** Dates of an agenda. Each is a text `YYYY-MM-DD`, which is in no zone. */
import { addDays } from '@scheduling/availability'

/** A day of several professionals, or a week of one. */
export type View = 'day' | 'week'

/** 0 = Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay()
}

/** The week of a date, from Monday to Sunday. */
export function weekOf(date: string): readonly string[] {
  const monday = addDays(date, -((weekdayOf(date) + 6) % 7))
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
}

export function daysOf(view: View, date: string): readonly string[] {
  return view === 'day' ? [date] : weekOf(date)
}

/** The date that the next or previous button shows. @param steps 1 or -1 */
export function turned(view: View, date: string, steps: number): string {
  return addDays(date, steps * (view === 'day' ? 1 : 7))
}

/** Professionals who have columns side by side; more than these have rows of a timeline. */
export const SIDE_BY_SIDE = 8
