import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import {
  calendarEntry,
  CALENDAR_END,
  calendarHead,
  writeCalendar,
  type CalendarEntry,
} from './write.ts'

const ENTRY: CalendarEntry = {
  uid: 'appointment-7@agenda.example.com',
  sequence: 3,
  start: Date.parse('2026-11-23T12:00:00Z'),
  end: Date.parse('2026-11-23T13:30:00Z'),
  updatedAt: Date.parse('2026-11-20T10:00:00Z'),
  summary: 'Limpeza de pele; massagem, drenagem \\ Clínica Aurora',
  description: `Primeira linha\nSegunda: ${'ã'.repeat(200)} 👩🏽‍⚕️`,
  location: 'Rua da Paz; fundos, 12 \\ sala 4 · São Paulo – SP\n05435-000',
  url: 'https://agenda.example.com/a/abc',
  organizer: { name: 'Clínica "Aurora"', address: 'mailto:agenda@example.com' },
  attendee: { name: 'Ana: Lima; Souza', address: 'mailto:ana@example.com' },
  status: 'CONFIRMED',
  isBusy: true,
}

const requested = (entry: CalendarEntry) => writeCalendar({ method: 'REQUEST' }, [entry])

/** As a library by someone else reads it. */
function read(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const [part] = calendar.getAllSubcomponents('vevent')
  if (part === undefined) throw new Error('No event.')
  return { calendar, part, event: new ICAL.Event(part) }
}

describe('an appointment for calendars', () => {
  it('is read as it was meant, with every character of its texts', () => {
    const { calendar, part, event } = read(requested(ENTRY))
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(event.uid).toBe(ENTRY.uid)
    expect(event.sequence).toBe(3)
    expect(event.summary).toBe(ENTRY.summary)
    expect(event.description).toBe(ENTRY.description)
    expect(event.location).toBe(ENTRY.location)
    expect(event.startDate.toJSDate().getTime()).toBe(ENTRY.start)
    expect(event.endDate.toJSDate().getTime()).toBe(ENTRY.end)
    expect(part.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(part.getFirstPropertyValue('url')).toBe(ENTRY.url)
    expect(part.getFirstProperty('attendee')?.getFirstParameter('cn')).toBe('Ana: Lima; Souza')
    expect(part.getFirstProperty('organizer')?.getFirstValue()).toBe('mailto:agenda@example.com')
  })

  it('has lines of at most 75 octets that end in CRLF', () => {
    const content = requested(ENTRY)
    expect(content.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const sizes = content.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
  })

  it('is cancelled with the same UID', () => {
    const { calendar, part, event } = read(
      writeCalendar({ method: 'CANCEL' }, [{ ...ENTRY, status: 'CANCELLED', sequence: 4 }]),
    )
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(part.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event.uid).toBe(ENTRY.uid)
  })

  it('takes no line of its own from names and addresses', () => {
    const nasty = 'x"\r\nBEGIN:VALARM\r\nEND:VALARM'
    const content = requested({
      ...ENTRY,
      summary: nasty,
      location: nasty,
      attendee: { name: nasty, address: 'mailto:a@b.c\r\nX-EVIL:1' },
      organizer: { name: nasty, address: 'mailto:a@b.c' },
      url: 'https://x.example/\r\nX-EVIL:2',
    })
    const { part } = read(content)
    expect(part.getAllSubcomponents()).toEqual([])
    expect(part.getFirstProperty('x-evil')).toBeNull()
  })

  it('says of a feed what it is called and when to come again', () => {
    const feed = { method: null, name: 'Ana; Lima, \\ Aurora', refreshMinutes: 60 } as const
    const { calendar } = read(calendarHead(feed) + calendarEntry(ENTRY) + CALENDAR_END)
    expect(calendar.getFirstPropertyValue('method')).toBeNull()
    // The library reads a property of no one's standard as it stands. Programs read it as text.
    for (const name of ['name', 'x-wr-calname']) {
      const written = String(calendar.getFirstPropertyValue(name))
      expect(written.replaceAll(/\\(.)/g, '$1')).toBe(feed.name)
    }
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT60M')
  })

  it('survives every name that someone can have', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[\r\n\t";:,\\ \u2028a]*$/),
      fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\r', '\n', '👩🏽‍⚕️', '\0', '"') }),
    )
    const plain = (text: string) =>
      text
        .toWellFormed()
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll(/(?!\n)\p{Cc}/gu, '')
    fc.assert(
      fc.property(unit, unit, (name, text) => {
        const content = requested({
          ...ENTRY,
          summary: name,
          description: text,
          location: name,
          organizer: { name, address: `https://x.example/${text}` },
          attendee: { name: text, address: `mailto:${name}` },
          url: text,
        })
        const lines = content.split('\r\n')
        expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
        expect(lines.join('')).not.toMatch(/[\r\n]/)
        const { calendar, part, event } = read(content)
        expect(calendar.getAllSubcomponents()).toHaveLength(1)
        expect(part.getAllSubcomponents()).toEqual([])
        expect(part.getAllProperties().map((one) => one.name)).toEqual(
          'uid sequence dtstamp dtstart dtend summary description location status transp url organizer attendee'.split(
            ' ',
          ),
        )
        expect([event.summary ?? '', event.description ?? '', event.location ?? '']).toEqual([
          plain(name),
          plain(text),
          plain(name),
        ])
      }),
      { numRuns: 500 },
    )
  })
})
