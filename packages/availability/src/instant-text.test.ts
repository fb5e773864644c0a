import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { formatInstant, localDateOf, startOfLocalDay } from './instant-text.ts'

const at = (text: string) => Date.parse(text)
const YEAR_1 = at('0001-01-02T00:00Z')
const YEAR_9999 = at('9999-12-30T00:00Z')

describe('an instant as text', () => {
  it.each([
    ['2026-11-23T12:00:00Z', 'America/Sao_Paulo', '2026-11-23T09:00:00-03:00'],
    ['2026-11-23T02:59:59.999Z', 'America/Sao_Paulo', '2026-11-22T23:59:59-03:00'],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04T01:00:00-02:00'],
    ['2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01T01:30:00-04:00'],
    ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T01:30:00-05:00'],
    ['2026-01-01T00:00:00Z', 'Europe/London', '2026-01-01T00:00:00+00:00'],
    ['2026-01-01T00:00:00Z', 'GMT', '2026-01-01T00:00:00+00:00'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', 'Etc/UTC', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31T23:59:59Z'],
    ['0001-01-01T12:00:00Z', 'UTC', '0001-01-01T12:00:00Z'],
    ['9999-12-31T23:59:59.999Z', 'America/Sao_Paulo', '9999-12-31T20:59:59-03:00'],
  ])('%s in %s', (instant, timeZone, text) => {
    expect(formatInstant(at(instant), timeZone)).toBe(text)
  })

  it('agrees with Temporal in whole-minute zones from year 1 to 9999', () => {
    const zones = fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
    const recent = fc.integer({ min: at('1975-01-01'), max: at('2037-12-31') })
    const any = fc.integer({ min: YEAR_1, max: YEAR_9999 })
    fc.assert(
      fc.property(zones, fc.oneof(recent, any), (timeZone, instant) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
        fc.pre(zoned.offsetNanoseconds % 60e9 === 0)
        const text = zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
        expect(formatInstant(instant, timeZone)).toBe(
          timeZone === 'UTC' ? text.replace('+00:00', 'Z') : text,
        )
        expect(localDateOf(instant, timeZone)).toBe(zoned.toPlainDate().toString())
      }),
      { numRuns: 1000 },
    )
  })

  it('names the exact second whatever the offset', () => {
    const zones = fc.constantFrom(
      'America/Sao_Paulo',
      'Africa/Monrovia',
      'Asia/Manila',
      'Europe/Dublin',
    )
    fc.assert(
      fc.property(zones, fc.integer({ min: YEAR_1, max: YEAR_9999 }), (timeZone, instant) => {
        const text = formatInstant(instant, timeZone)
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
        expect(Date.parse(text)).toBe(Math.floor(instant / 1000) * 1000)
      }),
      { numRuns: 1000 },
    )
  })

  it('writes an offset with seconds as the nearest minute, the clock with it', () => {
    // 06:00 by the local mean time of -03:06:28
    expect(formatInstant(at('1900-01-01T09:06:28Z'), 'America/Sao_Paulo')).toBe(
      '1900-01-01T06:00:28-03:06',
    )
  })

  it.each([Number.NaN, Infinity, 8.64e15 + 1])('refuses %d', (instant) => {
    expect(() => formatInstant(instant, 'UTC')).toThrow(RangeError)
  })

  it('refuses an unknown zone', () => {
    expect(() => formatInstant(0, 'America/Atlantis')).toThrow(RangeError)
  })
})

describe('the start of a local date', () => {
  it.each([
    ['2026-11-23', 'America/Sao_Paulo', '2026-11-23T03:00:00Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'], // no midnight: 01:00
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'], // after the repeated hour
    ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00Z'], // 00:00 comes twice: the first
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'], // skipped: where the 31st starts
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('%s in %s is %s', (date, timeZone, instant) => {
    expect(startOfLocalDay(date, timeZone)).toBe(at(instant))
  })

  it('refuses what is no date', () => {
    expect(() => startOfLocalDay('2026-02-30', 'UTC')).toThrow(RangeError)
  })
})
