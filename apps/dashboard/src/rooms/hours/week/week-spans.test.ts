import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areSame,
  CELLS,
  cellsOf,
  dayOf,
  intervalsOf,
  minutesOf,
  paint,
  spansOf,
  weekdaysWithin,
  withDays,
  withoutBreak,
  type Area,
  type Brush,
  type WeekInterval,
} from './week-spans.ts'

const at = (weekday: number, opens: number, closes: number): WeekInterval => ({
  weekday,
  opens_minute: opens,
  closes_minute: closes,
})

const Interval = fc.record({
  weekday: fc.integer({ min: 0, max: 6 }),
  opens_minute: fc.integer({ min: 0, max: 1439 }),
  closes_minute: fc.integer({ min: 0, max: 1440 }),
})
const Week = fc.array(Interval, { maxLength: 12 })
const PaintedArea: fc.Arbitrary<Area> = fc
  .record({
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    cells: fc.tuple(fc.integer({ min: 0, max: CELLS }), fc.integer({ min: 0, max: CELLS })),
  })
  .map(({ weekdays, cells: [one, other] }) => ({
    weekdays,
    fromCell: Math.min(one, other),
    untilCell: Math.max(one, other),
  }))
const Stroke = fc.record({
  area: PaintedArea,
  brush: fc.constantFrom<Brush>('add', 'erase'),
})

/** The same hours, minute by minute: slow, and plainly right. */
function minutes(intervals: readonly WeekInterval[]): boolean[] {
  const open = Array.from({ length: 10_080 }, () => false)
  for (const { weekday, opens_minute, closes_minute } of intervals) {
    const until = closes_minute <= opens_minute ? closes_minute + 1440 : closes_minute
    for (let minute = opens_minute; minute < until; minute += 1) {
      open[(weekday * 1440 + minute) % 10_080] = true
    }
  }
  return open
}

describe('intervals and stretches', () => {
  it('say the same, there and back', () => {
    fc.assert(
      fc.property(Week, (week) => {
        const spans = spansOf(week)
        expect(minutes(intervalsOf(spans))).toEqual(minutes(week))
        expect(areSame(spansOf(intervalsOf(spans)), spans)).toBe(true)
        expect(minutesOf(spans)).toBe(minutes(week).filter(Boolean).length)
      }),
      { numRuns: 60 },
    )
  })

  it('are what the service accepts: none overlaps another, and each has an end', () => {
    fc.assert(
      fc.property(Week, (week) => {
        const intervals = intervalsOf(spansOf(week))
        const lengths = intervals.map(
          ({ opens_minute: opens, closes_minute: closes }) =>
            closes - opens + (closes <= opens ? 1440 : 0),
        )
        expect(lengths.reduce((sum, one) => sum + one, 0)).toBe(
          minutes(week).filter(Boolean).length,
        )
        for (const one of intervals) expect(one.opens_minute).toBeLessThan(1440)
      }),
      { numRuns: 60 },
    )
  })

  it('keep a night with its evening, from Saturday to Sunday too', () => {
    expect(intervalsOf(spansOf([at(1, 1320, 120)]))).toEqual([at(1, 1320, 120)])
    expect(intervalsOf(spansOf([at(6, 1200, 60)]))).toEqual([at(6, 1200, 60)])
  })

  it('cut a stretch of several days at midnight', () => {
    const spans = spansOf([at(1, 0, 1440), at(2, 0, 1440), at(3, 0, 120)])
    expect(intervalsOf(spans)).toEqual([at(1, 0, 1440), at(2, 0, 1440), at(3, 0, 120)])
    expect(intervalsOf(spansOf([at(1, 480, 480)]))).toEqual([at(1, 480, 1440), at(2, 0, 480)])
  })
})

describe('painting', () => {
  it('opens and closes exactly the cells of the area, whatever was there', () => {
    fc.assert(
      fc.property(Week, fc.array(Stroke, { maxLength: 5 }), (week, strokes) => {
        const model = minutes(week)
        let spans = spansOf(week)
        for (const { area, brush } of strokes) {
          spans = paint(spans, area, brush)
          for (const weekday of area.weekdays) {
            const from = weekday * 1440 + area.fromCell * 15
            model.fill(brush === 'add', from, weekday * 1440 + area.untilCell * 15)
          }
        }
        expect(minutes(intervalsOf(spans))).toEqual(model)
      }),
      { numRuns: 60 },
    )
  })

  it('shows a cell that is open in part', () => {
    const cells = cellsOf(spansOf([at(1, 490, 510)]), 1)
    expect([cells[31], cells[32], cells[33], cells[34]]).toEqual([
      'closed',
      'partly',
      'open',
      'closed',
    ])
  })

  it('changes nothing with an empty area', () => {
    const spans = spansOf([at(1, 480, 720)])
    const empty = { weekdays: [1], fromCell: 33, untilCell: 33 }
    expect(areSame(paint(spans, empty, 'add'), spans)).toBe(true)
    expect(areSame(paint(spans, empty, 'erase'), spans)).toBe(true)
  })
})

describe('a day', () => {
  it('is copied to others with its night, and leaves the rest', () => {
    const spans = spansOf([at(1, 480, 720), at(1, 1320, 60), at(2, 600, 660), at(5, 540, 600)])
    const copied = withDays(spans, [2, 3], dayOf(spans, 1))
    expect(intervalsOf(copied)).toEqual([
      at(1, 480, 720),
      at(1, 1320, 60),
      at(2, 480, 720),
      at(2, 1320, 60),
      at(3, 480, 720),
      at(3, 1320, 60),
      at(5, 540, 600),
    ])
  })

  it('is closed without hours, while the night before it goes on', () => {
    const spans = withDays(spansOf([at(1, 1320, 120), at(2, 480, 720)]), [2], [])
    expect(intervalsOf(spans)).toEqual([at(1, 1320, 120)])
  })
})

describe('a break of each week', () => {
  const LUNCH = [720, 780] as const
  it.each([
    ['splits hours', [at(1, 540, 1080)], [1], [at(1, 540, 720), at(1, 780, 1080)]],
    ['trims hours that end in it', [at(1, 540, 750)], [1], [at(1, 540, 720)]],
    ['trims hours that begin in it', [at(1, 750, 1080)], [1], [at(1, 780, 1080)]],
    ['removes hours that it covers', [at(1, 720, 780), at(1, 840, 900)], [1], [at(1, 840, 900)]],
    [
      'is cut out of its weekdays alone',
      [at(1, 660, 780), at(2, 660, 780), at(3, 660, 780)],
      [1, 3],
      [at(1, 660, 720), at(2, 660, 780), at(3, 660, 720)],
    ],
    [
      'is cut out of a night that began the day before',
      [at(0, 1320, 840)],
      [1],
      [at(0, 1320, 720), at(1, 780, 840)],
    ],
    ['changes nothing outside of the hours', [at(1, 540, 720)], [1, 2], [at(1, 540, 720)]],
  ])('%s', (_, week, weekdays, left) => {
    expect(withoutBreak(week, weekdays, ...LUNCH)).toEqual(left)
  })
})

it('tells the days of the week with working time at some hours, the night before too', () => {
  const week = [at(0, 1320, 120), at(1, 540, 720), at(3, 540, 1080), at(6, 780, 840)]
  expect(weekdaysWithin(week, 60, 780)).toEqual([1, 3])
  expect(weekdaysWithin(week, 720, 780)).toEqual([3])
  expect(weekdaysWithin(week, 1200, 1260)).toEqual([])
})
