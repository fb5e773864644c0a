import { expect, it } from 'vitest'
import { merged, openOn, without } from './hours.ts'

const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
const on = (weekday: number, opens_minute: number, closes_minute: number) => ({
  weekday,
  opens_minute,
  closes_minute,
})
const NONE: ReadonlySet<string> = new Set()

it('hours of the weekday, of the date in their place, and none on a holiday', () => {
  const week = [on(1, 480, 720), on(1, 780, 1080)]
  const plain = { week, overrides: [] }
  expect(openOn(plain, NONE, MONDAY)).toEqual([
    { from: 480, to: 720 },
    { from: 780, to: 1080 },
  ])
  expect(openOn(plain, NONE, TUESDAY)).toEqual([])
  expect(openOn(plain, new Set([MONDAY]), MONDAY)).toEqual([])
  const own = { week, overrides: [{ date: MONDAY, intervals: [on(1, 600, 660)] }] }
  expect(openOn(own, new Set([MONDAY]), MONDAY)).toEqual([{ from: 600, to: 660 }])
})

it('a night goes on after midnight, unless the next date has hours of its own or is a holiday', () => {
  const night = { week: [on(1, 1320, 120), on(2, 60, 300)], overrides: [] }
  expect(openOn(night, NONE, MONDAY)).toEqual([{ from: 1320, to: 1440 }])
  expect(openOn(night, NONE, TUESDAY)).toEqual([{ from: 0, to: 300 }])
  expect(openOn(night, new Set([TUESDAY]), TUESDAY)).toEqual([])
  const cut = { ...night, overrides: [{ date: TUESDAY, intervals: [] }] }
  expect(openOn(cut, NONE, TUESDAY)).toEqual([])
  expect(openOn({ week: [on(0, 1320, 60)], overrides: [] }, NONE, MONDAY)).toEqual([
    { from: 0, to: 60 },
  ])
})

it('what overlaps or touches is one, and what is left lies between', () => {
  const spans = [
    { from: 60, to: 90 },
    { from: 10, to: 20 },
    { from: 20, to: 30 },
    { from: 5, to: 5 },
    { from: 70, to: 80 },
  ]
  expect(merged(spans)).toEqual([
    { from: 10, to: 30 },
    { from: 60, to: 90 },
  ])
  expect(without({ from: 0, to: 80 }, spans)).toEqual([
    { from: 0, to: 10 },
    { from: 30, to: 60 },
  ])
  expect(without({ from: 15, to: 100 }, spans)).toEqual([
    { from: 30, to: 60 },
    { from: 90, to: 100 },
  ])
  expect(without({ from: 0, to: 5 }, [])).toEqual([{ from: 0, to: 5 }])
  expect(without({ from: 10, to: 20 }, [{ from: 0, to: 1440 }])).toEqual([])
})
