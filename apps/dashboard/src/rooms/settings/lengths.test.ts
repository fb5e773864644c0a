import { expect, it } from 'vitest'
import { lengthOf, minutesOf } from './lengths.ts'

it.each([
  [0, { count: 0, unit: 'minutes' }],
  [30, { count: 30, unit: 'minutes' }],
  [60, { count: 1, unit: 'hours' }],
  [90, { count: 90, unit: 'minutes' }],
  [1440, { count: 1, unit: 'days' }],
  [1500, { count: 25, unit: 'hours' }],
  [43_200, { count: 30, unit: 'days' }],
] as const)('%i minutes are %o', (minutes, length) => {
  expect(lengthOf(minutes)).toEqual(length)
  expect(minutesOf(length)).toBe(minutes)
})
