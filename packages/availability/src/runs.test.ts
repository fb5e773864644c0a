import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctStarts, type Run } from './runs.ts'

const slow = (runs: readonly Run[], stepMs: number) => {
  const starts = runs.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, index) => first + index * stepMs),
  )
  return [...new Set(starts)].sort((one, other) => one - other)
}

describe('the starts of several runs', () => {
  it.each([
    ['none', [], []],
    ['one', [{ first: 5, count: 3 }], [5, 15, 25]],
    [
      'in order',
      [
        { first: 0, count: 2 },
        { first: 11, count: 1 },
      ],
      [0, 10, 11],
    ],
    [
      'the same',
      [
        { first: 0, count: 2 },
        { first: 0, count: 3 },
      ],
      [0, 10, 20],
    ],
    [
      'one touching the last start of another',
      [
        { first: 0, count: 2 },
        { first: 10, count: 2 },
      ],
      [0, 10, 20],
    ],
    [
      'backwards',
      [
        { first: 30, count: 1 },
        { first: -30, count: 2 },
      ],
      [-30, -20, 30],
    ],
  ])('%s', (_, runs, starts) => {
    expect([...distinctStarts(runs, 10)]).toEqual(starts)
  })

  it.each([
    ['coarse', 1],
    ['too fine for bits', 997],
  ])('on a lattice that is %s come once and in order', (_, unit) => {
    const run = fc.record({
      first: fc
        .integer({ min: -500, max: 500 })
        .map((units) => units * unit + (unit > 1 ? units % 7 : 0)),
      count: fc.integer({ min: 1, max: 40 }),
    })
    fc.assert(
      fc.property(
        fc.array(run, { maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        (runs, step) => {
          expect([...distinctStarts(runs, step * unit)]).toEqual(slow(runs, step * unit))
        },
      ),
    )
  })
})
