import { expect, it } from 'vitest'
import { dayIn, instantIn } from './dates.ts'

const SP = 'America/Sao_Paulo'

it.each([
  [SP, '2026-11-23T01:30:00Z', '2026-11-22'],
  [SP, '2026-11-23T03:00:00Z', '2026-11-23'],
  [SP, '2026-11-23T09:00:00-03:00', '2026-11-23'],
  ['Asia/Tokyo', '2026-11-22T15:00:00Z', '2026-11-23'],
  ['UTC', new Date('2026-01-01T00:00:00Z'), '2026-01-01'],
])('in %s, %s is on %s', (zone, instant, day) => {
  expect(dayIn(zone, instant)).toBe(day)
})

it.each([
  [SP, '2026-11-23', '09:00', '2026-11-23T09:00:00-03:00'],
  [SP, '2026-11-23', '00:00', '2026-11-23T00:00:00-03:00'],
  ['Asia/Kolkata', '2026-02-28', '23:59', '2026-02-28T23:59:00+05:30'],
  ['UTC', '2026-11-23', '09:00', '2026-11-23T09:00:00+00:00'],
  // Noronha is ahead of São Paulo.
  ['America/Noronha', '2026-11-23', '09:00', '2026-11-23T09:00:00-02:00'],
  // The clocks go forward: 02:30 does not come, and is moved past the gap.
  ['Europe/Lisbon', '2026-03-29', '01:30', '2026-03-29T02:30:00+01:00'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T03:30:00-04:00'],
  ['America/New_York', '2026-03-08', '03:00', '2026-03-08T03:00:00-04:00'],
  // They go back: 01:30 comes twice.
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T01:30:00-04:00'],
  ['America/New_York', '2026-11-01', '02:00', '2026-11-01T02:00:00-05:00'],
  // São Paulo skipped its midnight.
  [SP, '2018-11-04', '00:00', '2018-11-04T01:00:00-02:00'],
])('in %s, %s at %s is %s', (zone, day, clock, instant) => {
  expect(instantIn(zone, day, clock)).toBe(instant)
})

it('every half hour of a year comes back as it was', () => {
  for (const zone of [SP, 'America/New_York', 'Australia/Lord_Howe']) {
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 7.5 * 3_600_000) {
      const day = dayIn(zone, new Date(ms))
      const clock = new Date(ms).toLocaleTimeString('en-GB', { timeZone: zone }).slice(0, 5)
      const instant = Date.parse(instantIn(zone, day, clock))
      // A time that comes twice is the first one.
      expect([0, 1_800_000, 3_600_000]).toContain(ms - instant)
    }
  }
})

it.each([
  [SP, '2026-13-01', '09:00', TypeError],
  [SP, '23/11/2026', '09:00', TypeError],
  [SP, '2026-11-23', '9:00', TypeError],
  [SP, '2026-11-23', '25:00', TypeError],
  [SP, '2026-02-30', '09:00', TypeError],
  ['Mars/Olympus', '2026-11-23', '09:00', RangeError],
])('in %s, %s at %s is refused', (zone, day, clock, kind) => {
  expect(() => instantIn(zone, day, clock)).toThrow(kind)
})

it('what is no instant is refused', () => {
  expect(() => dayIn(SP, 'tomorrow')).toThrow(TypeError)
})
