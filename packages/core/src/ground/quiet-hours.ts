/** When clients get no unrequested messages, in the local time of the organization. */
import { addDays, instantOfLocalTime, localTimeOf } from '@scheduling/availability'

/** Minutes of the local day. It is quiet from the first to the second. */
export const QUIET_FROM = 21 * 60
export const QUIET_UNTIL = 8 * 60

/**
 * When it is quiet no more.
 *
 * @param at epoch milliseconds
 * @returns the instant itself outside of quiet hours, else their end
 */
export function afterQuietHours(at: number, timeZone: string): number {
  const { date, minute } = localTimeOf(at, timeZone)
  if (minute >= QUIET_UNTIL && minute < QUIET_FROM) return at
  return wallInstant(minute < QUIET_UNTIL ? date : addDays(date, 1), QUIET_UNTIL, timeZone)
}

/** Where clocks are moved forward over the minute, the whole hour after it. */
export function wallInstant(date: string, minute: number, timeZone: string): number {
  const found = instantOfLocalTime({ date, minute }, timeZone)
  if (found !== null) return found
  return instantOfLocalTime({ date, minute: minute + 60 }, timeZone) ?? Date.parse(`${date}T12:00Z`)
}
