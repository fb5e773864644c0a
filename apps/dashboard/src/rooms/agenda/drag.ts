/**
 * One drag, from the press of the button until it is let go. While it lasts nothing is drawn by React: what follows the
 * pointer is one element, moved by hand, so a drag is smooth however much the agenda shows.
 */
import { minuteIn } from './axis.ts'
import { showGhost, type Board, type Place } from './ghost.ts'
import type { Span } from './hours.ts'
import { CLICK_STEP, selected, snapped } from './place.ts'

export type Dragging = Board & {
  /** Minutes to which a visit snaps. */
  readonly step: number
  /** Minutes of a date. */
  lengthOf(date: string): number
  /** Called once, unless nothing was dragged, or the drag was given up. */
  onDrop(place: Place, at: Point): void
  /** Called in every case. @param isClick whether the pointer was released where it was pressed */
  onEnd(isClick: boolean): void
}

export type Point = { readonly x: number; readonly y: number }

type Pointed = { readonly clientX: number; readonly clientY: number }

/** Pixels before a press is a drag. */
const THRESHOLD = 5
/** Pixels at the edge of the agenda in which it scrolls, and how far in each frame. */
const EDGE = 36
const SCROLL_STEP = 14

/** @param moved what is dragged; null: free time is selected */
export function drag(press: PointerEvent, moved: Span | null, dragging: Dragging): void {
  const { scroller, ghost, step } = dragging
  const begun = cellAt(press)
  if (begun === null) return
  const pressedAt = minuteUnder(dragging, press, begun)
  let last: PointerEvent = press
  let place: Place | null = null
  let isDragged = false
  let frame = 0

  const placeUnder = (event: PointerEvent): Place | null => {
    const cell = moved === null ? begun : (cellAt(event) ?? null)
    if (cell === null) return place
    const minute = minuteUnder(dragging, event, cell)
    const whose = whoseOf(cell)
    const length = dragging.lengthOf(whose.date)
    if (moved === null) return { ...whose, span: selected(pressedAt, minute, CLICK_STEP, length) }
    const from = snapped(moved.from + minute - pressedAt, step, length)
    return { ...whose, span: { from, to: from + (moved.to - moved.from) } }
  }

  /** Runs while the pointer is held: scrolls at the edges, and puts the ghost where the pointer is. */
  const follow = (): void => {
    const box = scroller.getBoundingClientRect()
    const push = (at: number, low: number, high: number): number =>
      at < low + EDGE ? -SCROLL_STEP : at > high - EDGE ? SCROLL_STEP : 0
    scroller.scrollBy(
      push(last.clientX, box.left, box.right),
      push(last.clientY, box.top, box.bottom),
    )
    place = placeUnder(last)
    if (place !== null) showGhost(dragging, place)
    frame = requestAnimationFrame(follow)
  }

  const onMove = (event: PointerEvent): void => {
    last = event
    if (isDragged) return
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
    if (far < THRESHOLD) return
    isDragged = true
    document.body.style.userSelect = 'none'
    frame = requestAnimationFrame(follow)
  }
  const end = (isDropped: boolean): void => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKey, true)
    document.body.style.userSelect = ''
    ghost.hidden = true
    dragging.onEnd(isDropped && !isDragged)
    if (isDropped && isDragged && place !== null) {
      dragging.onDrop(place, { x: last.clientX, y: last.clientY })
    }
  }
  const onUp = (event: PointerEvent): void => {
    last = event
    if (isDragged) place = placeUnder(event)
    end(true)
  }
  const onCancel = (): void => end(false)
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', onUp)
  addEventListener('pointercancel', onCancel)
  addEventListener('keydown', onKey, true)
}

/** The minute of free time that a click means, in the cell under it. */
export function clickedPlace(
  event: Pointed & { readonly target: EventTarget },
  board: Pick<Board, 'axis' | 'direction'>,
): Place | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(CELL) : null
  if (cell === null) return null
  const from = Math.floor(minuteUnder(board, event, cell) / CLICK_STEP) * CLICK_STEP
  return { ...whoseOf(cell), span: { from, to: from + CLICK_STEP } }
}

const CELL = '[data-professional][data-date]'

function cellAt({ clientX, clientY }: Pointed): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(CELL) ?? null
}

export function whoseOf({ dataset }: HTMLElement): Omit<Place, 'span'> {
  return { professionalId: Number(dataset['professional']), date: dataset['date'] ?? '' }
}

function minuteUnder(
  { axis, direction }: Pick<Board, 'axis' | 'direction'>,
  { clientX, clientY }: Pointed,
  cell: HTMLElement,
): number {
  const { left, top } = cell.getBoundingClientRect()
  return minuteIn(axis, direction === 'down' ? clientY - top : clientX - left)
}
