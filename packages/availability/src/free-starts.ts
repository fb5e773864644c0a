import { termsOf, type Calendar, type Demand, type Terms } from './demand.ts'
import type { Interval } from './interval.ts'
import {
  dayTable,
  hoursKey,
  lastStartIn,
  openPieces,
  type DayTable,
  type OpenPiece,
} from './opening-hours.ts'
import type { Run } from './runs.ts'
import type { Schedule } from './schedule.ts'
import { occupy, seatsLeft, type TakenSeats } from './seats.ts'
import { hasCell, maskOfRuns, singleStart, startGrid, type StartGrid } from './start-grid.ts'

/** Free starts of several professionals over one grid, before anything is written out. */
export type FreeGrid = { grid: StartGrid; professionals: readonly FreeProfessional[] }

export type FreeProfessional = { id: number; mask: Uint32Array; taken: TakenSeats }

/**
 * Every free start whose local date is `firstDay` to `lastDay` (day numbers, both included).
 * Professionals come in order of their ids.
 */
export function freeGrid(
  terms: Terms,
  schedules: ReadonlyMap<number, Schedule>,
  firstDay: number,
  lastDay: number,
): FreeGrid {
  const windows = bookableWindows(terms, firstDay, lastDay)
  const first = windows[0]
  const last = windows.at(-1)
  if (first === undefined || last === undefined)
    return { grid: startGrid([], terms.stepMs), professionals: [] }

  const table = tableFor(terms, first.start, last.end)
  const shared = new Map<string, Run[]>()
  const ids = [...schedules.keys()].sort((one, other) => one - other)
  const working: { id: number; schedule: Schedule; runs: Run[] }[] = []
  for (const id of ids) {
    const schedule = schedules.get(id)
    if (schedule === undefined) continue
    const key = hoursKey(schedule, table)
    let runs = shared.get(key)
    if (runs === undefined) {
      runs = runsWithin(openPieces(table, schedule), windows, terms)
      shared.set(key, runs)
    }
    if (runs.length > 0) working.push({ id, schedule, runs })
  }

  const grid = startGrid(distinctRuns([...shared.values()]), terms.stepMs)
  const masks = new Map<Run[], Uint32Array>()
  const professionals = working.map(({ id, schedule, runs }) => {
    let open = masks.get(runs)
    if (open === undefined) {
      open = maskOfRuns(grid, runs)
      masks.set(runs, open)
    }
    const mask = open.slice()
    return { id, mask, taken: occupy(grid, mask, schedule.busy, terms) }
  })
  return { grid, professionals }
}

/**
 * Why a start can or can't be booked. `too_soon`: past, or nearer than the minimum advance.
 * `too_far`: beyond the horizon. `outside_hours`: not wholly inside open time. `busy`:
 * something taken, or no seat left.
 */
export type Judgement =
  | { verdict: 'free'; remaining: number }
  | { verdict: 'too_soon' | 'too_far' | 'outside_hours' | 'busy' }

/**
 * Judges one proposed start (epoch milliseconds, on the grid or off it) of one professional, in
 * the order of the verdicts above. It rests on the same open pieces and the same `occupy` as
 * the lists, so whatever a list shows is `free` here, at the same `now`.
 */
export function judgeStart(
  calendar: Calendar,
  demand: Demand,
  schedule: Schedule,
  start: number,
): Judgement {
  if (!Number.isInteger(start))
    throw new RangeError(`not an instant in whole milliseconds: ${start}`)
  const terms = termsOf(calendar, demand)
  if (start < terms.earliest) return { verdict: 'too_soon' }
  if (terms.zone.localDay(start) > terms.lastDay) return { verdict: 'too_far' }

  const table = tableFor(terms, start, start + 1)
  const pieces = openPieces(table, schedule)
  const isOpen = pieces.some(
    (piece) => piece.start <= start && start <= lastStartIn(piece, terms.durationMs),
  )
  if (!isOpen) return { verdict: 'outside_hours' }

  const grid = singleStart(start, terms.stepMs)
  const mask = new Uint32Array([1])
  const taken = occupy(grid, mask, schedule.busy, terms)
  if (!hasCell(mask, 0)) return { verdict: 'busy' }
  return { verdict: 'free', remaining: seatsLeft(terms, taken, 0) }
}

/** Every candidate start of the dates, free or not: the grid as the hours alone lay it out. */
export function candidateGrid(
  terms: Terms,
  schedule: Schedule,
  firstDay: number,
  lastDay: number,
): StartGrid {
  const windows = terms.zone.instantsOfDays(firstDay, lastDay)
  const table = dayTable(terms.zone, terms.holidays, firstDay - 1, lastDay + 1)
  const pieces = openPieces(table, schedule)
  const runs = runsWithin(pieces, windows, { ...terms, durationMs: 0 })
  return startGrid(runs, terms.stepMs)
}

/** The instants of the dates asked for that notice and horizon leave. */
function bookableWindows(terms: Terms, firstDay: number, lastDay: number): Interval[] {
  const last = Math.min(lastDay, terms.lastDay)
  if (last < firstDay) return []
  return terms.zone
    .instantsOfDays(firstDay, last)
    .filter((window) => window.end > terms.earliest)
    .map(({ start, end }) => ({ start: Math.max(start, terms.earliest), end }))
}

/**
 * The dates whose hours can hold, or carry on, a start within [from, until). A date's hours
 * end before the second midnight after it, so the date before the first matters; and where the
 * clock goes back over midnight a date has begun before the one it interrupts is over, so the
 * date after the last matters too.
 */
function tableFor(terms: Terms, from: number, until: number): DayTable {
  return dayTable(
    terms.zone,
    terms.holidays,
    terms.zone.localDay(from) - 1,
    terms.zone.localDay(until + terms.durationMs) + 1,
  )
}

function runsWithin(
  pieces: readonly OpenPiece[],
  windows: readonly Interval[],
  terms: { durationMs: number; stepMs: number },
): Run[] {
  const { durationMs, stepMs } = terms
  const runs: Run[] = []
  for (const piece of pieces) {
    const lastStart = lastStartIn(piece, durationMs)
    for (const window of windows) {
      const from = Math.max(0, Math.ceil((window.start - piece.start) / stepMs))
      const to = Math.floor((Math.min(lastStart, window.end - 1) - piece.start) / stepMs)
      if (to >= from) runs.push({ first: piece.start + from * stepMs, count: to - from + 1 })
    }
  }
  return runs
}

/** Professionals who work alike on one day share its run; where one works longer, the longer. */
function distinctRuns(perPattern: readonly Run[][]): Run[] {
  const only = perPattern[0]
  if (only === undefined || perPattern.length === 1) return only ?? []
  const longest = new Map<number, Run>()
  for (const runs of perPattern) {
    for (const run of runs) {
      const known = longest.get(run.first)
      if (known === undefined || known.count < run.count) longest.set(run.first, run)
    }
  }
  return [...longest.values()].sort((one, other) => one.first - other.first)
}
