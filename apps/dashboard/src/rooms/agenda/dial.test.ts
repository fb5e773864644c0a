import { expect, it } from 'vitest'
import { dialOf } from './dial.ts'

const ZONE = 'America/New_York'
const SPRING = '2026-03-08'
const FALL = '2026-11-01'

it.each([
  ['2026-11-20', 'day', 1440, null],
  [SPRING, 'day', 1380, null],
  [FALL, 'day', 1500, null],
  [SPRING, 'week', 1440, { from: 120, to: 180 }],
  [FALL, 'week', 1440, null],
] as const)('%s in a %s has %i minutes', (date, view, length, skipped) => {
  const dial = dialOf(view, date, ZONE)
  expect([dial.length, dial.skipped]).toEqual([length, skipped])
})

const at = (text: string): number => Date.parse(text)

it.each([
  // The hour from two to three does not exist.
  [SPRING, 119, '01:59', '2026-03-08T01:59:00-05:00'],
  [SPRING, 120, '03:00', '2026-03-08T03:00:00-04:00'],
  [SPRING, 480, '09:00', '2026-03-08T09:00:00-04:00'],
  // The hour from one to two comes twice.
  [FALL, 90, '01:30', '2026-11-01T01:30:00-04:00'],
  [FALL, 150, '01:30', '2026-11-01T01:30:00-05:00'],
  [FALL, 600, '09:00', '2026-11-01T09:00:00-05:00'],
] as const)(
  'minute %2$i of %1$s is one instant, there and back',
  (date, minute, clock, instant) => {
    const dial = dialOf('day', date, ZONE)
    expect(dial.instantAt(minute)).toBe(instant)
    expect(dial.minuteOf(at(instant))).toBe(minute)
    expect(dial.clockAt(minute)).toBe(clock)
  },
)

it('a time of the clock is the first of two, and the next where it is skipped', () => {
  const [spring, fall] = [dialOf('day', SPRING, ZONE), dialOf('day', FALL, ZONE)]
  expect([540, 150, 1440].map((clock) => spring.ofClock(clock))).toEqual([480, 120, 1380])
  expect([540, 90, 1440].map((clock) => fall.ofClock(clock))).toEqual([600, 90, 1500])
})

it('what is before or after the date is its edge', () => {
  const dial = dialOf('day', FALL, ZONE)
  expect(dial.minuteOf(at('2026-10-31T20:00:00-04:00'))).toBe(0)
  expect(dial.minuteOf(at('2026-11-02T00:00:00-05:00'))).toBe(1500)
  expect(dial.clockAt(1500)).toBe('24:00')
})

it('in a week every day has the times of the clock', () => {
  const spring = dialOf('week', SPRING, ZONE)
  expect(spring.minuteOf(at('2026-03-08T09:00:00-04:00'))).toBe(540)
  expect(spring.instantAt(150)).toBeNull()
  expect(spring.minuteOf(at('2026-03-09T00:00:00-04:00'))).toBe(1440)
})
