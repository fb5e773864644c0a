/** The hours in which a queue takes entries. */
import { localTimeOf } from '@scheduling/availability'
import { z } from 'zod'
import { DAY_MINUTES, WEEK_MINUTES, WeekInterval, weekSpan } from '../ground/local-hours.ts'

/** Reads the column. */
export function deskHoursOf(column: unknown): WeekInterval[] {
  return z.array(WeekInterval).parse(column)
}

/** A queue without hours is always within them. @param now epoch milliseconds */
export function isWithinHours(
  hours: readonly WeekInterval[],
  now: number,
  timeZone: string,
): boolean {
  if (hours.length === 0) return true
  const { date, minute } = localTimeOf(now, timeZone)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const at = weekday * DAY_MINUTES + minute
  return hours.some((one) => {
    const { from, until } = weekSpan(one)
    // Saturday night goes on into the Sunday of the next week.
    return (at >= from && at < until) || at + WEEK_MINUTES < until
  })
}
