import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { calendarOf, type CalendarEntry } from './calendar.ts'

const ENTRY: CalendarEntry = {
  method: 'REQUEST',
  uid: 'appointment-7@agenda.example.com',
  sequence: 3,
  start: Date.parse('2026-11-23T12:00:00Z'),
  end: Date.parse('2026-11-23T13:30:00Z'),
  updatedAt: Date.parse('2026-11-20T10:00:00Z'),
  summary: 'Limpeza de pele; massagem, drenagem \\ Clínica Aurora',
  description: `Primeira linha\nSegunda: ${'ã'.repeat(200)} 👩🏽‍⚕️`,
  url: 'https://agenda.example.com/a/abc',
  organizer: { name: 'Clínica "Aurora"', email: 'agenda@example.com' },
  attendee: { name: 'Ana: Lima; Souza', email: 'ana@example.com' },
  isConfirmed: true,
}

/** As a library by somebody else reads it. */
function read(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const [part] = calendar.getAllSubcomponents('vevent')
  if (part === undefined) throw new Error('No event.')
  return { calendar, part, event: new ICAL.Event(part) }
}

describe('an appointment for calendars', () => {
  it('is read as it was meant, with every character of its texts', () => {
    const { calendar, part, event } = read(calendarOf(ENTRY).content)
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(event.uid).toBe(ENTRY.uid)
    expect(event.sequence).toBe(3)
    expect(event.summary).toBe(ENTRY.summary)
    expect(event.description).toBe(ENTRY.description)
    expect(event.startDate.toJSDate().getTime()).toBe(ENTRY.start)
    expect(event.endDate.toJSDate().getTime()).toBe(ENTRY.end)
    expect(part.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(part.getFirstPropertyValue('url')).toBe(ENTRY.url)
    expect(part.getFirstProperty('attendee')?.getFirstParameter('cn')).toBe('Ana: Lima; Souza')
    expect(part.getFirstProperty('organizer')?.getFirstValue()).toBe('mailto:agenda@example.com')
  })

  it('has lines of at most 75 octets that end in CRLF', () => {
    const { content } = calendarOf(ENTRY)
    expect(content.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const sizes = content.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
  })

  it('is cancelled with the same UID', () => {
    const { calendar, part, event } = read(
      calendarOf({ ...ENTRY, method: 'CANCEL', sequence: 4 }).content,
    )
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(part.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event.uid).toBe(ENTRY.uid)
  })

  it('takes no line of its own from names and addresses', () => {
    const nasty = 'x"\r\nBEGIN:VALARM\r\nEND:VALARM'
    const { content } = calendarOf({
      ...ENTRY,
      summary: nasty,
      attendee: { name: nasty, email: 'a@b.c\r\nX-EVIL:1' },
      organizer: { name: nasty, email: 'a@b.c' },
      url: 'https://x.example/\r\nX-EVIL:2',
    })
    const { part } = read(content)
    expect(part.getAllSubcomponents()).toEqual([])
    expect(part.getFirstProperty('x-evil')).toBeNull()
  })
})
