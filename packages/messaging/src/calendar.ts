/** An appointment as calendars read it (RFC 5545, and RFC 5546 for its methods). */
import type { CalendarPart } from './provider.ts'

export type CalendarEntry = {
  readonly method: CalendarPart['method']
  /** The same for the life of the appointment. */
  readonly uid: string
  /** Each later state of an appointment has a higher one. */
  readonly sequence: number
  /** Epoch milliseconds, as the other instants. */
  readonly start: number
  readonly end: number
  readonly updatedAt: number
  readonly summary: string
  readonly description: string
  /** The client's own page; null: there is none. */
  readonly url: string | null
  readonly organizer: { readonly name: string; readonly email: string }
  readonly attendee: { readonly name: string; readonly email: string }
  /** Whether the time is fixed, and not only asked for. */
  readonly isConfirmed: boolean
}

export function calendarOf(entry: CalendarEntry): CalendarPart {
  const { method, organizer, attendee } = entry
  const status = method === 'CANCEL' ? 'CANCELLED' : entry.isConfirmed ? 'CONFIRMED' : 'TENTATIVE'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Scheduling//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(entry.updatedAt)}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `STATUS:${status}`,
    'TRANSP:OPAQUE',
    ...(entry.url === null ? [] : [`URL:${entry.url.replaceAll(/[\r\n]/g, '')}`]),
    `ORGANIZER;CN=${parameter(organizer.name)}:mailto:${mailbox(organizer.email)}`,
    `ATTENDEE;CN=${parameter(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:${mailbox(attendee.email)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return { method, content: lines.map((line) => `${folded(line)}\r\n`).join('') }
}

/** `20261123T120000Z`: an instant, which no calendar can read in another zone. */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}Z`
}

/** A value of type TEXT. Control characters are not allowed in it at all. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** A quoted parameter, which cannot hold a quote. */
function parameter(text: string): string {
  return `"${text.replaceAll(/[\p{Cc}"]/gu, "'")}"`
}

/** The address comes after a colon, and ends the line. */
function mailbox(address: string): string {
  return address.replaceAll(/[\p{Cc}\s]/gu, '')
}

const LINE_OCTETS = 75

/** Lines have at most 75 octets, and no character is cut in two. */
function folded(line: string): string {
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
