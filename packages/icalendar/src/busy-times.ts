/** Busy times from a calendar file of another system: bounded, whatever it contains. */
import { clocksOf } from './clocks.ts'
import { CalendarFault, componentsOf, isProperty, valueOf, type Component } from './components.ts'
import { NewestVersions, versionOf, type Version } from './versions.ts'
import { type Event, readEvent } from './read-event.ts'
import {
  type BusyWindow,
  type BusyReader,
  type BusyTime,
  movedOccurrences,
  Found,
  dateAt,
} from './found-times.ts'

const DAY_MS = 86_400_000

/** Of work, before it yields. */
const TURN_MS = 10

/** Of work that cannot yield. Calendars of real people take a fiftieth of it. */
const LONGEST_TURN_MS = 1000

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

  /** Stops work that cannot yield. Returns the milliseconds of this turn. */
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
