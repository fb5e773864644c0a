import { describe, expect, it } from 'vitest'
import { daysAfter, amongOf, nearestTo, startsOf } from './slots.ts'

const at = (clock: string): string => `2026-11-24T${clock}:00-03:00`
const slot = (clock: string, id: number, seats = 1) => ({
  start: at(clock),
  remaining_capacity: seats,
  professional: { id, name: `P${id}` },
})

describe('startsOf', () => {
  it('offers each start once, with everybody who is free and the most seats', () => {
    const starts = startsOf([slot('09:00', 1, 2), slot('09:00', 2, 5), slot('09:30', 2)])
    expect(
      starts.map(({ start, seats, professionals }) => [start, seats, professionals.length]),
    ).toEqual([
      [at('09:00'), 5, 2],
      [at('09:30'), 1, 1],
    ])
  })
})

describe('amongOf', () => {
  it('compares instants', () => {
    const starts = startsOf([slot('09:00', 1)])
    expect(amongOf('2026-11-24T12:00:00Z', starts)).toBe(starts[0])
    expect(amongOf(at('09:01'), starts)).toBeNull()
  })
})

describe('nearestTo', () => {
  it('gives the nearest, in order', () => {
    const starts = startsOf(['08:00', '09:00', '11:00', '16:00'].map((clock) => slot(clock, 1)))
    expect(nearestTo(at('10:00'), starts, 2).map(({ start }) => start)).toEqual([
      at('09:00'),
      at('11:00'),
    ])
    expect(nearestTo(at('10:00'), [], 2)).toEqual([])
  })
})

describe('daysAfter', () => {
  it('goes over months in both directions', () => {
    expect(daysAfter('2026-11-30', 1)).toBe('2026-12-01')
    expect(daysAfter('2024-03-01', -1)).toBe('2024-02-29')
  })
})
