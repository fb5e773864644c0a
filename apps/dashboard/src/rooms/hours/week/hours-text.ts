/** The hours of a day as text, `08:00–12:00, 14:00–18:00`, for users who do not paint. */
import { clockOf } from '../../../time/wall-clock.ts'

export type DayInterval = { readonly opens_minute: number; readonly closes_minute: number }

type HoursTyped =
  | { readonly intervals: readonly DayInterval[] }
  /** What is wrong, and the part of the text that it is about. */
  | { readonly fault: 'unreadable' | 'overlapping' | 'too_many'; readonly part: string }

/** What the service takes of one date; more than a week has on average. */
const MOST = 12
const DAY = 1440
const LONGEST_TEXT = 400

export function writeHours(intervals: readonly DayInterval[]): string {
  return intervals
    .map(({ opens_minute, closes_minute }) => `${clockOf(opens_minute)}–${clockOf(closes_minute)}`)
    .join(', ')
}

/**
 * Reads hours that are separated by commas or semicolons. An empty text is a closed day. `8-12` and `8h30 às 12h` are
 * read too. An end before the beginning is on the next day.
 */
export function readHours(typed: string): HoursTyped {
  const parts = typed
    .slice(0, LONGEST_TEXT)
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > MOST) return { fault: 'too_many', part: parts[MOST] ?? '' }
  const intervals: DayInterval[] = []
  for (const part of parts) {
    const interval = readInterval(part)
    if (interval === null) return { fault: 'unreadable', part }
    intervals.push(interval)
  }
  const sorted = intervals.toSorted((one, other) => one.opens_minute - other.opens_minute)
  for (const [index, one] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next !== undefined && endOf(one) > next.opens_minute) {
      return { fault: 'overlapping', part: writeHours([one, next]) }
    }
  }
  return { intervals: sorted }
}

function endOf({ opens_minute, closes_minute }: DayInterval): number {
  return closes_minute <= opens_minute ? closes_minute + DAY : closes_minute
}

function readInterval(part: string): DayInterval | null {
  const ends = part.split(/[-–—]| às | as | a | to | until /i).map((end) => readClock(end.trim()))
  const [opens, closes] = ends
  if (ends.length !== 2 || opens == null || closes == null) return null
  // The same time twice is more likely a slip than a whole day.
  if (opens === closes || opens === DAY) return null
  return { opens_minute: opens, closes_minute: closes }
}

/** Minutes after midnight; null if this is no time. */
function readClock(typed: string): number | null {
  const match = /^(\d{1,2})(?:[:h.](\d\d))?h?$/i.exec(typed)
  if (match === null) return null
  const minute = Number(match[1]) * 60 + Number(match[2] ?? 0)
  return Number(match[2] ?? 0) < 60 && minute <= DAY ? minute : null
}
