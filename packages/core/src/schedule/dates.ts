/** Dates and times of the schedule: how far from today they can be, and the time that they cover. */
import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'

type Reading = Pick<Context, 'organization' | 'now'>

/** @throws `400 out_of_range` */
export function requireNearDate({ organization, now }: Reading, field: string, date: string): void {
  const today = localDateOf(now(), organization.timeZone)
  const [first, last] = [-LIMITS.scheduleReachDays, LIMITS.scheduleReachDays].map((days) =>
    addDays(today, days),
  )
  if (first === undefined || last === undefined || (date >= first && date <= last)) return
  throw invalid(
    field,
    'out_of_range',
    `This date is too far away. Expected a date from ${first} to ${last}.`,
  )
}

/**
 * The time in which the hours of a date can lie: they can go on until the end of the next date, and cut short those of
 * the date before. Epoch milliseconds.
 */
export function hoursOf(date: string, timeZone: string): { from: number; until: number } {
  return {
    from: startOfLocalDay(date, timeZone),
    until: startOfLocalDay(addDays(date, 2), timeZone),
  }
}
