/**
 * The clock of a date. Everything in an agenda stands at a minute of its date, and a dial tells which instant that is.
 *
 * A day has as many minutes as it lasts: 1380 or 1500 where the clock changes. The days of a week stand beside each other
 * at the times of the clock, so each has 1440: an hour that is skipped is closed, and what lies in an hour that comes twice
 * stands side by side.
 */
import {
  addDays,
  formatInstant,
  instantOfLocalTime,
  localTimeOf,
  startOfLocalDay,
} from '@scheduling/availability'
import { clockOf } from '../../time/wall-clock.ts'
import type { View } from './days.ts'
import type { Span } from './hours.ts'

const MINUTE_MS = 60_000
const DAY = 1440

export type Dial = {
  /** In minutes. */
  readonly length: number
  /** What the clock skips; null: nothing. */
  readonly skipped: Span | null
  /** Of an instant within the date, its end included. */
  minuteOf(instantMs: number): number
  /** Null where the clock skips this minute. */
  instantAt(minute: number): string | null
  /** `09:30`; `24:00` for the end of the date. */
  clockAt(minute: number): string
  /** Of a time of the clock, in minutes after midnight. Of two, the first; of one that is skipped, the next. */
  ofClock(minute: number): number
}

const made = new Map<string, Dial>()
/** Of some weeks in two views. */
const MOST_KEPT = 200

/** The same for the same date: what is drawn by it stays as it is. */
export function dialOf(view: View, date: string, zone: string): Dial {
  const key = `${view} ${date} ${zone}`
  const known = made.get(key)
  if (known !== undefined) return known
  if (made.size >= MOST_KEPT) made.clear()
  const dial = (view === 'week' ? wallDial : trueDial)(date, zone)
  made.set(key, dial)
  return dial
}

function trueDial(date: string, zone: string): Dial {
  const start = startOfLocalDay(date, zone)
  const length = (startOfLocalDay(addDays(date, 1), zone) - start) / MINUTE_MS
  const ofClock = (minute: number): number => {
    for (let later = minute; later < DAY; later += 1) {
      const instant = instantOfLocalTime({ date, minute: later }, zone)
      if (instant !== null) return (instant - start) / MINUTE_MS
    }
    return length
  }
  return {
    length,
    skipped: null,
    minuteOf: (instant) => Math.min(length, Math.max(0, Math.floor((instant - start) / MINUTE_MS))),
    instantAt: (minute) => formatInstant(start + minute * MINUTE_MS, zone),
    clockAt: (minute) =>
      minute >= length ? '24:00' : clockOf(localTimeOf(start + minute * MINUTE_MS, zone).minute),
    ofClock: length === DAY ? (minute) => minute : ofClock,
  }
}

function wallDial(date: string, zone: string): Dial {
  const end = startOfLocalDay(addDays(date, 1), zone)
  return {
    length: DAY,
    skipped: (end - startOfLocalDay(date, zone)) / MINUTE_MS < DAY ? skippedOf(date, zone) : null,
    minuteOf: (instant) => (instant >= end ? DAY : localTimeOf(instant, zone).minute),
    instantAt(minute) {
      const instant = instantOfLocalTime({ date, minute }, zone)
      return instant === null ? null : formatInstant(instant, zone)
    },
    clockAt: clockOf,
    ofClock: (minute) => minute,
  }
}

function skippedOf(date: string, zone: string): Span | null {
  const missing = Array.from({ length: DAY }, (_, minute) => minute).filter(
    (minute) => instantOfLocalTime({ date, minute }, zone) === null,
  )
  const [from] = missing
  return from === undefined ? null : { from, to: from + missing.length }
}
