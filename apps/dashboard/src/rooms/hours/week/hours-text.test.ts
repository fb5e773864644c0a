import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHours, writeHours } from './hours-text.ts'
import { dayOf, spansOf } from './week-spans.ts'

const MORNING = { opens_minute: 480, closes_minute: 720 }

it.each([
  ['08:00–12:00', [MORNING]],
  ['8-12', [MORNING]],
  ['8h às 12h', [MORNING]],
  ['8h00 - 12.00', [MORNING]],
  ['8 to 12; 13:30-18', [MORNING, { opens_minute: 810, closes_minute: 1080 }]],
  ['14-18, 8-12', [MORNING, { opens_minute: 840, closes_minute: 1080 }]],
  ['22:00–02:00', [{ opens_minute: 1320, closes_minute: 120 }]],
  ['00:00–24:00', [{ opens_minute: 0, closes_minute: 1440 }]],
  ['', []],
  [' , ', []],
])('reads %s', (typed, intervals) => {
  expect(readHours(typed)).toEqual({ intervals })
})

it.each([
  ['8', 'unreadable', '8'],
  ['8-12-14', 'unreadable', '8-12-14'],
  ['8-12, amanhã', 'unreadable', 'amanhã'],
  ['8:75-12', 'unreadable', '8:75-12'],
  ['8-25', 'unreadable', '8-25'],
  ['8-8', 'unreadable', '8-8'],
  ['24:00-02:00', 'unreadable', '24:00-02:00'],
  ['8-12, 11-13', 'overlapping', '08:00–12:00, 11:00–13:00'],
  ['22-4, 23-24', 'overlapping', '22:00–04:00, 23:00–24:00'],
  [Array.from({ length: 13 }, (_, hour) => `${hour}-${hour + 1}`).join(), 'too_many', '12-13'],
])('does not read %s', (typed, fault, part) => {
  expect(readHours(typed)).toEqual({ fault, part })
})

it('reads what it writes of any day', () => {
  const Minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(fc.array(fc.tuple(Minute, Minute), { maxLength: 4 }), (ends) => {
      const spans = spansOf(
        ends.map(([opens, closes]) => ({
          weekday: 1,
          opens_minute: Math.min(opens, closes),
          closes_minute: Math.max(opens, closes) + 1,
        })),
      )
      const day = dayOf(spans, 1).map(({ opens_minute, closes_minute }) => ({
        opens_minute,
        closes_minute,
      }))
      expect(readHours(writeHours(day))).toEqual({ intervals: day })
    }),
  )
})
