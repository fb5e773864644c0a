import { describe, expect, it } from 'vitest'
import { isWithinHours } from './opening-hours.ts'

const ZONE = 'America/Sao_Paulo'
const at = (local: string) => Date.parse(`${local}:00-03:00`)

describe('hours of a queue', () => {
  // 2026-11-21 is a Saturday.
  const nights = [
    { weekday: 6, opens_minute: 22 * 60, closes_minute: 2 * 60 },
    { weekday: 1, opens_minute: 8 * 60, closes_minute: 12 * 60 },
  ]

  it.each([
    ['2026-11-21T21:59', false],
    ['2026-11-21T22:00', true],
    ['2026-11-21T23:59', true],
    ['2026-11-22T00:00', true],
    ['2026-11-22T01:59', true],
    ['2026-11-22T02:00', false],
    ['2026-11-22T22:00', false],
    ['2026-11-23T00:30', false],
    ['2026-11-23T07:59', false],
    ['2026-11-23T08:00', true],
    ['2026-11-23T11:59', true],
    ['2026-11-23T12:00', false],
  ])('%s: %j', (local, isOpen) => {
    expect(isWithinHours(nights, at(local), ZONE)).toBe(isOpen)
  })

  it('a whole day goes to the same minute of the next', () => {
    const day = [{ weekday: 3, opens_minute: 600, closes_minute: 600 }]
    expect(isWithinHours(day, at('2026-11-26T09:59'), ZONE)).toBe(true)
    expect(isWithinHours(day, at('2026-11-26T10:00'), ZONE)).toBe(false)
  })

  it('none: always', () => {
    expect(isWithinHours([], at('2026-11-22T03:00'), ZONE)).toBe(true)
  })
})
