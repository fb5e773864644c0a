import { expect, it } from 'vitest'
import { together } from './opening.ts'

const hours = (weekday: number, opens: number, closes: number) => ({
  weekday,
  opens_minute: opens * 60,
  closes_minute: closes * 60,
})

it.each([
  ['apart', [hours(1, 13, 18), hours(1, 8, 12)], [hours(1, 8, 12), hours(1, 13, 18)]],
  ['the same twice', [hours(1, 8, 12), hours(1, 8, 12)], [hours(1, 8, 12)]],
  ['one in the other', [hours(1, 8, 18), hours(1, 9, 12)], [hours(1, 8, 18)]],
  ['touching', [hours(1, 8, 12), hours(1, 12, 18)], [hours(1, 8, 18)]],
  ['of two days', [hours(1, 8, 12), hours(2, 9, 12)], [hours(1, 8, 12), hours(2, 9, 12)]],
  ['past midnight', [hours(5, 18, 23), hours(5, 22, 2)], [hours(5, 18, 2)]],
  ['until midnight', [hours(5, 8, 20), hours(5, 18, 24)], [hours(5, 8, 24)]],
  ['a day and more', [hours(5, 6, 0), hours(5, 20, 10)], [hours(5, 6, 6)]],
])('hours of several people: %s', (_, given, joined) => {
  expect(together(given)).toEqual(joined)
})
