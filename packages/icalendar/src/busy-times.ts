/** Busy times from a calendar file of another system: bounded, whatever it contains. */
import { addDays, startOfLocalDay } from '@scheduling/availability'
import ICAL from 'ical.js'
import { clocksOf, UTC, type Clock } from './clocks.ts'
import { CalendarFault, componentsOf, isProperty, valueOf, type Component } from './components.ts'
import { boundLines, readRule, RuleFault, tooMany, wallsOf } from './recurrence.ts'
import { NewestVersions, versionOf, type Version } from './versions.ts'

const DAY_MS = 86_400_000
/** Of work, before others have their turn. */
const TURN_MS = 10
/** Of work that cannot be left to give others their turn. What people keep takes a fiftieth of it. */
const LONGEST_TURN_MS = 1000
/** An entry that repeats lasts no longer. */
const LONGEST_MS = 366 * DAY_MS

export type BusyWindow = {
  /** Epoch milliseconds. What is busy outside of it is left out. */
  readonly from: number
  readonly until: number
  /** Of whole days, and of times without a zone. */
  readonly timeZone: string
}

export type BusyBounds = {
  /** In the file, whether they matter or not. */
  readonly entries: number
  /** Of all entries that repeat, within the window. */
  readonly occurrences: number
  /** That are left once those that touch were joined. */
  readonly busyTimes: number
  /** Of work, by `elapsedMs`. */
  readonly milliseconds: number
}

export type BusyReader = {
  readonly bounds: BusyBounds
  /** Whether an entry is one of this service's own appointments. */
  readonly isOwn: (uid: string) => boolean
  readonly elapsedMs: () => number
  /** Lets others have their turn: a large file takes a while. */
  readonly othersTurn: () => Promise<unknown>
}

/** Epoch milliseconds; in order, and apart from each other. */
export type BusyTime = { readonly start: number; readonly end: number }

export type BusyCalendar = {
  readonly busy: readonly BusyTime[]
  /** Entries that were passed over, since their times cannot be read. */
  readonly unreadable: number
}

/**
 * Entries that are cancelled, take no time (`TRANSPARENT`) or are our own are passed over.
 *
 * @throws CalendarFault
 */
export async function readBusyTimes(
  text: string,
  window: BusyWindow,
  reader: BusyReader,
): Promise<BusyCalendar> {
  const { bounds, elapsedMs, othersTurn } = reader
  const events: { readonly component: Component; readonly version: Version }[] = []
  const zones: Component[] = []
  const newest = new NewestVersions()
  /** Of this file alone: what others do in their turns does not count. */
  let spent = 0
  let since = elapsedMs()
  let entries = 0
  for (const component of componentsOf(text)) {
    if (component === null) {
      await pause()
      continue
    }
    entries += 1
    if (entries > bounds.entries) {
      throw new CalendarFault(
        'too_many_entries',
        `The calendar has more than ${bounds.entries} entries.`,
      )
    }
    if (component.name === 'VTIMEZONE') zones.push(component)
    else {
      // A version that is over, or far ahead, still takes the place of an older one.
      const version = versionOf(component)
      newest.see(version)
      if (canMatter(component, window)) events.push({ component, version })
    }
  }
  const clockOf = clocksOf(zones, window.timeZone, window, check)
  const found = new Found(window, reader)
  const read: Event[] = []
  for (const { component, version } of events) {
    const event = readEvent(component, version, clockOf)
    if (event === null) found.unreadable += 1
    else read.push(event)
    await pause()
  }
  const moved = movedOccurrences(read)
  for (const event of read) {
    if (!newest.has(event)) continue
    await found.add(event, moved.get(event.uid), pause)
    await pause()
  }
  return { busy: found.joined(), unreadable: found.unreadable }

  /** Stops where others cannot have their turn. Returns the milliseconds of this turn. */
  function check(): number {
    const slice = elapsedMs() - since
    if (spent + slice > bounds.milliseconds || slice > LONGEST_TURN_MS) {
      throw new CalendarFault('too_complex', 'The calendar takes too long to read.')
    }
    return slice
  }

  async function pause(): Promise<void> {
    const slice = check()
    if (slice < TURN_MS) return
    spent += slice
    await othersTurn()
    since = elapsedMs()
  }
}

/** Most entries are over, and happened once: they are known by their first digits. */
function canMatter({ lines }: Component, { from, until }: BusyWindow): boolean {
  let [last, first] = ['', '']
  for (const line of lines) {
    if (/^(?:RRULE|RDATE|RECURRENCE-ID|DURATION)[;:]/i.test(line)) return true
    if (isProperty('DTEND', line)) last = valueOf(line).slice(0, 8)
    else if (isProperty('DTSTART', line)) first = valueOf(line).slice(0, 8)
  }
  // Two days: no zone is farther from another.
  const [least, most] = [from - 2 * DAY_MS, until + 2 * DAY_MS].map(digitsOf)
  const end = last === '' ? first : last
  const isDates = /^\d{8}$/.test(end) && /^\d{8}$/.test(first)
  return !isDates || (end >= (least ?? '') && first <= (most ?? ''))
}

function digitsOf(ms: number): string {
  return dateAt(ms).replaceAll('-', '')
}

/** Of years with four digits, with room on both sides. */
const FIRST_WALL = Date.UTC(1000, 0)
const LAST_WALL = Date.UTC(9000, 0)

/** A time of an entry on its own clock: as if it were UTC, and at midnight for a date. */
type Moment = { readonly wall: number; readonly isDate: boolean; readonly clock: Clock }

type Event = Version & {
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
function readEvent(
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

/** What an occurrence is known by: an exception and its replacement name it by its time, or by its date. */
function keyOf({ wall, isDate, clock }: Moment): string {
  return isDate ? `day ${wall}` : String(clock(wall))
}

function keysOf(moment: Moment): string[] {
  const { wall } = moment
  return [keyOf(moment), `day ${wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS)}`]
}

/** By UID: the occurrences that other entries stand in for. */
function movedOccurrences(events: readonly Event[]): ReadonlyMap<string, ReadonlySet<string>> {
  const moved = new Map<string, Set<string>>()
  for (const { uid, replaces } of events) {
    if (replaces === null) continue
    const keys = moved.get(uid) ?? new Set()
    moved.set(uid, keys.add(keyOf(replaces)))
  }
  return moved
}

class Found {
  unreadable = 0
  #occurrences = 0
  readonly #times: BusyTime[] = []
  readonly #window: BusyWindow
  readonly #reader: BusyReader

  constructor(window: BusyWindow, reader: BusyReader) {
    this.#window = window
    this.#reader = reader
  }

  /** @param moved occurrences that other entries stand in for */
  async add(
    event: Event,
    moved: ReadonlySet<string> | undefined,
    pause: () => Promise<void>,
  ): Promise<void> {
    const { uid, isBusy, start, length, rules, more } = event
    if (!isBusy || this.#reader.isOwn(uid)) return
    if (length <= 0) {
      this.unreadable += 1
      return
    }
    const isSingle = rules.length === 0 && more.length === 0
    if (isSingle || event.replaces !== null) {
      this.#take(start, length)
      return
    }
    const gone = new Set(event.except.map(keyOf))
    const isGone = (moment: Moment) =>
      keysOf(moment).some((key) => gone.has(key) || moved?.has(key) === true)
    for (const moment of await this.#repeated(event, pause)) {
      if (!isGone(moment)) this.#take(moment, length)
    }
    for (const { moment, length } of more) if (!isGone(moment)) this.#take(moment, length)
  }

  /** The occurrences of its rules that can reach into the window; without a rule, its start. */
  async #repeated(
    { start, length, rules }: Event,
    pause: () => Promise<void>,
  ): Promise<readonly Moment[]> {
    if (rules.length === 0) return [start]
    const longest = Math.min(start.isDate ? length * DAY_MS : length, LONGEST_MS)
    const { from, until } = this.#window
    const reach = { from: from - longest - DAY_MS, until: until + DAY_MS }
    const moments: Moment[] = []
    for (const text of rules) {
      try {
        for (const wall of wallsOf(readRule(text), start.wall, reach, start.clock)) {
          moments.push({ ...start, wall })
        }
      } catch (error) {
        if (!(error instanceof RuleFault)) throw error
        // It is busy at least once.
        this.unreadable += 1
        moments.push(start)
      }
      if (this.#occurrences + moments.length > this.#reader.bounds.occurrences) throw tooMany()
      await pause()
    }
    this.#occurrences += moments.length
    return moments
  }

  #take(moment: Moment, length: number): void {
    const { from, until, timeZone } = this.#window
    const { wall, isDate, clock } = moment
    let [start, end] = [0, 0]
    if (isDate) {
      // A day of the organization, however long it is.
      if (length <= 0 || wall > until + 2 * DAY_MS) return
      if (wall + length * DAY_MS < from - 2 * DAY_MS) return
      const last = Math.min(wall + length * DAY_MS, until + 3 * DAY_MS)
      const isEarlier = wall < from - 3 * DAY_MS
      start = startOfLocalDay(isEarlier ? addDays(dateAt(from), -3) : dateAt(wall), timeZone)
      end = startOfLocalDay(dateAt(last), timeZone)
    } else {
      start = clock(wall)
      end = start + length
    }
    const busy = { start: Math.max(start, from), end: Math.min(end, until) }
    if (busy.start < busy.end) this.#times.push(busy)
  }

  /** In order; what overlaps or touches is one. */
  joined(): readonly BusyTime[] {
    const joined: { start: number; end: number }[] = []
    for (const time of this.#times.toSorted((one, other) => one.start - other.start)) {
      const last = joined.at(-1)
      if (last !== undefined && time.start <= last.end) last.end = Math.max(last.end, time.end)
      else joined.push({ ...time })
    }
    const most = this.#reader.bounds.busyTimes
    if (joined.length <= most) return joined
    throw new CalendarFault(
      'too_many_busy_times',
      `The calendar has more than ${most} busy times in the window that is read.`,
    )
  }
}

/** `YYYY-MM-DD` */
function dateAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
