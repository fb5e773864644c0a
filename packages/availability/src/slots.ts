import { dateOf, dayOf } from './civil-date.ts'
import { termsOf, type Calendar, type Demand, type Terms } from './demand.ts'
import { candidateGrid, freeGrid, type FreeGrid } from './free-starts.ts'
import { writeInstant } from './instant-text.ts'
import type { Schedule } from './schedule.ts'
import { AVAILABILITY_LIMITS } from './limits.ts'
import { seatsLeft } from './seats.ts'
import { hasCell, startAt, wordAt } from './start-grid.ts'
import { zoneOf } from './zone.ts'

/** Local dates `YYYY-MM-DD`, both included. */
export type DateWindow = { from: string; to: string }

/** A start at which a professional is free. Text in the display zone, numbers in epoch milliseconds. */
export type Slot = {
  start: number
  /** Without buffers. */
  end: number
  startText: string
  endText: string
  professionalId: number
  /** Seats left, at least 1; always 1 for an individual service and for several services. */
  remaining: number
}

export type Asked = {
  calendar: Calendar
  demand: Demand
  /** By professional id. */
  schedules: ReadonlyMap<number, Schedule>
}

/**
 * One slot per start and free professional, ordered by start, then by professional id.
 * `displayZone` (default: the calendar's zone) changes only the offset of the texts.
 * Throws RangeError for a window that is backwards or longer than `slotWindowDays`, and
 * for anything outside the ranges that the shapes name.
 */
export function freeSlots(asked: Asked, window: DateWindow, displayZone?: string): Slot[] {
  const terms = termsOf(asked.calendar, asked.demand)
  const { firstDay, lastDay } = daysOf(window)
  const zone = displayZone === undefined ? terms.zone : zoneOf(displayZone)
  const { grid, professionals } = freeGrid(terms, asked.schedules, firstDay, lastDay)
  const slots: Slot[] = []
  for (const cell of freeCells({ grid, professionals })) {
    const start = startAt(grid.starts, cell)
    const end = start + terms.durationMs
    // Written once per start, however many professionals are free then.
    const startText = writeInstant(start, zone)
    const endText = writeInstant(end, zone)
    for (const { id, mask, taken } of professionals) {
      if (!hasCell(mask, cell)) continue
      const remaining = seatsLeft(terms, taken, cell)
      slots.push({ start, end, startText, endText, professionalId: id, remaining })
    }
  }
  return slots
}

/** The cells at which a professional is free, in order. */
function freeCells({ grid, professionals }: FreeGrid): Int32Array {
  const cells = new Int32Array(grid.starts.length)
  let size = 0
  for (let word = 0; word < grid.words; word += 1) {
    let free = 0
    for (const { mask } of professionals) free |= wordAt(mask, word)
    for (; free !== 0; free &= free - 1) {
      cells[size] = word * 32 + 31 - Math.clz32(free & -free)
      size += 1
    }
  }
  return cells.subarray(0, size)
}

/** A local date with at least one free start. */
export type AvailableDate = {
  date: string
  firstStart: number
  firstStartText: string
  /** Distinct starts at which a professional is free. */
  slotCount: number
  /** Free at some start of the date, in order. */
  professionalIds: number[]
  /** The first start of each of them. */
  firstStarts: ReadonlyMap<number, number>
}

/**
 * The next dates with a free start, from today on, at most `limit` of them and at most
 * `nextDatesHorizonDays` after today. Looks at a few days first and at ever longer
 * stretches only while too few are found.
 */
export function nextDates(
  asked: Asked,
  limit: number,
  displayZone?: string,
  from?: string,
): AvailableDate[] {
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`limit must be a positive integer, got ${limit}`)
  const terms = termsOf(asked.calendar, asked.demand)
  const zone = displayZone === undefined ? terms.zone : zoneOf(displayZone)
  const horizon = Math.min(terms.lastDay, terms.today + AVAILABILITY_LIMITS.nextDatesHorizonDays)
  const found: AvailableDate[] = []
  let firstDay = from === undefined ? terms.today : Math.max(terms.today, dayOf(from))
  let stretch = Math.max(7, limit)
  while (firstDay <= horizon && found.length < limit) {
    const lastDay = Math.min(horizon, firstDay + stretch - 1)
    for (const date of datesWithin(terms, asked.schedules, firstDay, lastDay)) {
      if (found.length === limit) break
      found.push({ ...date, firstStartText: writeInstant(date.firstStart, zone) })
    }
    firstDay = lastDay + 1
    stretch *= 2
  }
  return found
}

type DateFound = Omit<AvailableDate, 'firstStartText'>

function datesWithin(
  terms: Terms,
  schedules: ReadonlyMap<number, Schedule>,
  firstDay: number,
  lastDay: number,
): DateFound[] {
  const free = freeGrid(terms, schedules, firstDay, lastDay)
  const byDay = new Map<
    number,
    { firstStart: number; slotCount: number; firstStarts: Map<number, number> }
  >()
  for (const cell of freeCells(free)) {
    const start = startAt(free.grid.starts, cell)
    const day = terms.zone.localDay(start)
    let found = byDay.get(day)
    if (found === undefined) {
      found = { firstStart: start, slotCount: 0, firstStarts: new Map() }
      byDay.set(day, found)
    }
    found.slotCount += 1
    for (const { id, mask } of free.professionals) {
      if (hasCell(mask, cell) && !found.firstStarts.has(id)) found.firstStarts.set(id, start)
    }
  }
  return [...byDay]
    .sort(([one], [other]) => one - other)
    .map(([day, { firstStart, slotCount, firstStarts }]) => ({
      date: dateOf(day),
      firstStart,
      slotCount,
      professionalIds: [...firstStarts.keys()].sort((one, other) => one - other),
      firstStarts,
    }))
}

/**
 * Every candidate start (epoch milliseconds) of one professional's dates, whether free or not:
 * the grid that the hours alone lay out.
 */
export function candidateStarts(
  calendar: Calendar,
  demand: Demand,
  schedule: Schedule,
  window: DateWindow,
): number[] {
  const { firstDay, lastDay } = daysOf(window)
  return [...candidateGrid(termsOf(calendar, demand), schedule, firstDay, lastDay).starts]
}

function daysOf(window: DateWindow): { firstDay: number; lastDay: number } {
  const firstDay = dayOf(window.from)
  const lastDay = dayOf(window.to)
  const { slotWindowDays: most } = AVAILABILITY_LIMITS
  if (lastDay < firstDay || lastDay - firstDay >= most) {
    throw new RangeError(`a window has 1 to ${most} days, got ${window.from} to ${window.to}`)
  }
  return { firstDay, lastDay }
}
