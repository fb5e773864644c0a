/** Which hours of a day are shown, and where. What lies far from the opening hours is folded until it is opened. */
import { merged, type Span } from './hours.ts'

/** Of hours that go down, or of those of a timeline, which go across. */
export type Direction = 'down' | 'across'

/** Minutes of a piece that is shown, or of one that is folded to a strip. */
export type Piece = Span & {
  readonly isFolded: boolean
  /** Of a strip. */
  readonly visits: number
}

export type Shown = {
  /** Of each column, its working hours. */
  readonly open: readonly (readonly Span[])[]
  /** Visits and held times, with their buffers. */
  readonly taken: readonly Span[]
  /** Minutes of the date. */
  readonly length: number
  /** Where strips begin that were opened. */
  readonly opened: ReadonlySet<number>
}

/** Shown where there are no hours: an empty day still looks like a day. */
const PLAIN_DAY: Span = { from: 480, to: 1080 }
/** Between seven and eight in the evening nothing is a night. */
const DAYTIME: Span = { from: 420, to: 1200 }
/** What is nearer than this belongs together. */
const NEAR = 180
/** A visit so near to the opening hours is shown with them. */
const BESIDE = 120

export function piecesOf({ open, taken, length, opened }: Shown): readonly Piece[] {
  const shifts = open.map(shiftsOf)
  const nights = shifts.filter(({ night }) => night.length > 0).length
  const days = shifts.filter(({ day }) => day.length > 0).length
  // Where as many work at night as by day, the night is no exception.
  const isFolding = days > 0 && (nights <= 1 || nights < days)
  const wide = shifts.flatMap(({ day, night }) => (isFolding ? day : [...day, ...night]))
  const far = isFolding ? shifts.flatMap(({ night }) => night) : []
  const whole = (span: Span): Span => wholeHours(span, length)
  let core = joined(wide.map(whole), NEAR)
  for (const span of taken.toSorted((one, other) => one.from - other.from)) {
    const isOfNight = far.some((one) => overlap(one, span) > 0)
    const isBeside = !isOfNight && core.some((one) => distance(one, span) <= BESIDE)
    if (isBeside || core.length === 0) core = joined([...core, whole(span)], NEAR)
    else far.push(span)
  }
  if (core.length === 0) core = [PLAIN_DAY]
  const strips = joined(far.map(whole), NEAR)
    .flatMap((strip) => outside(strip, core))
    .map((strip) => ({
      ...strip,
      isFolded: !opened.has(strip.from),
      visits: taken.filter((one) => one.from < strip.to && one.to > strip.from).length,
    }))
  const shown = joined([...core, ...strips.filter(({ isFolded }) => !isFolded)], NEAR)
  const gaps = shown.slice(1).map((one, at) => ({ from: shown[at]?.to ?? 0, to: one.from }))
  const isHidden = ({ from }: Span): boolean => !opened.has(from)
  return [
    ...joined([...shown, ...gaps.filter((gap) => !isHidden(gap))], 1).map((span) => ({
      ...span,
      isFolded: false,
      visits: 0,
    })),
    ...strips.filter(({ isFolded }) => isFolded),
    // Hours in between in which the clinic is closed.
    ...gaps
      .filter(isHidden)
      .filter((gap) => !strips.some((strip) => strip.from < gap.to && strip.to > gap.from))
      .map((gap) => ({ ...gap, isFolded: true, visits: 0 })),
  ].toSorted((one, other) => one.from - other.from)
}

/** A night is a shift for itself, mostly in the night, far from a shift by day of the same professional. */
function shiftsOf(open: readonly Span[]): {
  readonly day: readonly Span[]
  readonly night: readonly Span[]
} {
  const isOfDay = (span: Span): boolean => 2 * overlap(span, DAYTIME) >= span.to - span.from
  const byDay = open.filter(isOfDay)
  const isNight = (span: Span): boolean =>
    !isOfDay(span) && byDay.every((one) => distance(one, span) >= NEAR)
  return { day: open.filter((span) => !isNight(span)), night: open.filter(isNight) }
}

function overlap(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from))
}

/** 0 where they touch or overlap. */
function distance(one: Span, other: Span): number {
  return Math.max(0, one.from - other.to, other.from - one.to)
}

/** One span for all that are nearer to each other than so many minutes. */
function joined(spans: readonly Span[], near: number): readonly Span[] {
  const all: Span[] = []
  for (const span of merged(spans)) {
    const last = all.at(-1)
    if (last !== undefined && span.from - last.to < near) {
      all[all.length - 1] = { from: last.from, to: span.to }
    } else all.push(span)
  }
  return all
}

/** The part of a strip that is in none of the spans: what they show needs no strip. */
function outside(strip: Span, spans: readonly Span[]): readonly Span[] {
  return spans
    .reduce<readonly Span[]>(
      (left, span) =>
        left.flatMap((one) => [
          { from: one.from, to: Math.min(one.to, span.from) },
          { from: Math.max(one.from, span.to), to: one.to },
        ]),
      [strip],
    )
    .filter(({ from, to }) => to > from)
}

function wholeHours({ from, to }: Span, length: number): Span {
  return { from: Math.floor(from / 60) * 60, to: Math.min(length, Math.ceil(to / 60) * 60) }
}

export type Sizes = {
  /** Pixels that there are. */
  readonly available: number
  /** Pixels of a minute, at least: where the hours need more than there is, the agenda scrolls. */
  readonly least: number
  /** Pixels of a strip. */
  readonly strip: number
}

type Placed = Piece & { readonly at: number; readonly size: number }

export type Axis = {
  readonly pieces: readonly Placed[]
  /** In pixels. */
  readonly size: number
  readonly pxPerMinute: number
}

export function axisOf(pieces: readonly Piece[], { available, least, strip }: Sizes): Axis {
  const strips = pieces.filter(({ isFolded }) => isFolded).length * strip
  const minutes = pieces.reduce((all, one) => all + (one.isFolded ? 0 : one.to - one.from), 0)
  const pxPerMinute = Math.max(least, (available - strips) / Math.max(minutes, 1))
  let at = 0
  const placed = pieces.map((piece) => {
    const size = piece.isFolded ? strip : (piece.to - piece.from) * pxPerMinute
    const one = { ...piece, at, size }
    at += size
    return one
  })
  return { pieces: placed, size: at, pxPerMinute }
}

/** The pixel at which a minute stands. One that is not shown stands at the edge of what is. */
export function along({ pieces, size }: Axis, minute: number): number {
  for (const piece of pieces) {
    if (minute <= piece.from) return piece.at
    if (minute < piece.to) {
      return piece.at + (piece.size * (minute - piece.from)) / (piece.to - piece.from)
    }
  }
  return size
}

/** The minute that stands at a pixel, not snapped; of a strip its first. */
export function minuteIn({ pieces }: Axis, px: number): number {
  const piece = pieces.find(({ at, size }) => px < at + size) ?? pieces.at(-1)
  if (piece === undefined) return 0
  if (piece.isFolded) return piece.from
  const share = Math.min(1, Math.max(0, (px - piece.at) / piece.size))
  return piece.from + share * (piece.to - piece.from)
}

/** Whether something of it lies in hours that are not folded. */
export function isSeen({ pieces }: Axis, { from, to }: Span): boolean {
  return pieces.some(
    (piece) => !piece.isFolded && from < piece.to && Math.max(to, from + 1) > piece.from,
  )
}

/** Minutes of the hours that are shown, each with its line. */
export function hoursOf({ pieces }: Axis): readonly number[] {
  return pieces
    .filter(({ isFolded }) => !isFolded)
    .flatMap(({ from, to }) =>
      Array.from({ length: Math.ceil((to - from) / 60) }, (_, hour) => from + hour * 60),
    )
}
