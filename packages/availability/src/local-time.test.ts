import { describe, expect, it } from 'vitest'
import { instantOfLocalTime, localTimeOf } from './local-time.ts'

const at = (text: string) => Date.parse(text)
const clock = (text: string) => {
  const [date = '', time = ''] = text.split('T')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { date, minute: hour * 60 + minute }
}

describe('a wall-clock time', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-23T09:00', '2026-11-23T12:00Z'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00Z'],
    ['Europe/Lisbon', '2026-03-29T02:00', '2026-03-29T01:00Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00Z'],
    ['Asia/Kathmandu', '2026-11-01T00:00', '2026-10-31T18:15Z'],
  ])('%s %s is %s, and the other way round', (timeZone, local, instant) => {
    expect(instantOfLocalTime(clock(local), timeZone)).toBe(at(instant))
    expect(localTimeOf(at(instant), timeZone)).toEqual(clock(local))
  })

  it('that comes twice is the first', () => {
    const twice = clock('2026-11-01T01:30')
    expect(instantOfLocalTime(twice, 'America/New_York')).toBe(at('2026-11-01T05:30Z'))
    expect(localTimeOf(at('2026-11-01T06:30Z'), 'America/New_York')).toEqual(twice)
  })

  it.each([
    ['America/New_York', '2026-03-08T02:00'],
    ['America/New_York', '2026-03-08T02:59'],
    ['Europe/Lisbon', '2026-03-29T01:30'],
    ['America/Santiago', '2026-09-06T00:30'],
    ['Pacific/Apia', '2011-12-30T09:00'],
  ])('%s %s is none: the clock skips it', (timeZone, local) => {
    expect(instantOfLocalTime(clock(local), timeZone)).toBeNull()
  })
})
