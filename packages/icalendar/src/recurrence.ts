/** The dates of recurrence rules, in a window and with an end to the work. */
import { RRuleTemporal } from 'rrule-temporal'
import { CalendarFault } from './components.ts'

const DAY_MS = 86_400_000

/** No real calendar has longer rules. */
const RULE = /^[A-Z0-9=;,:+-]{1,500}$/
/** Periods that a rule is followed through, from its start or from the window. */
const MOST_PERIODS = 10_000
/** Times of one day that the lists of a rule can make. */
const MOST_TIMES_OF_A_DAY = 48
/** COUNT of a rule with several times of a day. */
const MOST_COUNTED_TIMES = 1000
/** From the start of a rule with COUNT to the window: a century. */
const LONGEST_COUNT_MS = 36_525 * DAY_MS

/** Rules of one entry, or of one part of a zone. There should be one (RFC 5545). */
const MOST_RULES = 5
/** Of the lines with dates of the same: thousands of dates that are left out. */
const DATES_CHARACTERS = 64 * 1024

/** @throws CalendarFault where there are too many lines to be laid out */
export function boundLines(rules: readonly string[], dates: readonly string[]): void {
  if (rules.length > MOST_RULES) {
    throw new CalendarFault(
      'too_complex',
      `An entry of the calendar has more than ${MOST_RULES} rules.`,
    )
  }
  if (dates.reduce((sum, line) => sum + line.length, 0) > DATES_CHARACTERS) {
    throw new CalendarFault('too_complex', 'An entry of the calendar has too many dates.')
  }
}

/** A rule that cannot be read. */
export class RuleFault extends Error {}

type Until =
  /** On the clock of the event, as if it were UTC. */
  { readonly kind: 'wall' | 'instant'; readonly ms: number }

export type Rule = {
  readonly parts: string
  readonly until: Until | null
  /** It has a COUNT. */
  readonly isCounted: boolean
}

/** @throws RuleFault */
export function readRule(text: string): Rule {
  const rule = text.trim().toUpperCase()
  if (!RULE.test(rule)) throw new RuleFault()
  const parts = rule.split(';').filter((part) => part !== '')
  const named = new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=')
      return [name, value] as const
    }),
  )
  // Which of two counts would be for the library to say.
  if (named.size !== parts.length) throw new RuleFault()
  // Other calendars than the Gregorian one.
  if (named.has('RSCALE')) throw new RuleFault()
  const times = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map(
    (name) => named.get(name)?.split(',').length ?? 1,
  )
  const timesOfADay = times.reduce((product, count) => product * count, 1)
  if (timesOfADay > MOST_TIMES_OF_A_DAY) throw tooMany()
  // What is counted is laid out from its start, a whole year at a time.
  const count = named.get('COUNT')
  const isLong = named.has('BYSETPOS') || !(Number(count) <= MOST_COUNTED_TIMES)
  if (timesOfADay > 1 && count !== undefined && isLong) throw tooMany()
  const until = named.get('UNTIL')
  return {
    parts: parts.filter((part) => !part.startsWith('UNTIL=')).join(';'),
    until: until === undefined ? null : untilOf(until),
    isCounted: count !== undefined,
  }
}

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

/** A date lasts until its end. */
function untilOf(text: string): Until {
  const [, year, month, day, hour, minute, second, zulu] = UNTIL.exec(text) ?? []
  const clock = hour === undefined ? '23:59:59' : `${hour}:${minute}:${second}`
  const ms = Date.parse(`${year}-${month}-${day}T${clock}Z`)
  if (Number.isNaN(ms)) throw new RuleFault()
  return { kind: zulu === 'Z' ? 'instant' : 'wall', ms }
}

/**
 * The wall-clock times, as if they were UTC, at which a rule repeats within a window.
 *
 * @param first the wall-clock time of its start
 * @param instantOf of such a time: a rule can end at an instant
 * @throws RuleFault, CalendarFault
 */
export function wallsOf(
  { parts, until, isCounted }: Rule,
  first: number,
  window: { readonly from: number; readonly until: number },
  instantOf: (wall: number) => number,
): number[] {
  // No clock is farther from UTC than a day.
  const spare = until?.kind === 'instant' ? DAY_MS : 0
  const last = until === null ? window.until : Math.min(window.until, until.ms + spare)
  const isOver = (wall: number) => until?.kind === 'instant' && instantOf(wall) > until.ms
  if (last < window.from || last < first) return []
  if (isCounted && first < window.from - LONGEST_COUNT_MS) throw tooMany()
  try {
    const rule = new RRuleTemporal({
      rruleString: `DTSTART:${utcText(first)}\nRRULE:${parts}`,
      maxIterations: MOST_PERIODS,
      cache: false,
    })
    return rule
      .between(new Date(window.from), new Date(last), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
      .filter((wall) => !isOver(wall))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) throw tooMany()
    throw new RuleFault()
  }
}

export function tooMany(): CalendarFault {
  return new CalendarFault(
    'too_many_occurrences',
    'An entry of the calendar repeats too often, or from too long ago.',
  )
}

function utcText(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
