import { addDays } from '@scheduling/availability'
import { expect, it } from 'vitest'
import { monthIn, monthView } from './month.ts'

/** Every other day is free, some are told at a time, and each look is noted. */
function every2(until: string) {
  const asked: string[] = []
  const days = async (from = '') => {
    asked.push(from)
    const found: string[] = []
    for (let date = from; found.length < 10 && date <= until; date = addDays(date, 1)) {
      if (Number(date.slice(8)) % 2 === 0) found.push(date)
    }
    return found
  }
  return { days, asked }
}

it.each([
  ['2026-12', '2026-12'],
  ['2026-13', null],
  ['2026-12-01', null],
  ['9999-12', null],
  ['', null],
  [null, null],
])('the month of %j is %j', (value, month) => {
  expect(monthIn(value)).toBe(month)
})

it('marks every free day, in a few looks, under its weekday', async () => {
  const { days, asked } = every2('2027-01-31')
  const view = await monthView('2026-12', { days, today: '2026-11-20', language: 'pt' })
  expect(view.days.filter(({ isFree }) => isFree).map(({ day }) => day)).toEqual([
    2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
  ])
  expect(asked).toEqual(['2026-12-01', '2026-12-21', '2026-12-31'])
  expect([view.name, view.days.length, view.before, view.after]).toEqual([
    'dezembro de 2026',
    31,
    '2026-11',
    '2027-01',
  ])
  // 1 December is a Tuesday.
  expect([view.weekdays[0], view.blank.length]).toEqual(['dom', 2])
})

it('looks at no day before today, and at nothing in a month that is over', async () => {
  const { days, asked } = every2('2026-11-30')
  const view = await monthView('2026-11', { days, today: '2026-11-20', language: 'en' })
  expect(asked[0]).toBe('2026-11-20')
  expect(view.before).toBe('')
  const over = every2('2026-11-30')
  await monthView('2026-10', { days: over.days, today: '2026-11-20', language: 'en' })
  expect(over.asked).toEqual([])
})
