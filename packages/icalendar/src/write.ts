/**
 * Appointments as calendars read them: RFC 5545, RFC 5546 for methods, RFC 7986 for what a feed says of itself. One
 * writer serves the files of e-mails and the feeds, so that an appointment is the same entry in both.
 *
 * Every instant is written in UTC. It needs no description of a zone, and each calendar shows it on the clock of its
 * reader, right on both sides of a change to summer time.
 */

/** What a file says before its entries. */
export type Calendar = {
  /** What a program is asked to do with it. Null: nothing, it is a feed. */
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  /** Of a feed. Null: none. */
  readonly name?: string | null
  /** How often a feed should be read again. Minutes. */
  readonly refreshMinutes?: number | null
}

type Person = {
  readonly name: string
  /** As in `mailto:ana@example.com`, or another address of the web. */
  readonly address: string
}

export type CalendarEntry = {
  /** The same for the life of the appointment. */
  readonly uid: string
  /** Each later state of an appointment has a higher one. */
  readonly sequence: number
  /** Epoch milliseconds, as the other instants. */
  readonly start: number
  readonly end: number
  readonly updatedAt: number
  readonly summary: string
  readonly description: string | null
  /** Where to go, in one line; null: it is not said. */
  readonly location: string | null
  /** A page about it; null: there is none. */
  readonly url: string | null
  readonly organizer: Person | null
  readonly attendee: Person | null
  /** `TENTATIVE`: the time is asked for, and not fixed yet. */
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** Whether its time is taken. */
  readonly isBusy: boolean
}

/** A whole file. */
export function writeCalendar(calendar: Calendar, entries: readonly CalendarEntry[]): string {
  return calendarHead(calendar) + entries.map(calendarEntry).join('') + CALENDAR_END
}

/** The beginning of a file that is made in pieces: entries follow, and then `CALENDAR_END`. */
export function calendarHead({ method, name = null, refreshMinutes = null }: Calendar): string {
  return written([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Scheduling//Appointments//EN',
    'CALSCALE:GREGORIAN',
    ...(method === null ? [] : [`METHOD:${method}`]),
    ...(name === null ? [] : [`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`]),
    ...(refreshMinutes === null
      ? []
      : [
          `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
          `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
        ]),
  ])
}

export const CALENDAR_END = 'END:VCALENDAR\r\n'

export function calendarEntry(entry: CalendarEntry): string {
  const { description, location, url, organizer, attendee } = entry
  return written([
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(entry.updatedAt)}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${escaped(entry.summary)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(location === null ? [] : [`LOCATION:${escaped(location)}`]),
    `STATUS:${entry.status}`,
    `TRANSP:${entry.isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(url === null ? [] : [`URL:${address(url)}`]),
    ...(organizer === null
      ? []
      : [`ORGANIZER;CN=${parameter(organizer.name)}:${address(organizer.address)}`]),
    ...(attendee === null
      ? []
      : [
          `ATTENDEE;CN=${parameter(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:${address(attendee.address)}`,
        ]),
    'END:VEVENT',
  ])
}

function written(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261123T120000Z`: an instant, which no calendar can read in another zone. */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}Z`
}

/** A value of type TEXT. Control characters are not allowed in it at all, nor halves of characters in UTF-8. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** A quoted parameter, which cannot hold a quote. */
function parameter(text: string): string {
  return `"${text.toWellFormed().replaceAll(/[\p{Cc}"]/gu, "'")}"`
}

/** An address comes after a colon, and ends the line. */
function address(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\s]/gu, '')
}

const LINE_OCTETS = 75

/** Lines have at most 75 octets, and no character is cut in two. */
function folded(line: string): string {
  // Most lines are short, and three bytes is the most that one unit of a text has in UTF-8.
  if (line.length * 3 <= LINE_OCTETS) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece)
      piece = ''
      // The space at the beginning of the next line counts.
      octets = 1
    }
    piece += character
    octets += size
  }
  pieces.push(piece)
  return pieces.join('\r\n ')
}
