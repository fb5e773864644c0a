/** Calendars as a program by someone else reads them. */
import ICAL from 'ical.js'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApi } from './api.ts'

export type ReadEntry = {
  readonly uid: string
  readonly summary: string
  readonly description: string | null
  readonly location: string | null
  readonly url: string | null
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
/** Reads an address as a calendar program does, from where no one has come before. */
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
      location: property('location'),
      url: property('url'),
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

/** A file of these entries, which are lines of an event each. */
export function icsOf(...entries: readonly (readonly string[])[]): string {
  const events = entries.flatMap((lines, index) => [
    'BEGIN:VEVENT',
    `UID:entry-${index}@elsewhere.example`,
    ...lines,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

/** An entry from one wall-clock time of São Paulo to another, on Monday. */
export function busyEntry(from: string, until: string, ...more: readonly string[]): string[] {
  const at = (clock: string) => `20261123T${clock.replace(':', '')}00`
  return [
    `DTSTART;TZID=America/Sao_Paulo:${at(from)}`,
    `DTEND;TZID=America/Sao_Paulo:${at(until)}`,
    'SUMMARY:Segredo do calendário',
    ...more,
  ]
}

export type CalendarHost = {
  readonly url: string
  /** Each request, oldest first. */
  readonly requests: IncomingMessage[]
  /** What it answers from now on: a file, or whatever is done with the response. */
  answer(reply: string | ((response: ServerResponse, request: IncomingMessage) => void)): void
  close(): Promise<void>
}

/** A real server with one file. */
export async function calendarHost(): Promise<CalendarHost> {
  const requests: IncomingMessage[] = []
  let reply: Parameters<CalendarHost['answer']>[0] = icsOf()
  const server = createServer((request, response) => {
    requests.push(request)
    if (typeof reply === 'string') response.end(reply)
    else reply(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/private-0123456789/basic.ics`,
    requests,
    answer: (next) => void (reply = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
