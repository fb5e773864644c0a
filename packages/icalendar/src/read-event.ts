/** The times of an entry, as its calendar program wrote them. */
import ICAL from 'ical.js'
import { UTC, type Clock } from './clocks.ts'
import { CalendarFault, isProperty, valueOf, type Component } from './components.ts'
import { boundLines } from './recurrence.ts'
import type { Version } from './versions.ts'

const DAY_MS = 86_400_000

/** Of years with four digits, with room on both sides. */
const FIRST_WALL = Date.UTC(1000, 0)

const LAST_WALL = Date.UTC(9000, 0)

/** A time of an entry on its own clock: as if it were UTC, and at midnight for a date. */
export type Moment = { readonly wall: number; readonly isDate: boolean; readonly clock: Clock }

export type Event = Version & {
  readonly isBusy: boolean
  readonly start: Moment
  /** Of whole days: how many. Else milliseconds. */
  readonly length: number
  readonly rules: readonly string[]
  /** More occurrences, with lengths of their own. */
  readonly more: readonly { readonly moment: Moment; readonly length: number }[]
  readonly except: readonly Moment[]
  /** It stands in for this occurrence of another entry with its UID. */
  readonly replaces: Moment | null
}

/** Null when its times cannot be read. @throws CalendarFault */
export function readEvent(
  { lines }: Component,
  version: Version,
  clockOf: (name: string | null) => Clock,
): Event | null {
  const textOf = (name: string): string => lines.find((line) => isProperty(name, line)) ?? ''
  const times = lines.filter((line) =>
    /^(?:DTSTART|DTEND|DURATION|RDATE|EXDATE|RECURRENCE)/i.test(line),
  )
  const rules = lines.filter((line) => isProperty('RRULE', line))
  boundLines(rules, times)
  try {
    // The grammar of dates, durations and parameters is the library's.
    const part = new ICAL.Component(
      ICAL.parse(['BEGIN:VEVENT', ...times, 'END:VEVENT', ''].join('\r\n')),
    )
    const moments = (name: string) =>
      part.getAllProperties(name).flatMap((property) => momentsOf(property, clockOf))
    const [start] = moments('dtstart')
    if (start === undefined) return null
    const [end] = moments('dtend')
    const duration: unknown = part.getFirstPropertyValue('duration')
    const length = lengthOf(start.moment, end?.moment, duration)
    if (!Number.isFinite(length)) return null
    return {
      ...version,
      isBusy:
        valueOf(textOf('STATUS')) !== 'CANCELLED' && valueOf(textOf('TRANSP')) !== 'TRANSPARENT',
      start: start.moment,
      length,
      rules: rules.map(valueOf),
      more: moments('rdate').map((one) => ({ moment: one.moment, length: one.length ?? length })),
      except: moments('exdate').map(({ moment }) => moment),
      replaces: moments('recurrence-id')[0]?.moment ?? null,
    }
  } catch (error) {
    if (error instanceof CalendarFault) throw error
    return null
  }
}

function momentsOf(
  property: ICAL.Property,
  clockOf: (name: string | null) => Clock,
): { moment: Moment; length: number | null }[] {
  const zone: unknown = property.getFirstParameter('tzid')
  return property.getValues().map((value: unknown) => {
    if (value instanceof ICAL.Period) {
      const [from, to] = [value.start, value.getEnd()].map((one) => momentOf(one, zone, clockOf))
      if (from === undefined || to === undefined) throw new TypeError('a period has two ends')
      return { moment: from, length: lengthOf(from, to, null) }
    }
    if (!(value instanceof ICAL.Time)) throw new TypeError('not a time')
    return { moment: momentOf(value, zone, clockOf), length: null }
  })
}

function momentOf(time: ICAL.Time, zone: unknown, clockOf: (name: string | null) => Clock): Moment {
  const { year, month, day, hour, minute, second, isDate } = time
  const wall = isDate
    ? Date.UTC(year, month - 1, day)
    : Date.UTC(year, month - 1, day, hour, minute, second)
  if (!(wall > FIRST_WALL && wall < LAST_WALL)) throw new RangeError('not a time')
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  return {
    wall,
    isDate,
    clock: isUtc ? UTC : clockOf(typeof zone === 'string' && !isDate ? zone : null),
  }
}

/** A date without a length lasts a day, and a time no time at all. */
function lengthOf(start: Moment, end: Moment | undefined, duration: unknown): number {
  const ms = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0
  if (!start.isDate) {
    return end === undefined ? ms : end.clock(end.wall) - start.clock(start.wall)
  }
  const days = end === undefined ? Math.ceil(ms / DAY_MS) : (end.wall - start.wall) / DAY_MS
  return Math.round(days) || 1
}
