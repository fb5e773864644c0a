/** The free times of a cell that can still be booked. */
import type { Cell } from './cells.ts'
import { without, type Span } from './hours.ts'

/** Shorter gaps are left out. */
const LEAST_MINUTES = 15

type Moment = { readonly date: string; readonly minute: number }

/** Within the working hours, without what is taken, with its buffers, and without what is past. */
export function freeIn(cell: Cell, now: Moment): readonly Span[] {
  if (cell.date < now.date) return []
  const past = cell.date === now.date ? [{ from: 0, to: Math.ceil(now.minute / 15) * 15 }] : []
  const taken = [
    ...cell.blocked,
    ...cell.busy,
    ...cell.holds,
    ...cell.blocks
      .filter(({ appointments }) => appointments.some(({ busy }) => busy !== null))
      .map((one) => one.busy),
    ...past,
  ]
  return cell.open
    .flatMap((open) => without(open, taken))
    .filter(({ from, to }) => to - from >= LEAST_MINUTES)
}
