/** Where something stands in a column, or in a row of a timeline, and how drags snap. */
import type { CSSProperties } from 'react'
import { along, type Axis, type Direction } from './axis.ts'
import type { View } from './days.ts'
import type { Span } from './hours.ts'

/** Minutes to which a drag snaps. A week is drawn too small for finer ones. */
export const STEP: Readonly<Record<View, number>> = { day: 5, week: 15 }

/** The start that a click means is the last of these before it. */
export const CLICK_STEP = 15

/** Pixels that are left free beside and below a block. */
const GAP = 1

type Side = { readonly lane: number; readonly lanes: number }

export function placed(
  direction: Direction,
  axis: Axis,
  { from, to }: Span,
  { lane, lanes }: Side = { lane: 0, lanes: 1 },
): CSSProperties {
  const at = along(axis, from)
  const size = Math.max(0, along(axis, to) - at - GAP)
  const across = [`${share(lane, lanes)}%`, `calc(${share(1, lanes)}% - ${GAP}px)`]
  return direction === 'down'
    ? { top: at, height: size, left: across[0], width: across[1] }
    : { left: at, width: size, top: across[0], height: across[1] }
}

function share(part: number, whole: number): number {
  return Math.round((100_000 * part) / whole) / 1000
}

/** A start for something of this length, on a step, such that it begins on the date. @param length of the date */
export function snapped(minute: number, step: number, length: number): number {
  return Math.min(length - step, Math.max(0, Math.round(minute / step) * step))
}

/** What two ends of a drag over free time select: whole steps, at least one. @param length of the date */
export function selected(one: number, other: number, step: number, length: number): Span {
  const from = Math.floor(Math.min(one, other) / step) * step
  const to = Math.ceil(Math.max(one, other) / step) * step
  return { from, to: Math.min(length, Math.max(to, from + step)) }
}
