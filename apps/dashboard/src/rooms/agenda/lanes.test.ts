import { expect, it } from 'vitest'
import { inLanes } from './lanes.ts'

const lanesOf = (...spans: readonly (readonly [from: number, to: number])[]) =>
  inLanes(spans.map(([from, to]) => ({ from, to }))).map(({ from, lane, lanes }) => [
    from,
    lane,
    lanes,
  ])

it('what overlaps stands side by side, what touches does not', () => {
  expect(lanesOf([0, 30], [30, 60])).toEqual([
    [0, 0, 1],
    [30, 0, 1],
  ])
  expect(lanesOf([0, 60], [30, 90], [60, 120], [200, 210])).toEqual([
    [0, 0, 2],
    [30, 1, 2],
    [60, 0, 2],
    [200, 0, 1],
  ])
})

it('the longer one comes first, and three at once have three lanes', () => {
  expect(lanesOf([0, 30], [0, 60], [10, 20])).toEqual([
    [0, 0, 3],
    [0, 1, 3],
    [10, 2, 3],
  ])
})

it('one without a length does not hide another', () => {
  expect(lanesOf([0, 0], [0, 0])).toEqual([
    [0, 0, 2],
    [0, 1, 2],
  ])
})
