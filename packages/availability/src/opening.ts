import { DAY_MS } from './civil-date.ts'
import type { Interval } from './interval.ts'
import { dayTable, openPieces } from './opening-hours.ts'
import type { Schedule } from './schedule.ts'
import { zoneOf } from './zone.ts'

/** Whether a place is open at an instant, because someone works there. */
export type Opening = {
  readonly isOpen: boolean
  /** When it closes, or opens: epoch milliseconds. Null: it stays open for a day and more. */
  readonly changesAt: number | null
}

/** From today on: no weekday comes twice, so that its name says which day is meant. */
const DAYS_AHEAD = 6

type Place = {
  readonly timeZone: string
  readonly holidays: ReadonlySet<string>
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * The hours of all who work there count together, less the time that is blocked for each. Appointments do not close a place.
 *
 * @param schedules at least the exceptions from the day before yesterday to a week from now
 * @returns null where it is closed for a week
 */
export function openingOf(
  schedules: Iterable<Schedule>,
  { timeZone, holidays, now }: Place,
): Opening | null {
  const zone = zoneOf(timeZone)
  const today = zone.localDay(now)
  // The hours of yesterday can go on past midnight.
  const table = dayTable(zone, holidays, today - 1, today + DAYS_AHEAD)
  const open = [...schedules].flatMap((schedule) =>
    schedule.busy
      .filter(({ kind }) => kind === 'blocked')
      .reduce<Interval[]>(without, openPieces(table, schedule)),
  )
  const ahead = open
    .filter(({ end }) => end > now)
    .toSorted((one, other) => one.start - other.start)
  const [first] = ahead
  if (first === undefined) return null
  if (first.start > now) return { isOpen: false, changesAt: first.start }
  const closes = ahead.reduce(
    (until, { start, end }) => (start <= until ? Math.max(until, end) : until),
    first.end,
  )
  return { isOpen: true, changesAt: closes - now < DAY_MS ? closes : null }
}

function without(pieces: readonly Interval[], taken: Interval): Interval[] {
  return pieces.flatMap(({ start, end }) =>
    [
      { start, end: Math.min(end, taken.start) },
      { start: Math.max(start, taken.end), end },
    ].filter((rest) => rest.start < rest.end),
  )
}
