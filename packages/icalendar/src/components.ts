/**
 * The parts of a calendar file that give busy times, found in one pass over its lines. Titles, notes, guests
 * and everything else is passed over unread: it is most of a file, and nothing of it is kept.
 */

/** Why a file cannot be taken. */
export class CalendarFault extends Error {
  readonly code: CalendarFaultCode

  constructor(code: CalendarFaultCode, message: string) {
    super(message)
    this.code = code
  }
}

export type CalendarFaultCode =
  | 'not_a_calendar'
  | 'incomplete'
  | 'too_many_entries'
  | 'too_many_occurrences'
  | 'too_many_busy_times'
  | 'too_complex'

/** An event or a zone. Lines are unfolded, and those of its parts stand between their BEGIN and END. */
export type Component = { readonly name: 'VEVENT' | 'VTIMEZONE'; readonly lines: readonly string[] }

const WANTED = {
  VEVENT: new Set(
    'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP SEQUENCE DTSTAMP'.split(
      ' ',
    ),
  ),
  VTIMEZONE: new Set('TZID DTSTART TZOFFSETFROM TZOFFSETTO RRULE RDATE BEGIN END'.split(' ')),
} as const

/** Of one property with all its folded lines. A list of dates that are left out can be long. */
const PROPERTY_CHARACTERS = 64 * 1024
/** What begins a property: its name ends at a parameter or at its value. */
const NAME = /^([A-Za-z-]{1,20})[;:]/
/** After so many lines the work yields. */
const LINES_AT_A_TIME = 20_000

/**
 * The components, in their order; null after some lines, so that the reader can yield to other work.
 *
 * @throws CalendarFault for a text that is no calendar, or ends before its end
 */
export function* componentsOf(text: string): Generator<Component | null> {
  /** How many components are open. An event inside an event does not count. */
  let depth = 0
  let isFirst = true
  let isWhole = false
  let open: { name: Component['name']; lines: string[] } | null = null
  let lines = 0
  for (const line of unfolded(text)) {
    lines += 1
    if (lines % LINES_AT_A_TIME === 0) yield null
    const [, written = ''] = NAME.exec(line) ?? []
    const name = written.toUpperCase()
    if (isFirst) {
      if (line.trim() === '') continue
      if (name !== 'BEGIN' || valueOf(line) !== 'VCALENDAR') throw notACalendar()
      isFirst = false
    }
    if (name === 'BEGIN') {
      depth += 1
      isWhole = false
      const kind = valueOf(line)
      if (depth === 2 && (kind === 'VEVENT' || kind === 'VTIMEZONE')) {
        open = { name: kind, lines: [] }
        continue
      }
    }
    if (open !== null && isOf(open.name, depth) && WANTED[open.name].has(name)) {
      open.lines.push(line)
    }
    if (name === 'END') {
      depth -= 1
      if (depth < 0) throw notACalendar()
      if (depth === 1 && open !== null) {
        // The end of the component itself is no line of its own.
        const own = open.name === 'VTIMEZONE' ? open.lines.slice(0, -1) : open.lines
        yield { name: open.name, lines: own }
        open = null
      }
      isWhole = depth === 0 && valueOf(line) === 'VCALENDAR'
    }
  }
  if (isFirst) throw notACalendar()
  if (!isWhole) {
    throw new CalendarFault('incomplete', 'The calendar ends before its end.')
  }
}

/** Alarms stand in events, and nothing of them matters; what matters of a zone stands in its parts. */
function isOf(name: Component['name'], depth: number): boolean {
  return name === 'VEVENT' ? depth === 2 : depth <= 3
}

function notACalendar(): CalendarFault {
  return new CalendarFault(
    'not_a_calendar',
    'The address does not answer with a calendar. Use the one that ends in .ics, or that the program calls its iCal address.',
  )
}

/** Whether a line has the property, with parameters or without. @param name in capitals */
export function isProperty(name: string, line: string): boolean {
  const end = line.charAt(name.length)
  return (end === ';' || end === ':') && line.slice(0, name.length).toUpperCase() === name
}

export function valueOf(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase()
}

/**
 * A text without the escapes of RFC 5545 (`\\,`). Parameters should have none, and Exchange writes them there: names are
 * compared without.
 */
export function unescaped(text: string): string {
  return text.replace(/\\([\\,;])/g, '$1')
}

/** Lines with what was folded, by what begins the next line. Each character is looked at once. */
function* unfolded(text: string): Generator<string> {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line: string | null = null
  while (at < text.length) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end
    const bare = text.charCodeAt(next - 1) === 13 && next > at ? next - 1 : next
    const first = text.charCodeAt(at)
    if (line !== null && (first === 32 || first === 9)) {
      if (line.length < PROPERTY_CHARACTERS) line += text.slice(at + 1, bare)
    } else {
      if (line !== null) yield line
      line = text.slice(at, Math.min(bare, at + PROPERTY_CHARACTERS))
    }
    at = next + 1
  }
  if (line !== null) yield line
}
