/**
 * The days in the examples. A fixed day would soon be in the past, and "tomorrow" would change the document every
 * day. These days depend on the week, so the document changes on Mondays only.
 */
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A Monday. */
const FIRST_MONDAY = Date.parse('1970-01-05T00:00:00Z')
/** The offset of the demo clinic. Brazil has had no daylight saving time since 2019. */
const OFFSET = '-03:00'

export type ExampleDays = {
  /** Noon on the Monday of this week, in epoch milliseconds. */
  readonly now: number
  /** A Wednesday in 17 to 23 days. The demo clinic works then, and its calendar is empty. */
  readonly day: string
  readonly dayAfter: string
  /** A Monday two to three weeks ago. */
  readonly before: string
  at(day: string, time: string): string
}

/** @param now epoch milliseconds */
export function exampleDays(now: number): ExampleDays {
  const monday = mondayOf(now)
  const day = date(monday + 23 * DAY_MS)
  // Christmas is the demo clinic's only holiday.
  const isHoliday = day.endsWith('-12-25')
  return {
    now: monday + DAY_MS / 2,
    day: isHoliday ? date(monday + 22 * DAY_MS) : day,
    dayAfter: date(monday + (day.endsWith('-12-24') ? 25 : 24) * DAY_MS),
    before: date(monday - 2 * WEEK_MS),
    at: (on, time) => `${on}T${time}:00${OFFSET}`,
  }
}

/** The Monday of the week in the demo clinic, as epoch milliseconds of its midnight in UTC. */
export function mondayOf(now: number): number {
  const local = now - 3 * 3_600_000
  return FIRST_MONDAY + Math.floor((local - FIRST_MONDAY) / WEEK_MS) * WEEK_MS
}

function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
