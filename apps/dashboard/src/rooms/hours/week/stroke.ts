/** A stroke of the brush over the grid: from where it began to where it is now. */
import type { Area, Brush } from './week-spans.ts'
import { WEEKDAYS } from './weekdays.ts'

/** A cell by its column on the screen and its number in the day. */
export type Place = { readonly column: number; readonly cell: number }

export type Stroke = { readonly from: Place; readonly to: Place; readonly brush: Brush }

export function areaOf({ from, to }: Stroke): Area {
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)]
  return {
    weekdays: WEEKDAYS.slice(left, right + 1),
    fromCell: Math.min(from.cell, to.cell),
    untilCell: Math.max(from.cell, to.cell) + 1,
  }
}

type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The cells of the day that are shown; `until` is not included. */
export type Shown = { readonly from: number; readonly until: number }

/** The cell under a point; outside of the grid the nearest one. */
export function placeAt(box: Box, shown: Shown, point: { x: number; y: number }): Place {
  const within = (share: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(share * count)))
  return {
    column: within((point.x - box.left) / box.width, WEEKDAYS.length),
    cell: shown.from + within((point.y - box.top) / box.height, shown.until - shown.from),
  }
}

const HOUR_CELLS = 4

/** Where a key leads to; null for keys that do not move. */
export function movedBy(key: string, { column, cell }: Place, shown: Shown): Place | null {
  const to = (columns: number, cells: number): Place => ({
    column: Math.min(WEEKDAYS.length - 1, Math.max(0, column + columns)),
    cell: Math.min(shown.until - 1, Math.max(shown.from, cell + cells)),
  })
  switch (key) {
    case 'ArrowUp':
      return to(0, -1)
    case 'ArrowDown':
      return to(0, 1)
    case 'ArrowLeft':
      return to(-1, 0)
    case 'ArrowRight':
      return to(1, 0)
    case 'PageUp':
      return to(0, -HOUR_CELLS)
    case 'PageDown':
      return to(0, HOUR_CELLS)
    case 'Home':
      return { column, cell: shown.from }
    case 'End':
      return { column, cell: shown.until - 1 }
    default:
      return null
  }
}
