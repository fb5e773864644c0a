/** When a client is reminded of an appointment. */
import { addDays, instantOfLocalTime, localTimeOf } from '@scheduling/availability'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Minutes of the local day. Nobody is reminded from the first to the second. */
const QUIET_FROM = 21 * 60
const QUIET_UNTIL = 8 * 60
/** The last minute before it is quiet. */
const LAST_MINUTE = QUIET_FROM - 1
/** In the morning a reminder must leave so much time until the start. */
const LEAST_MS = HOUR_MS

export type ReminderDue = {
  /** The moment by the setting alone. */
  readonly base: number
  /** The moment at which it is sent: in quiet hours it is another one. */
  readonly at: number
}

/**
 * One that would come in quiet hours comes when they end; where that is too close to the start, it comes on the evening
 * before, in the last minute before they begin.
 *
 * @param start epoch milliseconds, as all instants
 */
export function reminderDue(start: number, hoursBefore: number, timeZone: string): ReminderDue {
  const base = start - hoursBefore * HOUR_MS
  const at = outsideQuietHours(base, start, timeZone)
  if (at !== null) return { base, at }
  const { date, minute } = localTimeOf(base, timeZone)
  const evening = minute < QUIET_UNTIL ? addDays(date, -1) : date
  return { base, at: instant(evening, LAST_MINUTE, timeZone) }
}

/**
 * When a reminder that is sent now, or later than planned, may go.
 *
 * @returns the instant itself outside of quiet hours, else their end; null: that is too close to the start
 */
export function outsideQuietHours(at: number, start: number, timeZone: string): number | null {
  const { date, minute } = localTimeOf(at, timeZone)
  if (minute >= QUIET_UNTIL && minute < QUIET_FROM) return at
  const morning = instant(minute < QUIET_UNTIL ? date : addDays(date, 1), QUIET_UNTIL, timeZone)
  return morning <= start - LEAST_MS ? morning : null
}

/** The next last minute before quiet hours, after an instant. */
export function nextEvening(after: number, timeZone: string): number {
  const { date } = localTimeOf(after, timeZone)
  const today = instant(date, LAST_MINUTE, timeZone)
  return today > after ? today : instant(addDays(date, 1), LAST_MINUTE, timeZone)
}

/**
 * When reminders are looked at next.
 *
 * @param base the next moment of a reminder by the setting alone: it may have to come on the evening before
 */
export function nextReminderLook(now: number, base: number, timeZone: string): number {
  return Math.min(base, nextEvening(now, timeZone))
}

/** Where clocks are moved forward over the minute, the whole hour after it. */
function instant(date: string, minute: number, timeZone: string): number {
  const found = instantOfLocalTime({ date, minute }, timeZone)
  if (found !== null) return found
  return instantOfLocalTime({ date, minute: minute + 60 }, timeZone) ?? Date.parse(`${date}T12:00Z`)
}
