import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter, readRetryAfter } from './retry-after.ts'

describe('parseRetryAfter', () => {
  const at = new Date('1994-11-06T08:49:00Z')
  test.each([
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', 0],
    ['1.5', 1500],
    ['0.0001', 1],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:48:37 GMT', 0],
    ['Sun, 06 Nov 1994 08:49:60 GMT', 60_000],
    ['', null],
    [null, null],
    ['-1', null],
    ['+1', null],
    ['1,5', null],
    ['Infinity', null],
    ['NaN', null],
    ['1994-11-06T08:49:37Z', null],
    ['Sun, 06 Nov 1994 08:49:37 EST', null],
    ['Sun, 31 Feb 1994 08:49:37 GMT', null],
    ['Sun, 06 Nov 1994 24:00:00 GMT', null],
    ['Sun, 06 Nov 1994 08:49:37 GMT, Sun', null],
    ['9'.repeat(40), null],
  ])('%j', (header, expected) => {
    expect(parseRetryAfter(header, at)).toBe(expected)
  })

  test('a two-digit year is the nearest one not over 50 years ahead', () => {
    const now = new Date('2026-11-23T12:00:00Z')
    expect(parseRetryAfter('Monday, 23-Nov-26 12:00:10 GMT', now)).toBe(10_000)
    expect(parseRetryAfter('Tuesday, 23-Nov-99 12:00:10 GMT', now)).toBe(0)
  })

  test('does not depend on the zone of the machine', () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'America/Sao_Paulo'
    try {
      expect(parseRetryAfter('Sun Nov  6 08:49:37 1994', at)).toBe(37_000)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test('every date that JavaScript writes is read back', () => {
    const dates = fc.date({ min: at, max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000
        const expected = Math.max(0, seconds - at.getTime())
        expect(parseRetryAfter(date.toUTCString(), at)).toBe(expected)
      }),
    )
  })
})

describe('readRetryAfter', () => {
  test.each([
    ['{"retry_after":0.65}', 650],
    ['{"retry_after":0}', 0],
    ['{"retry_after":0.0001}', 1],
    ['{"retry_after":-1}', null],
    ['{"retry_after":"1"}', null],
    ['{"message":"slower"}', null],
    ['[]', null],
    ['null', null],
    ['1', null],
    ['{', null],
    [null, null],
  ])('the body %j asks for %j ms', (body, wait) => {
    expect(readRetryAfter(body)).toBe(wait)
  })
})
