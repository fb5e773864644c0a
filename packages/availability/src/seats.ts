import type { Terms } from './demand.ts'
import type { BusyTime } from './schedule.ts'
import { MINUTE_MS } from './civil-date.ts'
import { cellAt, cellAtOrAfter, clearCells, startAt, type StartGrid } from './start-grid.ts'

/** Seats already taken at a start, by cell; undefined without shared sessions. */
export type TakenSeats = ReadonlyMap<number, number> | undefined

/**
 * Clears from the mask every start that something taken stands against, and counts the seats
 * of sessions that may be shared. This is the one place where taken time meets candidate starts:
 * lists of free starts and the judgement of a single start both come through here.
 *
 * Occupied ranges are half open, so a start is blocked exactly when it lies strictly between
 * (busy start − busy buffer before) − duration − own buffer after, and
 * (busy end + busy buffer after) + own buffer before.
 */
export function occupy(
  grid: StartGrid,
  mask: Uint32Array,
  busyTimes: readonly BusyTime[],
  terms: Terms,
): TakenSeats {
  const reachBefore = terms.durationMs + terms.bufferAfterMs
  const reachAfter = terms.bufferBeforeMs
  const size = grid.starts.length
  if (size === 0) return undefined
  const firstStart = startAt(grid.starts, 0)
  const lastStart = startAt(grid.starts, size - 1)
  let taken: Map<number, number> | undefined
  for (const busy of busyTimes) {
    if (busy.end <= busy.start) continue
    const after = busy.start - busy.bufferBeforeMinutes * MINUTE_MS - reachBefore
    const before = busy.end + busy.bufferAfterMinutes * MINUTE_MS + reachAfter
    // Not a number would block nothing and let two people book the same time.
    if (Number.isNaN(after + before)) throw new RangeError('busy times must be numbers')
    if (before <= firstStart || after >= lastStart) continue
    if (busy.kind === 'appointment' && busy.id === terms.excludeAppointmentId) continue
    const from = cellAtOrAfter(grid, Math.floor(after) + 1)
    const to = cellAtOrAfter(grid, before)
    const seat = sharesSession(busy, terms) ? cellAt(grid, busy.start) : -1
    if (seat === -1) {
      clearCells(mask, from, to)
      continue
    }
    clearCells(mask, from, seat)
    clearCells(mask, seat + 1, to)
    taken ??= new Map()
    const seats = (taken.get(seat) ?? 0) + 1
    taken.set(seat, seats)
    if (seats >= terms.capacity) clearCells(mask, seat, seat + 1)
  }
  return taken
}

function sharesSession(busy: BusyTime, terms: Terms): boolean {
  return terms.capacity > 1 && busy.kind === 'appointment' && busy.serviceId === terms.serviceId
}

/** Seats left at a start that is free. */
export function seatsLeft(terms: Terms, taken: TakenSeats, cell: number): number {
  return terms.capacity - (taken?.get(cell) ?? 0)
}
