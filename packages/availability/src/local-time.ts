import { DAY_MS, dateOf, dayOf, MINUTE_MS } from './civil-date.ts'
import { zoneOf } from './zone.ts'

/** A wall-clock time in whole minutes: `date` as `YYYY-MM-DD`, `minute` after local midnight, 0..1439. */
export type LocalTime = { readonly date: string; readonly minute: number }

/** The wall clock of a zone at an instant in epoch milliseconds. */
export function localTimeOf(instant: number, timeZone: string): LocalTime {
  const wall = instant + zoneOf(timeZone).offsetAt(instant)
  const day = Math.floor(wall / DAY_MS)
  return { date: dateOf(day), minute: Math.floor((wall - day * DAY_MS) / MINUTE_MS) }
}

/**
 * The instant (epoch milliseconds) at which the clock of a zone shows this time; the first of two. Null where the
 * clock skips it, because it goes forward.
 */
export function instantOfLocalTime({ date, minute }: LocalTime, timeZone: string): number | null {
  const zone = zoneOf(timeZone)
  const wall = dayOf(date) * DAY_MS + minute * MINUTE_MS
  const instant = zone.instantOf(wall)
  return instant + zone.offsetAt(instant) === wall ? instant : null
}
