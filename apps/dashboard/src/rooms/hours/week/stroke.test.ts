import { describe, expect, it } from 'vitest'
import { areaOf, movedBy, placeAt } from './stroke.ts'

const SHOWN = { from: 24, until: 88 }
const BOX = { left: 100, top: 50, width: 700, height: 640 }

describe('placeAt', () => {
  it('finds the cell under a point', () => {
    expect(placeAt(BOX, SHOWN, { x: 100, y: 50 })).toEqual({ column: 0, cell: 24 })
    expect(placeAt(BOX, SHOWN, { x: 350, y: 131 })).toEqual({ column: 2, cell: 32 })
  })

  it('finds the nearest one outside of the grid', () => {
    expect(placeAt(BOX, SHOWN, { x: -900, y: -900 })).toEqual({ column: 0, cell: 24 })
    expect(placeAt(BOX, SHOWN, { x: 800, y: 690 })).toEqual({ column: 6, cell: 87 })
    expect(placeAt(BOX, SHOWN, { x: 9000, y: 9000 })).toEqual({ column: 6, cell: 87 })
  })
})

it('A stroke covers the same area in whatever direction it goes', () => {
  const [one, other] = [
    { column: 1, cell: 40 },
    { column: 6, cell: 32 },
  ]
  const area = { weekdays: [2, 3, 4, 5, 6, 0], fromCell: 32, untilCell: 41 }
  expect(areaOf({ from: one, to: other, brush: 'add' })).toEqual(area)
  expect(areaOf({ from: other, to: one, brush: 'add' })).toEqual(area)
})

it('Keys move inside of what is shown, and no further', () => {
  const corner = { column: 0, cell: 24 }
  for (const key of ['ArrowUp', 'ArrowLeft', 'PageUp', 'Home']) {
    expect(movedBy(key, corner, SHOWN)).toEqual(corner)
  }
  expect(movedBy('PageDown', corner, SHOWN)).toEqual({ column: 0, cell: 28 })
  expect(movedBy('End', corner, SHOWN)).toEqual({ column: 0, cell: 87 })
  expect(movedBy('ArrowRight', { column: 6, cell: 30 }, SHOWN)).toEqual({ column: 6, cell: 30 })
  expect(movedBy('a', corner, SHOWN)).toBeNull()
})
