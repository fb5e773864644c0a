import { expect, it } from 'vitest'
import { intervalsOf, minuteIn, rowsOf } from './desk-hours.ts'

it('reads what it wrote', () => {
  const hours = [
    { weekday: 1, opens_minute: 480, closes_minute: 725 },
    { weekday: 6, opens_minute: 1320, closes_minute: 0 },
  ]
  const rows = rowsOf(hours)
  expect(rows.map(({ opens, closes }) => [opens, closes])).toEqual([
    ['08:00', '12:05'],
    ['22:00', '00:00'],
  ])
  expect(intervalsOf(rows)).toEqual(hours)
})

it.each(['', '24:00', '9:30', '09:60', '0930', '09:30x'])('takes %s for no time', (text) => {
  expect(minuteIn(text)).toBeNull()
  expect(intervalsOf([{ key: '0', weekday: 1, opens: '08:00', closes: text }])).toBeNull()
})
