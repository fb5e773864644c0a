import { expect, it } from 'vitest'
import { valueText } from './value-text.ts'

const WORDS = { yes: 'yes', no: 'no', nothing: '—', moment: (at: string) => `at ${at}` }

it.each([
  [null, '—'],
  [undefined, '—'],
  ['', '—'],
  [[], '—'],
  [{}, '—'],
  [0, '0'],
  [true, 'yes'],
  [false, 'no'],
  ['2026-11-23T09:30:00-03:00', 'at 2026-11-23T09:30:00-03:00'],
  ['2026-11-23T12:30:00.123Z', 'at 2026-11-23T12:30:00.123Z'],
  ['2026-11-23', '2026-11-23'],
  ['at 2026-11-23T09:30:00-03:00', 'at 2026-11-23T09:30:00-03:00'],
  [[1, null, true], '1, —, yes'],
  [{ day: 1, hours: [{ from: '09:00' }] }, 'day: 1; hours: from: 09:00'],
])('%j reads %s', (value, text) => {
  expect(valueText(value, WORDS)).toBe(text)
})

it('cuts what is very long', () => {
  expect(valueText('a'.repeat(10_000), WORDS)).toHaveLength(301)
  expect(
    valueText(
      Array.from({ length: 5000 }, () => 'abc'),
      WORDS,
    ),
  ).toHaveLength(301)
})
