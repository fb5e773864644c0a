/**
 * The open hours of a week as stretches of time, for a grid that is painted: cells to stretches and back, and stretches
 * to the intervals of the service and back. Nothing is rounded: hours that start between two cells stay what they are.
 */
import type { AppRouter, inferRouterInputs } from '@scheduling/client'
import { WEEKDAYS } from './weekdays.ts'

export type WeekInterval = inferRouterInputs<AppRouter>['schedule']['setWeek']['intervals'][number]

/** Minutes after the midnight at which Sunday begins, from 0 to 10080; `until` is not included. */
type Span = { readonly from: number; readonly until: number }

/** In order, apart from each other. The night of Saturday goes on at 0. */
export type WeekSpans = readonly Span[]

export const DAY = 1440
const WEEK = 7 * DAY
export const CELL = 15
export const CELLS = DAY / CELL

/** A night that ends later than this is a new day of work, not the end of the one before. */
const NIGHT_ENDS = 720

export type Brush = 'add' | 'erase'
type CellState = 'open' | 'partly' | 'closed'

/** Cells of some weekdays, `untilCell` not included. */
export type Area = {
  readonly weekdays: readonly number[]
  readonly fromCell: number
  readonly untilCell: number
}

export function spansOf(intervals: readonly WeekInterval[]): WeekSpans {
  return joined(
    intervals.flatMap(({ weekday, opens_minute, closes_minute }) => {
      const from = weekday * DAY + opens_minute
      const length = closes_minute - opens_minute + (closes_minute <= opens_minute ? DAY : 0)
      const until = from + length
      return until <= WEEK
        ? [{ from, until }]
        : [
            { from, until: WEEK },
            { from: 0, until: until - WEEK },
          ]
    }),
  )
}

function joined(spans: readonly Span[]): WeekSpans {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last !== undefined && span.from <= last.until) {
      result[result.length - 1] = { from: last.from, until: Math.max(last.until, span.until) }
    } else if (span.from < span.until) result.push(span)
  }
  return result
}

function without(spans: WeekSpans, gone: Span): WeekSpans {
  return spans.flatMap((span) =>
    [
      { from: span.from, until: Math.min(span.until, gone.from) },
      { from: Math.max(span.from, gone.until), until: span.until },
    ].filter(({ from, until }) => from < until),
  )
}

/** The stretches as the service keeps them: each of one weekday, a short night with the evening that it belongs to. */
export function intervalsOf(spans: WeekSpans): WeekInterval[] {
  const pieces = spans.flatMap(piecesOf)
  const nights = new Map(
    pieces
      .filter((one) => one.opens_minute === 0 && one.closes_minute <= NIGHT_ENDS)
      .map((one) => [one.weekday, one]),
  )
  const taken = new Set<WeekInterval>()
  const evenings = pieces.map((one) => {
    const night = one.closes_minute === DAY ? nights.get((one.weekday + 1) % 7) : undefined
    if (night === undefined || night.closes_minute >= one.opens_minute) return one
    taken.add(night)
    return { ...one, closes_minute: night.closes_minute }
  })
  return evenings.filter((_, index) => {
    const piece = pieces[index]
    return piece === undefined || !taken.has(piece)
  })
}

/** Cut at each midnight. */
function piecesOf({ from, until }: Span): WeekInterval[] {
  const pieces: WeekInterval[] = []
  for (let start = from; start < until;) {
    const weekday = Math.floor(start / DAY)
    const end = Math.min(until, (weekday + 1) * DAY)
    pieces.push({
      weekday,
      opens_minute: start - weekday * DAY,
      closes_minute: end - weekday * DAY,
    })
    start = end
  }
  return pieces
}

export function paint(spans: WeekSpans, area: Area, brush: Brush): WeekSpans {
  if (area.fromCell >= area.untilCell) return spans
  const strokes = area.weekdays.map((weekday) => ({
    from: weekday * DAY + area.fromCell * CELL,
    until: weekday * DAY + area.untilCell * CELL,
  }))
  return brush === 'add'
    ? joined([...spans, ...strokes])
    : strokes.reduce((left, stroke) => without(left, stroke), spans)
}

/** The days of the week with working time from `from` to `to`, in minutes after midnight. Monday first. */
export function weekdaysWithin(
  intervals: readonly WeekInterval[],
  from: number,
  to: number,
): number[] {
  const spans = spansOf(intervals)
  return WEEKDAYS.filter((weekday) =>
    spans.some((span) => span.from < weekday * DAY + to && span.until > weekday * DAY + from),
  )
}

/** The week with a break: a time of some weekdays, in minutes after midnight, in which no one works. */
export function withoutBreak(
  intervals: readonly WeekInterval[],
  weekdays: readonly number[],
  from: number,
  to: number,
): WeekInterval[] {
  const left = weekdays
    .map((weekday) => ({ from: weekday * DAY + from, until: weekday * DAY + to }))
    .reduce(without, spansOf(intervals))
  return intervalsOf(left)
}

/** The state of each cell of a weekday. */
export function cellsOf(spans: WeekSpans, weekday: number): CellState[] {
  return Array.from({ length: CELLS }, (_, cell) => {
    const from = weekday * DAY + cell * CELL
    const open = spans.reduce(
      (sum, span) =>
        sum + Math.max(0, Math.min(span.until, from + CELL) - Math.max(span.from, from)),
      0,
    )
    return open === CELL ? 'open' : open === 0 ? 'closed' : 'partly'
  })
}

/** The hours that begin on this weekday. */
export function dayOf(spans: WeekSpans, weekday: number): WeekInterval[] {
  return intervalsOf(spans).filter((one) => one.weekday === weekday)
}

/** Replaces the hours that begin on these weekdays. */
export function withDays(
  spans: WeekSpans,
  weekdays: readonly number[],
  day: readonly Pick<WeekInterval, 'opens_minute' | 'closes_minute'>[],
): WeekSpans {
  const others = intervalsOf(spans).filter(({ weekday }) => !weekdays.includes(weekday))
  const those = weekdays.flatMap((weekday) => day.map((one) => ({ ...one, weekday })))
  return spansOf([...others, ...those])
}

export function areSame(one: WeekSpans, other: WeekSpans): boolean {
  return (
    one.length === other.length &&
    one.every((span, index) => {
      const beside = other[index]
      return beside !== undefined && span.from === beside.from && span.until === beside.until
    })
  )
}

/** The sum of all hours, in minutes. */
export function minutesOf(spans: WeekSpans): number {
  return spans.reduce((sum, { from, until }) => sum + until - from, 0)
}
