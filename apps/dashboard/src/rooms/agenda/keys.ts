/** Where the arrow keys lead: from one entry to the next, and a visit that is moved from one time to another. */
import type { Direction } from './axis.ts'
import type { Span } from './hours.ts'
import { snapped } from './place.ts'

export type Entry = Span & {
  /** Of its column, or of its row in a timeline. From 0. */
  readonly column: number
  readonly lane: number
}

type Step = { readonly along: 1 | -1 } | { readonly aside: 1 | -1 }

const DOWN: Readonly<Record<string, Step>> = {
  ArrowDown: { along: 1 },
  ArrowUp: { along: -1 },
  ArrowRight: { aside: 1 },
  ArrowLeft: { aside: -1 },
}
const ACROSS: Readonly<Record<string, Step>> = {
  ArrowRight: { along: 1 },
  ArrowLeft: { along: -1 },
  ArrowDown: { aside: 1 },
  ArrowUp: { aside: -1 },
}

/** Null: the key is no arrow. */
export function stepOf(key: string, direction: Direction): Step | null {
  return (direction === 'down' ? DOWN : ACROSS)[key] ?? null
}

/**
 * The entry that takes the focus. Along the hours it is the next of the column; aside it is the one of the next column with
 * entries that is nearest in time.
 *
 * @param present null: nothing has the focus, and the first entry of all takes it
 * @returns its place among the entries; -1: the focus stays
 */
export function focusAfter(entries: readonly Entry[], present: number | null, step: Step): number {
  const from = present === null ? undefined : entries[present]
  const inColumn = (column: number): readonly number[] =>
    entries
      .flatMap((one, at) => (one.column === column ? [at] : []))
      .toSorted((one, other) => before(entries[one], entries[other]))
  if (from === undefined) {
    const first = Math.min(...entries.map(({ column }) => column))
    return inColumn(first)[0] ?? -1
  }
  if ('along' in step) {
    const own = inColumn(from.column)
    return own[own.indexOf(present ?? 0) + step.along] ?? -1
  }
  const aside = entries
    .map(({ column }) => column)
    .filter((column) => (column - from.column) * step.aside > 0)
    .toSorted((one, other) => (one - other) * step.aside)[0]
  if (aside === undefined) return -1
  const near = (at: number): number => Math.abs((entries[at]?.from ?? 0) - from.from)
  return inColumn(aside).reduce(
    (best, at) => (near(at) < near(best) ? at : best),
    inColumn(aside)[0] ?? -1,
  )
}

function before(one: Entry | undefined, other: Entry | undefined): number {
  if (one === undefined || other === undefined) return 0
  return one.from - other.from || one.lane - other.lane
}

/** A column, and the time in it. */
export type Spot = { readonly column: number; readonly span: Span }

type Room = {
  readonly columns: number
  /** Minutes of one press. */
  readonly step: number
  /** Minutes of the date. */
  readonly length: number
}

/** A visit keeps its length, and stays within the date and the columns. */
export function movedBy({ column, span }: Spot, step: Step, room: Room): Spot {
  if ('aside' in step) {
    return { column: Math.min(room.columns - 1, Math.max(0, column + step.aside)), span }
  }
  const from = snapped(span.from + step.along * room.step, room.step, room.length)
  return { column, span: { from, to: from + (span.to - span.from) } }
}
