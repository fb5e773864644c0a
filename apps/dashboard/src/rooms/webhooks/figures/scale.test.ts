import { expect, it } from 'vitest'
import { heightsOf, topOf } from './scale.ts'

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [7, 10],
  [11, 20],
  [21, 40],
  [39, 40],
  [41, 100],
  [100, 100],
  [1999, 2000],
])('has a round figure at its top, whose half is a whole one too: %i attempts, %i', (most, top) => {
  expect(topOf([{ succeeded: most, failed: 0 }])).toBe(top)
  expect(topOf([{ succeeded: 0, failed: most }])).toBe(top)
})

it('stacks what failed on what succeeded, within the height that there is', () => {
  expect(heightsOf({ succeeded: 30, failed: 10 }, 40, 200)).toEqual({ succeeded: 150, failed: 50 })
})
