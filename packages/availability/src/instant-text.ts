import { dateOf, dayOf, twoDigits } from './civil-date.ts'
import { zoneOf, type Zone } from './zone.ts'

const MINUTE_TEXTS = Array.from(
  { length: 1440 },
  (_, minute) => `T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:`,
)
const SECOND_TEXTS = Array.from({ length: 60 }, (_, second) => twoDigits(second))

/**
 * An instant (epoch milliseconds) as `2026-11-23T09:00:00-03:00`: the wall clock of the zone
 * with the offset valid at that instant, fractions of a second cut off. `Z` only where the
 * zone is UTC itself. Offsets are written in whole minutes, as RFC 3339 wants; where history
 * had seconds in them (São Paulo before 1914: -03:06:28) the nearest minute is written and the
 * clock is the one of the written offset, so that the text always names the exact instant.
 * Throws RangeError for an unknown zone or a number that is no instant.
 */
export function formatInstant(instant: number, timeZone: string): string {
  return writeInstant(instant, zoneOf(timeZone))
}

export function writeInstant(instant: number, zone: Zone): string {
  const stretch = zone.stretchAt(instant)
  const second = Math.floor((instant + stretch.writtenOffset) / 1000)
  const day = Math.floor(second / 86_400)
  const secondOfDay = second - day * 86_400
  const minute = Math.floor(secondOfDay / 60)
  return (
    dateOf(day) +
    MINUTE_TEXTS[minute] +
    SECOND_TEXTS[secondOfDay - minute * 60] +
    stretch.offsetText
  )
}

/** The local date, `YYYY-MM-DD`, of an instant in epoch milliseconds. */
export function localDateOf(instant: number, timeZone: string): string {
  return dateOf(zoneOf(timeZone).localDay(instant))
}

/** The first instant (epoch milliseconds) of a local date; of the next one where it was skipped. */
export function startOfLocalDay(date: string, timeZone: string): number {
  return zoneOf(timeZone).startOfDay(dayOf(date))
}
