/** Moves a visit by the arrow keys: a ghost shows where it would be, Enter asks, Escape gives up. */
import { along } from './axis.ts'
import type { Point } from './drag.ts'
import { cellOf, showGhost, type Board, type Place } from './ghost.ts'
import type { Span } from './hours.ts'
import { movedBy, stepOf } from './keys.ts'

type Steering = Board & {
  readonly step: number
  lengthOf(date: string): number
  /** Where it is. */
  readonly place: Place
  /** Columns or rows, in their order. */
  readonly places: readonly Omit<Place, 'span'>[]
  /** Says it to those who do not see the ghost. */
  onTell(text: string): void
  onDrop(place: Place, at: Point): void
  onEnd(): void
}

/** Minutes of a press with Shift. */
const WIDE_STEP = 60

/** @returns ends it, and the visit stays where it is */
export function steer(moved: Span, steering: Steering): () => void {
  const { direction, places } = steering
  let place = steering.place

  const show = (): void => {
    bringIntoView(steering, place)
    showGhost(steering, place)
    const { text, obstacle } = steering.describe(place)
    steering.onTell(obstacle === null ? text : `${text}. ${obstacle}`)
  }
  const end = (): void => {
    removeEventListener('keydown', onKey, true)
    steering.scroller.removeEventListener('scroll', onScroll)
    steering.ghost.hidden = true
    steering.onEnd()
  }
  const onScroll = (): void => showGhost(steering, place)
  const onKey = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, direction)
    if (step === null && !['Enter', 'Escape', ' '].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (step === null) {
      end()
      if (event.key !== 'Escape') steering.onDrop(place, { x: 0, y: 0 })
      return
    }
    const column = places.findIndex(
      (one) => one.professionalId === place.professionalId && one.date === place.date,
    )
    const next = movedBy({ column, span: place.span }, step, {
      columns: places.length,
      step: event.shiftKey ? WIDE_STEP : steering.step,
      length: steering.lengthOf(place.date),
    })
    place = { ...(places[next.column] ?? place), span: next.span }
    show()
  }
  addEventListener('keydown', onKey, true)
  steering.scroller.addEventListener('scroll', onScroll)
  place = { ...place, span: { from: moved.from, to: moved.to } }
  show()
  return end
}

/** Pixels that stay between the ghost and the edge of the agenda. */
const MARGIN = 60

function bringIntoView(board: Board, place: Place): void {
  const { axis, direction, scroller } = board
  const box = cellOf(board, place)?.getBoundingClientRect()
  if (box === undefined) return
  const area = scroller.getBoundingClientRect()
  const [from, to] = [along(axis, place.span.from), along(axis, place.span.to)]
  if (direction === 'down') {
    const top = nearer(box.top + from, box.top + to, area.top, area.bottom)
    scroller.scrollBy(nearer(box.left, box.right, area.left, area.right), top)
  } else {
    const left = nearer(box.left + from, box.left + to, area.left, area.right)
    scroller.scrollBy(left, nearer(box.top, box.bottom, area.top, area.bottom))
  }
}

/** Pixels to scroll, so that a stretch is seen with a margin. */
function nearer(from: number, to: number, low: number, high: number): number {
  if (from < low + MARGIN) return from - low - MARGIN
  return Math.max(0, to - high + MARGIN / 2)
}
