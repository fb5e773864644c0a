import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { readInput } from '../contract/validation.ts'
import { z } from 'zod'
import { occurrencesOf } from './recurrence.ts'
import { RecurrenceInput } from './recurrence-rule.ts'

const NOW = Date.parse('2026-11-20T08:00:00-03:00')
const Input = z.object({ recurrence: RecurrenceInput })

/** `code message` of each fault of the text. */
function faults(recurrence: unknown): string[] {
  const reading = readInput(Input, { recurrence })
  return 'faults' in reading ? reading.faults.map(({ field, code }) => `${field} ${code}`) : []
}

/** Local starts; a time that the clock skips has a `!`. */
function dates(recurrence: string, start: string, timeZone = 'America/Sao_Paulo'): string[] {
  const rule = RecurrenceInput.parse(recurrence)
  const found = occurrencesOf(rule, Date.parse(start), { timeZone, now: NOW })
  return found.map((one) => (one.start === null ? `${one.local}!` : one.local))
}

/** The instants in UTC, without seconds. */
function instants(recurrence: string, start: string, timeZone: string): (string | null)[] {
  const rule = RecurrenceInput.parse(recurrence)
  return occurrencesOf(rule, Date.parse(start), { timeZone, now: NOW }).map(({ start: at }) =>
    at === null ? null : new Date(at).toISOString().slice(0, 16),
  )
}

function refusal(recurrence: string, start: string, timeZone = 'America/Sao_Paulo'): string {
  try {
    return `none: ${dates(recurrence, start, timeZone).length}`
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors.map(({ field, code }) => `${field} ${code}`).join()
  }
}

describe('the dates of a rule', () => {
  it.each([
    [
      'FREQ=DAILY;COUNT=3',
      '2026-11-23T09:00-03:00',
      ['2026-11-23T09:00', '2026-11-24T09:00', '2026-11-25T09:00'],
    ],
    [
      'freq=weekly;interval=2;byday=mo,we;count=4',
      '2026-11-23T09:00-03:00',
      ['2026-11-23T09:00', '2026-11-25T09:00', '2026-12-07T09:00', '2026-12-09T09:00'],
    ],
    [
      'FREQ=DAILY;BYDAY=FR,MO;COUNT=3',
      '2026-11-27T09:00-03:00',
      ['2026-11-27T09:00', '2026-11-30T09:00', '2026-12-04T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4',
      '2026-12-31T09:00-03:00',
      ['2026-12-31T09:00', '2027-01-31T09:00', '2027-03-31T09:00', '2027-05-31T09:00'],
    ],
    [
      'FREQ=MONTHLY;COUNT=3',
      '2026-12-31T09:00-03:00',
      ['2026-12-31T09:00', '2027-01-31T09:00', '2027-03-31T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4',
      '2026-11-30T09:00-03:00',
      ['2026-11-30T09:00', '2026-12-31T09:00', '2027-01-31T09:00', '2027-02-28T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=2FR,-1MO;COUNT=3',
      '2026-11-30T09:00-03:00',
      ['2026-11-30T09:00', '2026-12-11T09:00', '2026-12-28T09:00'],
    ],
    // Each leap day.
    [
      'FREQ=MONTHLY;INTERVAL=12;UNTIL=20370101',
      '2028-02-29T09:00-03:00',
      ['2028-02-29T09:00', '2032-02-29T09:00', '2036-02-29T09:00'],
    ],
    ['FREQ=DAILY;COUNT=1', '2026-11-23T09:00-03:00', ['2026-11-23T09:00']],
  ])('%s from %s', (rule, start, expected) => {
    expect(dates(rule, start)).toEqual(expected)
  })

  it('keep their time of the clock when it is changed', () => {
    expect(instants('FREQ=WEEKLY;COUNT=3', '2027-03-07T09:00-05:00', 'America/New_York')).toEqual([
      '2027-03-07T14:00',
      '2027-03-14T13:00',
      '2027-03-21T13:00',
    ])
    expect(instants('FREQ=WEEKLY;COUNT=2', '2026-10-24T09:00+01:00', 'Europe/Lisbon')).toEqual([
      '2026-10-24T08:00',
      '2026-10-31T09:00',
    ])
  })

  it('that the clock skips are among them, and counted', () => {
    expect(dates('FREQ=DAILY;COUNT=3', '2027-03-13T02:30-05:00', 'America/New_York')).toEqual([
      '2027-03-13T02:30',
      '2027-03-14T02:30!',
      '2027-03-15T02:30',
    ])
    expect(dates('FREQ=WEEKLY;COUNT=2', '2027-03-21T01:30Z', 'Europe/Lisbon')).toEqual([
      '2027-03-21T01:30',
      '2027-03-28T01:30!',
    ])
  })

  it('are the first of two where a time comes twice, and the start stays what it is', () => {
    const rule = 'FREQ=DAILY;COUNT=2'
    expect(instants(rule, '2026-10-31T01:30-04:00', 'America/New_York')).toEqual([
      '2026-10-31T05:30',
      '2026-11-01T05:30',
    ])
    expect(instants(rule, '2026-11-01T01:30-05:00', 'America/New_York')).toEqual([
      '2026-11-01T06:30',
      '2026-11-02T06:30',
    ])
  })

  it('end with UNTIL: a date to its end, a time of the clock, an instant', () => {
    const count = (until: string) =>
      dates(`FREQ=DAILY;UNTIL=${until}`, '2026-11-23T22:00-03:00').length
    expect(count('20261125')).toBe(3)
    expect(count('20261125T220000')).toBe(3)
    expect(count('20261125T215900')).toBe(2)
    // 22:00 of the 24th is 01:00 of the 25th in UTC.
    expect(count('20261125T010000Z')).toBe(2)
    expect(count('20261125T005959Z')).toBe(1)
    expect(count('20261125T220000Z')).toBe(2)
  })

  it('end by instants around a time that comes twice', () => {
    const rule = (until: string) => `FREQ=DAILY;UNTIL=${until}`
    const start = '2026-10-31T01:30-04:00'
    expect(instants(rule('20261101T052959Z'), start, 'America/New_York')).toHaveLength(1)
    expect(instants(rule('20261101T053000Z'), start, 'America/New_York')).toHaveLength(2)
    expect(instants(rule('20261101T061500Z'), start, 'America/New_York')).toHaveLength(2)
  })
})

describe('a rule is refused', () => {
  it.each([
    ['', 'too_short'],
    ['   ', 'too_short'],
    [5, 'invalid_type'],
    ['x'.repeat(LIMITS.recurrenceCharacters + 1), 'too_long'],
    ['weekly', 'invalid_format'],
    ['FREQ=', 'invalid_format'],
    ['FREQ=WEEKLY;COUNT=2;', 'invalid_format'],
    ['FREQ==WEEKLY;COUNT=2', 'invalid_format'],
    ['FREQ=WEEKLY\nCOUNT=2', 'invalid_format'],
    ['COUNT=3', 'required'],
    ['FREQ=WEEKLY', 'required'],
    ['FREQ=YEARLY;COUNT=2', 'invalid_value'],
    ['FREQ=SECONDLY;COUNT=2', 'invalid_value'],
    ['FREQ=DAILY;COUNT=2;FREQ=DAILY', 'duplicate_item'],
    ['FREQ=DAILY;COUNT=2;BYHOUR=9', 'invalid_value'],
    ['FREQ=DAILY;COUNT=2;BYSETPOS=1', 'invalid_value'],
    ['RRULE:FREQ=DAILY;COUNT=2', 'invalid_value'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20261231', 'mutually_exclusive'],
    ['FREQ=DAILY;COUNT=0', 'out_of_range'],
    ['FREQ=DAILY;COUNT=101', 'out_of_range'],
    ['FREQ=DAILY;COUNT=1000000000', 'out_of_range'],
    ['FREQ=DAILY;COUNT=99999999999999999999', 'invalid_format'],
    ['FREQ=DAILY;COUNT=-1', 'invalid_format'],
    ['FREQ=DAILY;COUNT=1e2', 'invalid_format'],
    ['FREQ=DAILY;INTERVAL=0;COUNT=2', 'out_of_range'],
    ['FREQ=DAILY;INTERVAL=9999999999;COUNT=2', 'out_of_range'],
    ['FREQ=MONTHLY;INTERVAL=1200;COUNT=2', 'out_of_range'],
    ['FREQ=DAILY;UNTIL=20260230', 'invalid_format'],
    ['FREQ=DAILY;UNTIL=2026-12-31', 'invalid_format'],
    ['FREQ=DAILY;UNTIL=20261231T250000Z', 'invalid_format'],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=MO,XX', 'invalid_value'],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=1MO', 'invalid_value'],
    ['FREQ=MONTHLY;COUNT=2;BYDAY=6MO', 'invalid_value'],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=MO,MO', 'duplicate_item'],
    ['FREQ=MONTHLY;COUNT=2;BYDAY=1MO,+1MO', 'duplicate_item'],
    ['FREQ=WEEKLY;COUNT=2;BYMONTHDAY=1', 'invalid_value'],
    ['FREQ=MONTHLY;COUNT=2;BYMONTHDAY=0', 'out_of_range'],
    ['FREQ=MONTHLY;COUNT=2;BYMONTHDAY=32', 'out_of_range'],
    ['FREQ=MONTHLY;COUNT=2;BYMONTHDAY=1,', 'out_of_range'],
  ])('%j: %s', (rule, code) => {
    expect(faults(rule)).toEqual([`recurrence ${code}`])
  })

  it.each([
    ['FREQ=DAILY;UNTIL=20270303', '2026-11-23T09:00-03:00', 'recurrence too_many'],
    ['FREQ=DAILY;UNTIL=20270302', '2026-11-23T09:00-03:00', 'none: 100'],
    ['FREQ=DAILY;UNTIL=20261122', '2026-11-23T09:00-03:00', 'recurrence out_of_range'],
    ['FREQ=DAILY;UNTIL=20261123T115959Z', '2026-11-23T09:00-03:00', 'recurrence invalid_value'],
    ['FREQ=WEEKLY;UNTIL=99991231', '2026-11-23T09:00-03:00', 'recurrence out_of_range'],
    ['FREQ=MONTHLY;INTERVAL=2;COUNT=100', '2026-11-23T09:00-03:00', 'recurrence out_of_range'],
    // It falls on no date at all.
    [
      'FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1;COUNT=2',
      '2026-11-23T09:00-03:00',
      'recurrence invalid_value',
    ],
    ['FREQ=WEEKLY;BYDAY=TU;COUNT=2', '2026-11-23T09:00-03:00', 'start invalid_value'],
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2', '2026-11-30T09:00-03:00', 'start invalid_value'],
    ['FREQ=DAILY;COUNT=2', '9999-12-31T09:00Z', 'start out_of_range'],
    ['FREQ=DAILY;COUNT=2', '0001-01-01T09:00Z', 'start out_of_range'],
  ])('%s from %s: %s', (rule, start, expected) => {
    expect(refusal(rule, start)).toBe(expected)
  })
})

/** Texts that look like rules: right and wrong parts in any order, with numbers that are too large or none. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'FREQ=DAILY',
        'FREQ=WEEKLY',
        'FREQ=MONTHLY',
        'INTERVAL=1',
        'INTERVAL=0',
        'COUNT=100',
        'COUNT=1000000000',
        'UNTIL=20361120',
        'UNTIL=00010101T000000Z',
        'UNTIL=99991231T235959Z',
        'BYDAY=MO,TU,WE,TH,FR,SA,SU',
        'BYDAY=5MO,-5TU,5WE',
        'BYDAY=FR',
        'BYMONTHDAY=-31,31,29',
        'BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31',
        'BYMONTHDAY=-1',
        'WKST=SU',
        '\0',
        '=',
      ),
      fc.integer({ min: -1, max: 5000 }).map((number) => `INTERVAL=${number}`),
      fc.integer({ min: -1, max: 102 }).map((number) => `COUNT=${number}`),
      fc.string({ maxLength: 20 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(';'))
/** Rules of the right form, whose dates are far apart, close together, or none. */
const wellFormed = fc
  .record({
    freq: fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY'),
    interval: fc.constantFrom('', ';INTERVAL=2', ';INTERVAL=7', ';INTERVAL=366', ';INTERVAL=12'),
    by: fc.constantFrom(
      '',
      ';BYDAY=MO',
      ';BYDAY=SU,MO,TU,WE',
      ';BYMONTHDAY=-31',
      ';BYDAY=5MO,-5TU',
    ),
    end: fc.constantFrom(';COUNT=100', ';COUNT=9', ';UNTIL=20361120', ';UNTIL=20270101T000000Z'),
  })
  .map(({ freq, interval, by, end }) => `${freq}${interval}${by}${end}`)
const starts = fc.constantFrom(
  '2026-11-23T09:00-03:00',
  '2028-02-29T00:00Z',
  '2026-12-31T23:59-05:00',
  '2027-03-14T02:30-05:00',
  '2126-10-01T00:00Z',
)
const zones = fc.constantFrom('America/New_York', 'Europe/Lisbon', 'Pacific/Apia', 'UTC')

/** Milliseconds of CPU that a text takes. It is at most 100 dates, or a refusal. */
function costOf(
  text: string,
  start: string,
  timeZone: string,
): { cost: number; isLaidOut: boolean } {
  const began = process.cpuUsage()
  let isLaidOut = false
  try {
    const reading = readInput(Input, { recurrence: text })
    if (!('faults' in reading)) {
      const { recurrence } = reading.value
      const found = occurrencesOf(recurrence, Date.parse(start), { timeZone, now: NOW })
      isLaidOut = true
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThanOrEqual(LIMITS.seriesOccurrences)
      const times = found.flatMap(({ start: at }) => at ?? [])
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.status).toBe(400)
  }
  const { user, system } = process.cpuUsage(began)
  return { cost: (user + system) / 1000, isLaidOut }
}

it('whatever the text, the answer is at most 100 dates or a refusal, and comes quickly', () => {
  let laidOut = 0
  fc.assert(
    fc.property(fc.oneof(hostile, wellFormed), starts, zones, (text, start, timeZone) => {
      const first = costOf(text, start, timeZone)
      if (first.isLaidOut) laidOut += 1
      // What the process compiles or collects at that moment is not the text's.
      const costs = [first.cost]
      while (costs.length < 4 && Math.min(...costs) > 50)
        costs.push(costOf(text, start, timeZone).cost)
      expect(Math.min(...costs), text).toBeLessThan(50)
    }),
    { numRuns: 1500 },
  )
  expect(laidOut).toBeGreaterThan(100)
})
