/** When a client is reminded of an appointment. */
import { addDays, localTimeOf } from '@scheduling/availability'
import { afterQuietHours, QUIET_FROM, QUIET_UNTIL, wallInstant } from '../ground/quiet-hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

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
  return { base, at: wallInstant(evening, LAST_MINUTE, timeZone) }
}

/**
 * When a reminder that is sent now, or later than planned, may go.
 *
 * @returns the instant itself outside of quiet hours, else their end; null: that is too close to the start
 */
export function outsideQuietHours(at: number, start: number, timeZone: string): number | null {
  const morning = afterQuietHours(at, timeZone)
  return morning === at || morning <= start - LEAST_MS ? morning : null
}

/** The next last minute before quiet hours, after an instant. */
export function nextEvening(after: number, timeZone: string): number {
  const { date } = localTimeOf(after, timeZone)
  const today = wallInstant(date, LAST_MINUTE, timeZone)
  return today > after ? today : wallInstant(addDays(date, 1), LAST_MINUTE, timeZone)
}

/**
 * When reminders are looked at next.
 *
 * @param base the next moment of a reminder by the setting alone: it may have to come on the evening before
 */
export function nextReminderLook(now: number, base: number, timeZone: string): number {
  return Math.min(base, nextEvening(now, timeZone))
}
