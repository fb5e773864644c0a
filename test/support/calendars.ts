/** Calendars as a program by somebody else reads them. */
import ICAL from 'ical.js'
import type { TestApi } from './api.ts'

export type ReadEntry = {
  readonly uid: string
  readonly summary: string
  readonly description: string | null
  readonly status: string | null
  readonly transp: string | null
  readonly sequence: number
  readonly start: string
  readonly end: string
}

/** The path of an address of this service. */
export function pathOf(url: string): string {
  return new URL(url).pathname
}

let strangers = 0
/** Reads an address as a calendar program does, from where nobody has come before. */
export async function fetchCalendar(
  api: Pick<TestApi, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
) {
  strangers += 1
  const from = `10.7.${(strangers >> 8) & 255}.${strangers & 255}`
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...headers },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export function readIcs(text: string): {
  method: string | null
  name: string | null
  entries: ReadEntry[]
} {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const entries = calendar.getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part)
    const property = (name: string) => {
      const value = part.getFirstPropertyValue(name)
      return value === null ? null : String(value)
    }
    return {
      uid: event.uid,
      summary: event.summary,
      description: property('description'),
      status: property('status'),
      transp: property('transp'),
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
    }
  })
  const property = (name: string) => {
    const value = calendar.getFirstPropertyValue(name)
    return value === null ? null : String(value)
  }
  return { method: property('method'), name: property('x-wr-calname'), entries }
}
