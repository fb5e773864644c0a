/** Hours of a week and of a day, in local time of the organization. */
import { z } from 'zod'

export const DAY_MINUTES = 1440
export const WEEK_MINUTES = 7 * DAY_MINUTES

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
export const DayInterval = z.object(interval).meta({ id: 'DayInterval' })
export type DayInterval = z.output<typeof DayInterval>

/** Part of the hours of a week. */
export const WeekInterval = z
  .object({
    weekday: z.int().min(0).max(6).meta({ description: '0 is Sunday.' }),
    ...interval,
  })
  .meta({ id: 'WeekInterval' })
export type WeekInterval = z.output<typeof WeekInterval>

/** Minutes after the midnight that the hours are of, `until` not included. */
export type Span = { readonly from: number; readonly until: number }

export function daySpan({ opens_minute, closes_minute }: DayInterval): Span {
  const isNextDay = closes_minute <= opens_minute
  return { from: opens_minute, until: closes_minute + (isNextDay ? DAY_MINUTES : 0) }
}

/** Minutes of the week. Saturday night goes past its end. */
export function weekSpan(one: WeekInterval): Span {
  const { from, until } = daySpan(one)
  const day = one.weekday * DAY_MINUTES
  return { from: day + from, until: day + until }
}

/** In the order of the week, so that the same hours are the same, in whatever order they were sent. */
export function inWeekOrder(intervals: readonly WeekInterval[]): WeekInterval[] {
  return intervals.toSorted(
    (one, other) => one.weekday - other.weekday || one.opens_minute - other.opens_minute,
  )
}

export function inDayOrder(intervals: readonly DayInterval[]): DayInterval[] {
  return intervals.toSorted((one, other) => one.opens_minute - other.opens_minute)
}
