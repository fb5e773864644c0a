/**
 * Instants of the service and wall-clock texts of widgets, in the organization's zone. This is the one place in which
 * they are turned into each other.
 *
 * A wall-clock text is `YYYY-MM-DD HH:mm:ss`, as the components of calendars take it. An instant is an ISO 8601 text
 * with an offset, as the service sends and takes it.
 */
import {
  formatInstant,
  instantOfLocalTime,
  localDateOf,
  localTimeOf,
} from '@scheduling/availability'
import { now } from './clock.ts'

/** `2026-11-23 09:30:00` in the zone. */
export function wallClockOf(instant: string, timeZone: string): string {
  const { date, minute } = localTimeOf(Date.parse(instant), timeZone)
  return `${date} ${clockOf(minute)}:00`
}

/** `09:30`; `24:00` for the end of a day. */
export function clockOf(minute: number): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** Minutes after midnight of a text that ends with `HH:mm` or `HH:mm:ss`. */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = (clock.split(' ').at(-1) ?? '').split(':').map(Number)
  return hours * 60 + minutes
}

/** Null where the clock skips this time, because it goes forward. */
export function instantAt(wallClock: string, timeZone: string): string | null {
  const [date = ''] = wallClock.split(' ')
  const instant = instantOfLocalTime({ date, minute: minuteOf(wallClock) }, timeZone)
  return instant === null ? null : formatInstant(instant, timeZone)
}

/** The date, `YYYY-MM-DD`, of an instant in the zone. */
export function dateIn(instant: string, timeZone: string): string {
  return localDateOf(Date.parse(instant), timeZone)
}

/** Today's date in the zone. */
export function today(timeZone: string): string {
  return localDateOf(now(), timeZone)
}
