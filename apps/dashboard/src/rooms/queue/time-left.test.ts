import { expect, it } from 'vitest'
import { timeLeft } from './time-left.ts'

it.each([
  [252_000, '4:12'],
  [600_000, '10:00'],
  [3_600_000, '60:00'],
  [59_001, '1:00'],
  [1, '0:01'],
  [0, '0:00'],
])('writes %i milliseconds that are left as %s', (ms, written) => {
  expect(timeLeft(ms)).toBe(written)
})
