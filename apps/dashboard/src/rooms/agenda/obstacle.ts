/** Why a visit cannot stand where it is dragged. The service decides; this says beforehand what it would refuse. */
import type { Block, Cell } from './cells.ts'
import { without, type Span } from './hours.ts'

export type Obstacle =
  | { readonly why: 'taken'; readonly client: string; readonly at: string }
  | { readonly why: 'blocked'; readonly reason: string | null }
  | { readonly why: 'performs' | 'skipped' | 'held' | 'busy' | 'closed' }

type Moved = Pick<Block, 'key' | 'from' | 'to' | 'busy' | 'appointments'>

type Asked = {
  readonly moved: Moved
  /** Where it is to be. */
  readonly span: Span
  readonly cell: Cell
  /** Whether its professional performs all of its services. */
  readonly performs: boolean
  /** What the clock skips on this date. */
  readonly skipped: Span | null
}

/** Null: nothing that is seen here forbids it. */
export function obstacleAt({ moved, span, cell, performs, skipped }: Asked): Obstacle | null {
  if (!performs) return { why: 'performs' }
  if (skipped !== null && span.from >= skipped.from && span.from < skipped.to) {
    return { why: 'skipped' }
  }
  const busy = {
    from: span.from - (moved.from - moved.busy.from),
    to: span.to + (moved.busy.to - moved.to),
  }
  const isIn = (one: Span): boolean => one.from < busy.to && one.to > busy.from
  const id = moved.appointments[0].id
  const taken = cell.blocks.find(
    ({ appointments, busy: other }) =>
      appointments.every((one) => one.id !== id) &&
      appointments.some((one) => one.busy !== null) &&
      isIn(other),
  )
  if (taken !== undefined) {
    const [first] = taken.appointments
    const client = taken.session === null ? first.client_name : first.service_names.join(' + ')
    return { why: 'taken', client, at: taken.starts }
  }
  if (cell.holds.some(isIn)) return { why: 'held' }
  const blocked = cell.blocked.find(isIn)
  if (blocked !== undefined) return { why: 'blocked', reason: blocked.reason }
  if (cell.busy.some(isIn)) return { why: 'busy' }
  return without(span, cell.open).length > 0 ? { why: 'closed' } : null
}

/** Whether the team can put it there all the same. */
export function isOverbookable({ why }: Obstacle): boolean {
  return why !== 'performs' && why !== 'skipped'
}
