/**
 * One drag, from the press of the button until it is let go. While it lasts nothing is drawn by React: what follows the
 * pointer is one element, moved by hand, so a drag is smooth however much the agenda shows.
 */
import type { View } from './days.ts'
import type { Span } from './hours.ts'
import { CLICK_STEP, minuteAt, selected, snapped, STEP } from './place.ts'

export type Place = { readonly professionalId: number; readonly date: string; readonly span: Span }

export type Dragging = {
  readonly view: View
  readonly scroller: HTMLElement
  /** Follows the pointer. Fixed to the window. */
  readonly ghost: HTMLElement
  /** What stands in the ghost. */
  describe(place: Place): string
  /** Called once, unless nothing was dragged, or the drag was given up. */
  onDrop(place: Place): void
  /** Called in every case. @param isClick whether the pointer was released where it was pressed */
  onEnd(isClick: boolean): void
}

/** Pixels before a press is a drag. */
const THRESHOLD = 5
/** Pixels at the edge of the agenda in which it scrolls, and how far in each frame. */
const EDGE = 36
const SCROLL_STEP = 14

/** @param moved what is dragged; null: free time is selected */
export function drag(press: PointerEvent, moved: Span | null, dragging: Dragging): void {
  const { view, scroller, ghost } = dragging
  const begun = cellAt(press)
  if (begun === null) return
  const pressedAt = minuteAt(view, pointOf(press), begun.getBoundingClientRect(), shownIn(begun))
  let last: PointerEvent = press
  let place: Place | null = null
  let isDragged = false
  let frame = 0

  const placeUnder = (event: PointerEvent): Place | null => {
    const cell = moved === null ? begun : (cellAt(event) ?? null)
    if (cell === null) return place
    const minute = minuteAt(view, pointOf(event), cell.getBoundingClientRect(), shownIn(cell))
    const whose = whoseOf(cell)
    if (moved === null) return { ...whose, span: selected(pressedAt, minute, CLICK_STEP) }
    const from = snapped(moved.from + minute - pressedAt, STEP[view])
    return { ...whose, span: { from, to: from + (moved.to - moved.from) } }
  }

  const show = (): void => {
    if (place === null) return
    const cell = scroller.querySelector<HTMLElement>(
      `[data-professional="${place.professionalId}"][data-date="${place.date}"]`,
    )
    if (cell === null) return
    const box = cell.getBoundingClientRect()
    const shown = shownIn(cell)
    const along = (minute: number): number => (minute - shown.from) / (shown.to - shown.from)
    const [from, to] = [along(place.span.from), along(Math.min(place.span.to, shown.to))]
    const frameBox =
      view === 'day'
        ? {
            left: box.left + from * box.width,
            top: box.top,
            width: (to - from) * box.width,
            height: box.height,
          }
        : {
            left: box.left,
            top: box.top + from * box.height,
            width: box.width,
            height: (to - from) * box.height,
          }
    ghost.hidden = false
    ghost.style.transform = `translate(${frameBox.left}px, ${frameBox.top}px)`
    ghost.style.width = `${Math.max(frameBox.width, 4)}px`
    ghost.style.height = `${Math.max(frameBox.height, 4)}px`
    const text = dragging.describe(place)
    if (ghost.textContent !== text) ghost.textContent = text
  }

  /** Runs while the pointer is held: scrolls at the edges, and puts the ghost where the pointer is. */
  const step = (): void => {
    const box = scroller.getBoundingClientRect()
    const push = (at: number, low: number, high: number): number =>
      at < low + EDGE ? -SCROLL_STEP : at > high - EDGE ? SCROLL_STEP : 0
    scroller.scrollBy(
      push(last.clientX, box.left, box.right),
      push(last.clientY, box.top, box.bottom),
    )
    place = placeUnder(last)
    show()
    frame = requestAnimationFrame(step)
  }

  const onMove = (event: PointerEvent): void => {
    last = event
    if (isDragged) return
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
    if (far < THRESHOLD) return
    isDragged = true
    document.body.style.userSelect = 'none'
    frame = requestAnimationFrame(step)
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
    if (isDropped && isDragged && place !== null) dragging.onDrop(place)
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
  event: { readonly clientX: number; readonly clientY: number; readonly target: EventTarget },
  view: View,
): { professionalId: number; date: string; minute: number } | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(CELL) : null
  if (cell === null) return null
  const minute = minuteAt(view, pointOf(event), cell.getBoundingClientRect(), shownIn(cell))
  return { ...whoseOf(cell), minute: Math.floor(minute / CLICK_STEP) * CLICK_STEP }
}

const CELL = '[data-professional][data-date]'

function cellAt(event: { readonly clientX: number; readonly clientY: number }): HTMLElement | null {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(CELL) ?? null
}

function whoseOf({ dataset }: HTMLElement): { professionalId: number; date: string } {
  return { professionalId: Number(dataset['professional']), date: dataset['date'] ?? '' }
}

/** The minutes that a cell shows. */
function shownIn({ dataset }: HTMLElement): Span {
  return { from: Number(dataset['from']), to: Number(dataset['to']) }
}

function pointOf(event: { readonly clientX: number; readonly clientY: number }) {
  return { x: event.clientX, y: event.clientY }
}
