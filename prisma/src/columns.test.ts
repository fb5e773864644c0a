import { expect, test } from 'vitest'
import { day, instant } from './columns.ts'

test.each([
  ['2026-11-23 12:00:00+00', '2026-11-23T12:00:00.000Z'],
  ['2026-11-23 12:00:00.1+00', '2026-11-23T12:00:00.100Z'],
  ['2026-11-23 12:00:00.12+00', '2026-11-23T12:00:00.120Z'],
  ['2026-11-23 12:00:00.123999+00', '2026-11-23T12:00:00.123Z'],
  ['1969-12-31 23:59:59.9999+00', '1969-12-31T23:59:59.999Z'],
  ['0099-02-28 23:59:59+00', '0099-02-28T23:59:59.000Z'],
  ['9999-12-31 23:59:59.999999+00', '9999-12-31T23:59:59.999Z'],
])('%s is read as %s', (text, iso) => {
  expect(instant.read?.(text)).toBe(Date.parse(iso))
})

test.each([
  '10000-01-01 00:00:00+00',
  '0044-03-15 10:00:00+00 BC',
  '2026-11-23 09:00:00-03',
  'infinity',
])('%s is refused', (text) => {
  expect(() => instant.read?.(text)).toThrow(RangeError)
})

test('a date is read as midnight UTC', () => {
  expect(day.read?.('1900-01-01')).toEqual(new Date('1900-01-01T00:00:00Z'))
})
