/** What follows the pointer, or the arrow keys: where a visit would be, drawn by hand while it moves. */
import { along, type Axis, type Direction } from './axis.ts'
import type { Span } from './hours.ts'

export type Place = { readonly professionalId: number; readonly date: string; readonly span: Span }

/** What is written in a ghost. */
export type Said = {
  readonly text: string
  /** Why it cannot be there, and what can be done; null: it can. */
  readonly obstacle: string | null
}

export type Board = {
  readonly direction: Direction
  readonly axis: Axis
  readonly scroller: HTMLElement
  /** Fixed to the window. */
  readonly ghost: HTMLElement
  describe(place: Place): Said
}

/** Pixels that a ghost has, however short the visit. */
const LEAST = 4

export function cellOf({ scroller }: Board, { professionalId, date }: Place): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(
    `[data-professional="${professionalId}"][data-date="${date}"]`,
  )
}

export function showGhost(board: Board, place: Place): void {
  const { axis, direction, ghost } = board
  const cell = cellOf(board, place)
  if (cell === null) return
  const box = cell.getBoundingClientRect()
  const from = along(axis, place.span.from)
  const size = Math.max(LEAST, along(axis, place.span.to) - from)
  const [left, top] = direction === 'down' ? [box.left, box.top + from] : [box.left + from, box.top]
  const [width, height] = direction === 'down' ? [box.width, size] : [size, box.height]
  const { text, obstacle } = board.describe(place)
  ghost.hidden = false
  ghost.style.transform = `translate(${left}px, ${top}px)`
  ghost.style.width = `${width}px`
  ghost.style.height = `${height}px`
  const written = obstacle === null ? text : `${text}\n${obstacle}`
  const [label] = ghost.children
  if (label !== undefined && label.textContent !== written) {
    label.textContent = written
    ghost.toggleAttribute('data-impossible', obstacle !== null)
  }
}
