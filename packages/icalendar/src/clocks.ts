/** From the wall clock of an entry to the instant, by the zone that it names. */
import { instantOfLocalTime, isTimeZone } from '@scheduling/availability'
import { CalendarFault, isProperty, unescaped, valueOf, type Component } from './components.ts'
import { boundLines, readRule, wallsOf } from './recurrence.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Epoch milliseconds of a wall-clock time that is counted as if it were UTC. */
export type Clock = (wall: number) => number

export const UTC: Clock = (wall) => wall

type Window = { readonly from: number; readonly until: number }

/**
 * The clocks of a file. A name of the zone database is what it says, whatever the file says of it: files carry rules of
 * summer times that ended years ago. Another name is what the file says, and without that the zone of Windows with this
 * name. An unknown name is the zone of the organization, as a time without a zone is.
 *
 * @param check is asked before each rule; what it throws ends the work
 */
export function clocksOf(
  zones: readonly Component[],
  timeZone: string,
  window: Window,
  check: () => unknown,
): (name: string | null) => Clock {
  const floating = clockOfZone(timeZone)
  const described = new Map<string, Component>()
  for (const zone of zones) {
    const name = zone.lines.find((line) => /^TZID[;:]/i.test(line))
    if (name !== undefined) described.set(nameOf(name), zone)
  }
  const known = new Map<string, Clock>()
  return (given) => {
    if (given === null) return floating
    const name = unescaped(given)
    let clock = known.get(name)
    if (clock === undefined) {
      clock = find(name, described.get(name), window, check) ?? floating
      known.set(name, clock)
    }
    return clock
  }
}

function nameOf(line: string): string {
  return unescaped(line.slice(line.indexOf(':') + 1).trim())
}

function find(
  name: string,
  described: Component | undefined,
  window: Window,
  check: () => unknown,
): Clock | null {
  if (isTimeZone(name)) return clockOfZone(name)
  const clock = described === undefined ? null : clockOfRules(described, window, check)
  if (clock !== null) return clock
  const ofWindows = WINDOWS_ZONES.get(name)
  if (ofWindows !== undefined) return clockOfZone(ofWindows)
  // As some programs write it: `/example.org/2021/America/Sao_Paulo`.
  const parts = name.slice(-MOST_PLACE_CHARACTERS).split('/')
  const place = [2, 3].map((count) => parts.slice(-count).join('/')).find(isTimeZone)
  return place === undefined ? null : clockOfZone(place)
}

/** `America/Argentina/ComodRivadavia` is the longest, with room to spare. */
const MOST_PLACE_CHARACTERS = 80

/** A time that the clock skips is read with the offset before (RFC 5545); of one that it shows twice, the first. */
function clockOfZone(timeZone: string): Clock {
  const at = (wall: number): number | null => {
    const inDay = ((wall % DAY_MS) + DAY_MS) % DAY_MS
    const date = new Date(wall - inDay).toISOString().slice(0, 10)
    const minute = Math.floor(inDay / MINUTE_MS)
    const instant = instantOfLocalTime({ date, minute }, timeZone)
    return instant === null ? null : instant + (inDay % MINUTE_MS)
  }
  return (wall) => {
    for (let days = 0; days < 3; days += 1) {
      const instant = at(wall - days * DAY_MS)
      if (instant !== null) return instant + days * DAY_MS
    }
    return wall
  }
}

type Onset = {
  /** On the clock that it ends. */
  readonly wall: number
  /** Milliseconds east of UTC. */
  readonly before: number
  readonly after: number
}

/** How long before the window a rule is looked through for the offset at its beginning. */
const LOOK_BACK_MS = 800 * DAY_MS
const MOST_PARTS = 100
/** Changes of the clock of one zone: no zone has had a tenth of it. */
const MOST_ONSETS = 5000

/** What the file says of a zone; null when that cannot be read. @throws CalendarFault */
function clockOfRules({ lines }: Component, window: Window, check: () => unknown): Clock | null {
  const onsets: Onset[] = []
  const reach = { from: window.from - LOOK_BACK_MS, until: window.until + DAY_MS }
  try {
    for (const part of partsOf(lines)) {
      for (const onset of onsetsOf(part, reach, check)) onsets.push(onset)
      if (onsets.length > MOST_ONSETS) return null
    }
  } catch (error) {
    if (error instanceof CalendarFault && error.code === 'too_complex') throw error
    return null
  }
  onsets.sort((one, other) => one.wall - other.wall)
  const [first] = onsets
  if (first === undefined) return null
  return (wall) => {
    let [low, high] = [0, onsets.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((onsets[middle]?.wall ?? 0) <= wall) low = middle + 1
      else high = middle
    }
    const onset = onsets[low - 1]
    if (onset === undefined) return wall - first.before
    const isSkipped = wall - onset.wall < onset.after - onset.before
    return wall - (isSkipped ? onset.before : onset.after)
  }
}

/** The lines of each `STANDARD` and `DAYLIGHT`. */
function partsOf(lines: readonly string[]): string[][] {
  const parts: string[][] = []
  let open: string[] | null = null
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) {
      open = []
      parts.push(open)
    } else if (/^END:/i.test(line)) open = null
    else open?.push(line)
  }
  return parts.slice(0, MOST_PARTS)
}

function onsetsOf(lines: readonly string[], reach: Window, check: () => unknown): Onset[] {
  const of = (name: string) => lines.filter((line) => isProperty(name, line))
  const [start = '', from = '', to = ''] = ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'].map((name) =>
    valueOf(of(name)[0] ?? ''),
  )
  const [rules, dates] = [of('RRULE'), of('RDATE')]
  boundLines(rules, dates)
  const [before, after] = [offsetOf(from), offsetOf(to)]
  const first = wallIn(start)
  const walls = [first, ...dates.flatMap((line) => valueOf(line).split(',').map(wallIn))]
  for (const line of rules) {
    check()
    walls.push(...wallsOf(readRule(valueOf(line)), first, reach, (wall) => wall - before))
  }
  return walls.map((wall) => ({ wall, before, after }))
}

const OFFSET = /^([+-])(\d{2})(\d{2})(\d{2})?$/

function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds = '0'] = OFFSET.exec(text) ?? []
  if (sign === undefined) throw new Error('not an offset')
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

const WALL = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z?$/

function wallIn(text: string): number {
  const [, year, month, day, hour, minute, second] = WALL.exec(text) ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(ms)) throw new Error('not a time')
  return ms
}
