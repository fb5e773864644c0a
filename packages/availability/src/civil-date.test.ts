import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dateOf, dayOf, isDate, weekdayOf } from './civil-date.ts'

const DAY = 86_400_000

describe('dates and day numbers', () => {
  it('agree with Date from year 1 to 9999, and beyond', () => {
    const days = fc.oneof(
      fc.integer({ min: -719_162, max: 2_932_896 }),
      fc.integer({ min: -100_000_000, max: 100_000_000 }),
    )
    fc.assert(
      fc.property(days, (day) => {
        const date = new Date(day * DAY)
        expect(dateOf(day)).toBe(date.toISOString().split('T')[0])
        expect(dayOf(dateOf(day))).toBe(day)
        expect(weekdayOf(day)).toBe(date.getUTCDay())
      }),
      { numRuns: 2000 },
    )
  })

  it('survive the turn of the cache', () => {
    for (let day = -5000; day < 5000; day += 1) dateOf(day)
    expect([dateOf(-5000), dateOf(-904), dateOf(3192), dateOf(0)]).toEqual([
      '1956-04-24',
      '1967-07-12',
      '1978-09-28',
      '1970-01-01',
    ])
  })

  it('step over leap days, centuries and the ends of the four-digit years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2100-02-28', 1)).toBe('2100-03-01')
    expect(addDays('2000-03-01', -1)).toBe('2000-02-29')
    expect(addDays('0001-01-01', -1)).toBe('0000-12-31')
    expect(addDays('9999-12-31', 1)).toBe('+010000-01-01')
    expect(addDays('+010000-01-01', -1)).toBe('9999-12-31')
    expect(addDays('0000-01-01', -1)).toBe('-000001-12-31')
  })

  it.each([
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    ' 2026-01-01',
    '2026-01-01T00:00',
    '+275760-09-14',
    '',
  ])('%j is no date', (text) => {
    expect(isDate(text)).toBe(false)
    expect(() => dayOf(text)).toThrow(RangeError)
  })

  it.each([0.5, Number.NaN, Infinity, 100_000_001])('%d is no day number', (day) => {
    expect(() => dateOf(day)).toThrow(RangeError)
  })
})
