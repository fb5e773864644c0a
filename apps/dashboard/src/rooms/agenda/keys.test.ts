import { expect, it } from 'vitest'
import type { Direction } from './axis.ts'
import { focusAfter, movedBy, stepOf } from './keys.ts'

const entry = (column: number, from: number, lane = 0) => ({ column, from, to: from + 30, lane })

/** Two entries at nine, of which one is in the second lane; nothing in the third column. */
const ENTRIES = [
  entry(0, 600),
  entry(0, 540, 1),
  entry(0, 540),
  entry(1, 480),
  entry(1, 590),
  entry(3, 700),
]

it.each<[Direction, string, number | null, number]>([
  ['down', 'ArrowDown', null, 2],
  ['down', 'ArrowDown', 2, 1],
  ['down', 'ArrowDown', 1, 0],
  ['down', 'ArrowDown', 0, -1],
  ['down', 'ArrowUp', 0, 1],
  ['down', 'ArrowUp', 2, -1],
  ['down', 'ArrowRight', 0, 4],
  ['down', 'ArrowRight', 4, 5],
  ['down', 'ArrowRight', 5, -1],
  ['down', 'ArrowLeft', 5, 4],
  ['down', 'ArrowLeft', 3, 2],
  ['across', 'ArrowRight', 2, 1],
  ['across', 'ArrowDown', 0, 4],
])('%s: %s leads from %s to %i', (direction, key, present, expected) => {
  const step = stepOf(key, direction)
  if (step === null) throw new Error(`${key} is no arrow.`)
  expect(focusAfter(ENTRIES, present, step)).toBe(expected)
})

it('no other key is an arrow, and of no entries none takes the focus', () => {
  expect(stepOf('Enter', 'down')).toBeNull()
  expect(focusAfter([], null, { along: 1 })).toBe(-1)
})

const ROOM = { columns: 3, step: 15, length: 1440 }
const spot = (column: number, from: number) => ({ column, span: { from, to: from + 50 } })

it.each<[string, ReturnType<typeof spot>, ReturnType<typeof spot>]>([
  ['ArrowDown', spot(0, 600), spot(0, 615)],
  // The first press brings it onto a step.
  ['ArrowDown', spot(0, 607), spot(0, 615)],
  ['ArrowUp', spot(0, 600), spot(0, 585)],
  ['ArrowUp', spot(0, 0), spot(0, 0)],
  ['ArrowDown', spot(0, 1425), spot(0, 1425)],
  ['ArrowRight', spot(0, 600), spot(1, 600)],
  ['ArrowRight', spot(2, 600), spot(2, 600)],
  ['ArrowLeft', spot(0, 600), spot(0, 600)],
])('%s moves a visit from %o to %o', (key, from, to) => {
  const step = stepOf(key, 'down')
  if (step === null) throw new Error(`${key} is no arrow.`)
  expect(movedBy(from, step, ROOM)).toEqual(to)
})
