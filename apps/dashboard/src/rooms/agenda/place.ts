/** Where something stands along the minutes of a date, and which minute stands under a finger. */
import type { CSSProperties } from 'react'
import type { View } from './days.ts'
import type { Span } from './hours.ts'

/** Minutes to which a drag snaps. A week is drawn too small for finer ones. */
export const STEP: Readonly<Record<View, number>> = { day: 5, week: 15 }

/** The start that a click means is the last of these before it. */
export const CLICK_STEP = 15

const DAY = 1440

/** Percent of the stretch that is shown. */
function shareOf(minute: number, shown: Span): number {
  const share = (100 * (minute - shown.from)) / (shown.to - shown.from)
  return Math.round(Math.min(100, Math.max(0, share)) * 1000) / 1000
}

/** A day goes from left to right, a week from top to bottom. */
export function placed(
  view: View,
  span: Span,
  shown: Span,
  { lane, lanes }: { readonly lane: number; readonly lanes: number } = { lane: 0, lanes: 1 },
): CSSProperties {
  const from = shareOf(span.from, shown)
  const along = [`${from}%`, `${Math.round((shareOf(span.to, shown) - from) * 1000) / 1000}%`]
  const across = [`${(100 * lane) / lanes}%`, `${100 / lanes}%`]
  return view === 'day'
    ? { left: along[0], width: along[1], top: across[0], height: across[1] }
    : { top: along[0], height: along[1], left: across[0], width: across[1] }
}

type Point = { readonly x: number; readonly y: number }
type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Not snapped; within the stretch that is shown. */
export function minuteAt(view: View, point: Point, box: Box, shown: Span): number {
  const [at, length] =
    view === 'day' ? [point.x - box.left, box.width] : [point.y - box.top, box.height]
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, at / length))
  return shown.from + share * (shown.to - shown.from)
}

/** A start for something of this length, on a step, such that it begins on the date. */
export function snapped(minute: number, step: number): number {
  return Math.min(DAY - step, Math.max(0, Math.round(minute / step) * step))
}

/** What two ends of a drag over free time select: whole steps, at least one. */
export function selected(one: number, other: number, step: number): Span {
  const from = Math.floor(Math.min(one, other) / step) * step
  const to = Math.ceil(Math.max(one, other) / step) * step
  return { from, to: Math.min(DAY, Math.max(to, from + step)) }
}
