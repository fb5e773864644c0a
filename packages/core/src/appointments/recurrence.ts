/** The dates of a series, as the library lays them out once every number of the rule is bounded. */
import { instantOfLocalTime, localTimeOf, type LocalTime } from '@scheduling/availability'
import { RRuleTemporal } from 'rrule-temporal'
import { LIMITS } from '../contract/limits.ts'
import { invalid, type FieldCode, type Problem } from '../contract/problems.ts'
import { type RecurrenceRule, LASTS_TOO_LONG, LONGEST_DAYS } from './recurrence-rule.ts'

const MINUTE_MS = 60_000

const DAY_MS = 86_400_000

/** One date of a series. */
export type Occurrence = {
  /** The wall clock of the organization, `YYYY-MM-DDTHH:MM`. */
  readonly local: string
  /** Epoch milliseconds. Null: the clock skips this time. */
  readonly start: number | null
}

/** Starts are at most this far from now, so that every year that is written has four digits. */
const FARTHEST_MS = 36_500 * DAY_MS

/**
 * The occurrences of a series, in order: the start, and each later date of the rule at the same time of the clock.
 * A date whose clock skips that time is one of them.
 *
 * @param start epoch milliseconds; it must be one of the dates
 * @param now epoch milliseconds
 * @throws `400` on `start` or `recurrence`
 */
export function occurrencesOf(
  rule: RecurrenceRule,
  start: number,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Occurrence[] {
  if (Math.abs(start - now) > FARTHEST_MS) {
    throw invalid('start', 'out_of_range', 'This start is more than 100 years away.')
  }
  const first = wallOf(start, timeZone)
  const found: Occurrence[] = []
  for (const wall of wallsOf(rule, first, lastWall(rule, first, timeZone))) {
    const at = wall === first ? start : instantOfLocalTime(clockAt(wall), timeZone)
    if (isAfterEnd(rule, at)) break
    found.push({ local: localText(wall), start: at })
  }
  requireStart(found, localText(first))
  if (found.length > LIMITS.seriesOccurrences) {
    throw refused(
      'too_many',
      `The rule has more than ${LIMITS.seriesOccurrences} dates. Choose an earlier \`UNTIL\`.`,
    )
  }
  if ('count' in rule.end && found.length < rule.end.count) {
    throw refused('out_of_range', LASTS_TOO_LONG)
  }
  return found
}

/** The last wall-clock time that is looked at. An instant has a day to spare, and is compared with instants. */
function lastWall({ end }: RecurrenceRule, first: number, timeZone: string): number {
  const last = first + LONGEST_DAYS * DAY_MS
  if ('count' in end) return last
  const { kind, ms } = end.until
  if (ms < first - (kind === 'instant' ? DAY_MS : 0)) {
    throw refused('out_of_range', '`UNTIL` is before the start.')
  }
  if (ms > last) throw refused('out_of_range', LASTS_TOO_LONG)
  return kind === 'instant' ? wallOf(ms, timeZone) + DAY_MS : ms
}

function isAfterEnd({ end }: RecurrenceRule, at: number | null): boolean {
  return 'until' in end && end.until.kind === 'instant' && at !== null && at > end.until.ms
}

/**
 * The dates as the library lays them out, in UTC: wall-clock times know no summer time. Whether the clock of the
 * organization shows them is asked afterwards.
 */
function wallsOf(rule: RecurrenceRule, first: number, last: number): number[] {
  const { frequency, interval, byDay, byMonthDay, end } = rule
  const most = 'count' in end ? end.count : LIMITS.seriesOccurrences + 1
  const parts = [
    `FREQ=${frequency}`,
    `INTERVAL=${interval}`,
    `UNTIL=${utcText(last)}`,
    ...(byDay.length === 0 ? [] : [`BYDAY=${byDay.join(',')}`]),
    ...(byMonthDay.length === 0 ? [] : [`BYMONTHDAY=${byMonthDay.join(',')}`]),
  ]
  const walls: number[] = []
  const rruleString = `DTSTART:${utcText(first)}\nRRULE:${parts.join(';')}`
  new RRuleTemporal({ rruleString, cache: false }).all((date) => {
    walls.push(date.epochMilliseconds)
    return walls.length < most
  })
  return walls.slice(0, most)
}

function requireStart([first]: readonly Occurrence[], start: string): void {
  if (first === undefined) {
    throw refused(
      'invalid_value',
      `The rule has no date from the start on, within ${LIMITS.seriesYears} years.`,
    )
  }
  if (first.local === start) return
  throw invalid(
    'start',
    'invalid_value',
    `The start must be one of the dates of the rule. The first one is ${first.local}.`,
  )
}

function refused(code: FieldCode, message: string): Problem {
  return invalid('recurrence', code, message)
}

/** The clock at an instant, in milliseconds as if it were UTC. */
function wallOf(instant: number, timeZone: string): number {
  const { date, minute } = localTimeOf(instant, timeZone)
  return Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS
}

function clockAt(wall: number): LocalTime {
  return {
    date: localText(wall).slice(0, 10),
    minute: Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS),
  }
}

/** `YYYY-MM-DDTHH:MM` */
function localText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16)
}

/** `YYYYMMDDTHHMMSSZ` */
function utcText(wall: number): string {
  return `${new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}
