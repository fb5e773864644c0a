/** When a professional works on a date, and when not. Minutes after midnight, as the clock shows them. */
import { addDays } from '@scheduling/availability'
import { weekdayOf } from './days.ts'

export type Span = { readonly from: number; readonly to: number }

const DAY = 1440

type Interval = { readonly opens_minute: number; readonly closes_minute: number }

export type Hours = {
  readonly week: readonly (Interval & { readonly weekday: number })[]
  readonly overrides: readonly {
    readonly date: string
    readonly intervals: readonly Interval[]
  }[]
}

/**
 * The working hours of a date, ordered. Hours of the night before go on after midnight, unless the date has hours of
 * its own or is a holiday.
 */
export function openOn(hours: Hours, holidays: ReadonlySet<string>, date: string): readonly Span[] {
  const own = intervalsOn(hours, holidays, date)
  const isCut = holidays.has(date) || hours.overrides.some((one) => one.date === date)
  const before = isCut ? [] : intervalsOn(hours, holidays, addDays(date, -1)).filter(isOfTheNight)
  return merged([
    ...before.map((one) => ({ from: 0, to: one.closes_minute })),
    ...own.map((one) => ({
      from: one.opens_minute,
      to: isOfTheNight(one) ? DAY : one.closes_minute,
    })),
  ])
}

function intervalsOn(
  { week, overrides }: Hours,
  holidays: ReadonlySet<string>,
  date: string,
): readonly Interval[] {
  const own = overrides.find((one) => one.date === date)
  if (own !== undefined) return own.intervals
  if (holidays.has(date)) return []
  return week.filter(({ weekday }) => weekday === weekdayOf(date))
}

function isOfTheNight({ opens_minute, closes_minute }: Interval): boolean {
  return closes_minute <= opens_minute
}

/** Ordered, those that touch in one, without empty ones. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    if (span.to <= span.from) continue
    const last = all.at(-1)
    if (last === undefined || span.from > last.to) all.push(span)
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return all
}

/** What of a stretch is not in any of the spans. */
export function without(whole: Span, spans: readonly Span[]): readonly Span[] {
  const left: Span[] = []
  let from = whole.from
  for (const span of merged(spans)) {
    if (span.from > from) left.push({ from, to: Math.min(span.from, whole.to) })
    from = Math.max(from, span.to)
    if (from >= whole.to) return left.filter((one) => one.to > one.from)
  }
  left.push({ from, to: whole.to })
  return left.filter((one) => one.to > one.from)
}
