/** Calendars of others, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import { createRateLimits } from '@scheduling/api'
import { readBusyCalendars } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import {
  calendarHost,
  fetchCalendar,
  icsOf,
  pathOf,
  readIcs,
  type CalendarHost,
} from '../../support/calendars.ts'
import { createAppointmentRow } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ trustedProxies: 1 })
})
afterAll(() => api.close())
beforeEach(() => api.setNow(TEST_NOW))

/** The starts that a feed shows, of appointments at noon so many days from today. */
async function shown(days: readonly number[]): Promise<number[]> {
  const clinic = await openClinic(api)
  for (const day of days) {
    await createAppointmentRow(api.db, clinic.organization.row, {
      professional: clinic.professional,
      client: clinic.client,
      services: [clinic.service],
      start: new Date(TEST_NOW + 4 * HOUR_MS + day * DAY_MS).toISOString(),
    })
  }
  const owner = await signIn(api, clinic.organization)
  const input = { professional_id: clinic.professional.id, kind: 'full' }
  const { url } = (await owner.mutate('calendars.createFeed', input)).body
  const { entries } = readIcs((await fetchCalendar(api, pathOf(url))).text)
  return entries.map(({ start }) => (Date.parse(start) - TEST_NOW - 4 * HOUR_MS) / DAY_MS)
}

const MINUTE_MS = 60_000

/** What becomes of a calendar elsewhere that answers so. */
async function readElsewhere(answer: Parameters<CalendarHost['answer']>[0]) {
  const host = await calendarHost()
  host.answer(answer)
  const clinic = await openClinic(api)
  const owner = await signIn(api, clinic.organization)
  const input = { professional_id: clinic.professional.id }
  await owner.mutate('calendars.connectBusy', { ...input, url: host.url })
  const read = () =>
    readBusyCalendars(api.service, {
      organizationId: clinic.organization.row.id,
      professionalId: clinic.professional.id,
    })
  const started = performance.now()
  await read()
  const ms = performance.now() - started
  const { body } = await owner.query('calendars.getBusy', input)
  const times = await api.db.busyTime.findMany({
    where: { organizationId: clinic.organization.row.id },
    orderBy: { startsAt: 'asc' },
  })
  await host.close()
  return { code: body.error?.code ?? 'ok', times, ms, read }
}

const entriesOf = (count: number, start = '20261123') =>
  icsOf(
    ...Array.from({ length: count }, (_, index) => [
      `DTSTART:${start}T${String(index).padStart(2, '0')}0000Z`,
      'DURATION:PT10M',
    ]),
  )

describe('a calendar follows', () => {
  itFollows('calendars', {
    async calendarFeedsPerProfessional() {
      const clinic = await openClinic(api)
      const owner = await signIn(api, clinic.organization)
      const input = { professional_id: clinic.professional.id, kind: 'full' }
      const codes = []
      for (let made = 0; made <= to('calendarFeedsPerProfessional'); made += 1) {
        codes.push((await owner.mutate('calendars.createFeed', input)).problem?.code ?? 'ok')
      }
      expect(codes.indexOf('action_not_allowed')).toBe(to('calendarFeedsPerProfessional'))
    },
    async calendarFeedPastDays() {
      const most = to('calendarFeedPastDays')
      expect(await shown([-most, -most - 1])).toEqual([-most])
    },
    async calendarFeedAheadDays() {
      const most = to('calendarFeedAheadDays')
      expect(await shown([most - 1, most])).toEqual([most - 1])
    },
    async calendarFeedEntries() {
      const days = [-1, -2, -3, 0, 1]
      expect(await shown(days)).toEqual([0, 1, -1, -2, -3].slice(0, to('calendarFeedEntries')))
    },
    async calendarReadsPerFeedPerHour() {
      const limits = createRateLimits({ scale: 1, now: () => TEST_NOW })
      let allowed = 0
      while ((await limits.countAttempt('calendar read', '1')).allowed) allowed += 1
      expect(allowed).toBe(to('calendarReadsPerFeedPerHour'))
      expect((await limits.lookAtAttempts('calendar read', '1')).retryAfterSeconds).toBe(3600)
      await limits.close()
    },
    async busyCalendarMinutes() {
      const { read } = await readElsewhere(icsOf())
      api.setNow(TEST_NOW + to('busyCalendarMinutes') * MINUTE_MS - 1)
      expect(await read()).toBe(0)
      api.setNow(TEST_NOW + to('busyCalendarMinutes') * MINUTE_MS)
      expect(await read()).toBe(1)
    },
    async busyCalendarDays() {
      const long = ['DTSTART:20261101T120000Z', 'DTEND:20291101T120000Z']
      const { times } = await readElsewhere(icsOf(long))
      const days = (+(times[0]?.endsAt ?? 0) - +(times[0]?.startsAt ?? 0)) / DAY_MS
      // With two to spare: see where it is read.
      expect(days).toBe(to('busyCalendarDays') + 2)
    },
    async busyCalendarBytes() {
      const file = (bytes: number) => {
        const bare = icsOf(['X:'])
        return bare.replace('X:', `X:${'x'.repeat(bytes - bare.length)}`)
      }
      expect((await readElsewhere(file(to('busyCalendarBytes')))).code).toBe('ok')
      expect((await readElsewhere(file(to('busyCalendarBytes') + 1))).code).toBe('too_large')
    },
    async busyCalendarSeconds() {
      const hanging = await readElsewhere(() => undefined)
      expect(hanging.code).toBe('timeout')
      expect(hanging.ms).toBeGreaterThan(to('busyCalendarSeconds') * 1000 - 50)
      expect(hanging.ms).toBeLessThan(to('busyCalendarSeconds') * 1000 + 5000)
      const dripping = await readElsewhere((response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('BEGIN:VCALENDAR\r\n'), 100)
        response.on('close', () => clearInterval(drip))
      })
      expect(dripping.code).toBe('timeout')
      expect(dripping.ms).toBeLessThan(to('busyCalendarSeconds') * 1000 + 5000)
    },
    async busyCalendarEntries() {
      const most = to('busyCalendarEntries')
      expect((await readElsewhere(entriesOf(most, '20200101'))).code).toBe('ok')
      expect((await readElsewhere(entriesOf(most + 1, '20200101'))).code).toBe('too_many_entries')
    },
    async busyCalendarOccurrences() {
      const daily = (count: number) =>
        icsOf(['DTSTART:20261121T120000Z', 'DURATION:P1D', `RRULE:FREQ=DAILY;COUNT=${count}`])
      expect((await readElsewhere(daily(to('busyCalendarOccurrences')))).code).toBe('ok')
      expect((await readElsewhere(daily(to('busyCalendarOccurrences') + 1))).code).toBe(
        'too_many_occurrences',
      )
    },
    async busyCalendarTimes() {
      const most = to('busyCalendarTimes')
      const { code, times } = await readElsewhere(entriesOf(most))
      expect([code, times.length]).toEqual(['ok', most])
      expect((await readElsewhere(entriesOf(most + 1))).code).toBe('too_many_busy_times')
    },
    async busyCalendarMilliseconds() {
      let spent = 0
      const original = api.service.elapsedMs
      // Each look at the stopwatch is a third of what there is.
      Object.assign(api.service, { elapsedMs: () => (spent += to('busyCalendarMilliseconds') / 3) })
      expect((await readElsewhere(entriesOf(1))).code).toBe('ok')
      spent = 0
      expect((await readElsewhere(entriesOf(4))).code).toBe('too_complex')
      Object.assign(api.service, { elapsedMs: original })
    },
  })
})
