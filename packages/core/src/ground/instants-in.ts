import { formatInstant } from '@scheduling/availability'

/** Writes instants of rows as records show them, in one time zone. What has not happened stays null. */
export function instantsIn(timeZone: string) {
  function instant(date: Date): string
  function instant(date: Date | null): string | null
  function instant(date: Date | null): string | null {
    return date === null ? null : formatInstant(date.getTime(), timeZone)
  }
  return instant
}
