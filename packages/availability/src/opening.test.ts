import { expect, it } from 'vitest'
import { formatInstant } from './instant-text.ts'
import { openingOf } from './opening.ts'
import type { BlockedTime, DayPiece, Schedule } from './schedule.ts'

const ZONE = 'America/Sao_Paulo'
const NEW_YORK = 'America/New_York'
const hours = (opens: number, closes: number): DayPiece => ({
  opens: opens * 60,
  closes: closes * 60,
})

type Hours = Readonly<Record<number, DayPiece[]>>

/** @param week by weekday, 0 is Sunday */
function works(
  week: Hours,
  overrides: Readonly<Record<string, DayPiece[]>> = {},
  busy: readonly BlockedTime[] = [],
): Schedule {
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => week[weekday] ?? [])
  return { weekly, overrides: new Map(Object.entries(overrides)), busy }
}

const blocked = (start: string, end: string): BlockedTime => ({
  kind: 'blocked',
  start: Date.parse(start),
  end: Date.parse(end),
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
})

const weekdays = (...pieces: DayPiece[]): Hours =>
  Object.fromEntries([1, 2, 3, 4, 5].map((weekday) => [weekday, pieces]))

const OFFICE = works(weekdays(hours(8, 12), hours(13, 18)))
const EVENINGS = works({ 1: [hours(12, 20)] })
const NIGHTS = works({ 6: [hours(22, 2)] })
const UNTIL_MIDNIGHT = works({ 1: [hours(8, 24)], 2: [hours(0, 6)] })
const ALWAYS = works(Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [hours(0, 24)]])))
const LUNCH = blocked('2026-11-23T10:00-03:00', '2026-11-23T11:00-03:00')

// 2026-11-23 is a Monday.
it.each<[string, readonly Schedule[], string, string | null]>([
  ['before it opens', [OFFICE], '2026-11-23T07:59-03:00', 'closed 2026-11-23T08:00:00-03:00'],
  ['the minute it opens', [OFFICE], '2026-11-23T08:00-03:00', 'open 2026-11-23T12:00:00-03:00'],
  ['the minute it closes', [OFFICE], '2026-11-23T12:00-03:00', 'closed 2026-11-23T13:00:00-03:00'],
  ['after hours', [OFFICE], '2026-11-23T18:00-03:00', 'closed 2026-11-24T08:00:00-03:00'],
  ['over a weekend', [OFFICE], '2026-11-20T19:00-03:00', 'closed 2026-11-23T08:00:00-03:00'],
  ['all together', [OFFICE, EVENINGS], '2026-11-23T09:00-03:00', 'open 2026-11-23T20:00:00-03:00'],
  ['past midnight', [NIGHTS], '2026-11-22T01:59-03:00', 'open 2026-11-22T02:00:00-03:00'],
  ['at the end of a night', [NIGHTS], '2026-11-22T02:00-03:00', 'closed 2026-11-28T22:00:00-03:00'],
  [
    'through midnight',
    [UNTIL_MIDNIGHT],
    '2026-11-23T23:00-03:00',
    'open 2026-11-24T06:00:00-03:00',
  ],
  ['day and night', [ALWAYS], '2026-11-23T23:00-03:00', 'open'],
  ['a week ahead', [works({ 1: [hours(8, 12)] })], '2026-11-23T12:00-03:00', null],
  ['no hours', [works({})], '2026-11-23T09:00-03:00', null],
  ['no one', [], '2026-11-23T09:00-03:00', null],
  [
    'a date with hours of its own',
    [works(weekdays(hours(8, 18)), { '2026-11-23': [hours(10, 11)] })],
    '2026-11-23T09:00-03:00',
    'closed 2026-11-23T10:00:00-03:00',
  ],
  [
    'a date that is closed',
    [works(weekdays(hours(8, 18)), { '2026-11-23': [] })],
    '2026-11-23T09:00-03:00',
    'closed 2026-11-24T08:00:00-03:00',
  ],
  ['a holiday', [OFFICE], '2026-12-25T09:00-03:00', 'closed 2026-12-28T08:00:00-03:00'],
  [
    'hours of its own on a holiday',
    [works({}, { '2026-12-25': [hours(8, 10)] })],
    '2026-12-25T09:00-03:00',
    'open 2026-12-25T10:00:00-03:00',
  ],
  [
    'blocked for the one who works',
    [works(weekdays(hours(8, 18)), {}, [LUNCH])],
    '2026-11-23T10:30-03:00',
    'closed 2026-11-23T11:00:00-03:00',
  ],
  [
    'blocked for one of two',
    [works(weekdays(hours(8, 18)), {}, [LUNCH]), OFFICE],
    '2026-11-23T10:30-03:00',
    'open 2026-11-23T18:00:00-03:00',
  ],
])('%s', (_, schedules, now, expected) => {
  expect(said(schedules, now, ZONE)).toBe(expected)
})

// The clock goes forward on 2026-03-08 at 2:00, and back on 2026-11-01 at 2:00.
it.each([
  ['2026-03-08T01:30-05:00', 'open 2026-03-08T04:00:00-04:00'],
  ['2026-11-01T01:30-05:00', 'open 2026-11-01T04:00:00-05:00'],
  ['2026-11-01T04:30-05:00', 'closed 2026-11-07T22:00:00-05:00'],
])('when the clock changes: %s', (now, expected) => {
  expect(said([works({ 6: [hours(22, 4)] })], now, NEW_YORK)).toBe(expected)
})

function said(schedules: readonly Schedule[], now: string, timeZone: string): string | null {
  const place = { timeZone, holidays: new Set(['2026-12-25']), now: Date.parse(now) }
  const opening = openingOf(schedules, place)
  if (opening === null) return null
  const { isOpen, changesAt } = opening
  const when = changesAt === null ? '' : ` ${formatInstant(changesAt, timeZone)}`
  return `${isOpen ? 'open' : 'closed'}${when}`
}
