import { DAY_MS, MINUTE_MS, dateOf, dayOf, weekdayOf } from './civil-date.ts'
import type { DayPiece, Schedule } from './schedule.ts'
import type { Zone } from './zone.ts'

/**
 * One merged piece of one date's hours, in instants. Candidate starts are counted from `start`.
 * `openUntil` is where the unbroken open time around it ends, which is later than `end` when
 * the next date's hours touch this piece.
 */
export type OpenPiece = { start: number; end: number; openUntil: number }

/** What every professional's hours need to know of a run of local dates: worked out once. */
export type DayTable = {
  zone: Zone
  firstDay: number
  lastDay: number
  /** The start of each date, and of the two dates after the last. */
  midnights: Float64Array
  /** 1 where the offset stays the same from one midnight to the next. */
  plain: Uint8Array
  /** 1 where the date is a holiday; one date more than asked for, for the cut at its midnight. */
  holiday: Uint8Array
}

export function dayTable(
  zone: Zone,
  holidays: ReadonlySet<string>,
  firstDay: number,
  lastDay: number,
): DayTable {
  const count = lastDay - firstDay + 1
  const midnights = new Float64Array(count + 2)
  const plain = new Uint8Array(count + 1)
  const holiday = new Uint8Array(count + 1)
  for (let index = 0; index < count + 2; index += 1) {
    midnights[index] = zone.startOfDay(firstDay + index)
  }
  for (let index = 0; index < count + 1; index += 1) {
    const midnight = at(midnights, index)
    const wall = (firstDay + index) * DAY_MS
    const offset = zone.offsetAt(midnight)
    const isPlain = midnight + offset === wall && at(midnights, index + 1) === midnight + DAY_MS
    plain[index] = isPlain ? 1 : 0
    if (holidays.size > 0 && holidays.has(dateOf(firstDay + index))) holiday[index] = 1
  }
  return { zone, firstDay, lastDay, midnights, plain, holiday }
}

/** Hours of one date as wall-clock minutes [opens, closes), sorted; closes up to 2879. */
type DayPattern = readonly Readonly<{ opens: number; closes: number }>[]

const CLOSED: DayPattern = []

/**
 * Equal for schedules whose hours are equal on every date of the table, so that professionals
 * who work alike are worked out once.
 */
export function hoursKey(schedule: Schedule, table: DayTable): string {
  let key = ''
  for (const pieces of schedule.weekly) key += keyOf(pieces)
  if (schedule.overrides.size === 0) return key
  for (const [date, pieces] of schedule.overrides) {
    if (touches(table, dayOf(date))) key += date + keyOf(pieces)
  }
  return key
}

function keyOf(pieces: readonly DayPiece[]): string {
  let key = ';'
  for (const { opens, closes } of pieces) key += `${opens}-${closes},`
  return key
}

/** The day after the last still cuts the last date's hours at its midnight. */
function touches(table: DayTable, day: number): boolean {
  return day >= table.firstDay && day <= table.lastDay + 1
}

function dayPattern(pieces: readonly DayPiece[]): DayPattern {
  return pieces.map(unfold).sort((one, other) => one.opens - other.opens)
}

function unfold({ opens, closes }: DayPiece): { opens: number; closes: number } {
  if (!Number.isInteger(opens) || opens < 0 || opens >= 1440) {
    throw new RangeError(`opens must be an integer from 0 to 1439 minutes, got ${opens}`)
  }
  if (!Number.isInteger(closes) || closes < 0 || closes > 1440) {
    throw new RangeError(`closes must be an integer from 0 to 1440 minutes, got ${closes}`)
  }
  return { opens, closes: closes <= opens ? closes + 1440 : closes }
}

/**
 * The open pieces of every date of the table, in order of their start. Throws RangeError for
 * hours outside the day or overrides whose dates are none.
 */
export function openPieces(table: DayTable, schedule: Schedule): OpenPiece[] {
  const pieces: OpenPiece[] = []
  const { firstDay, lastDay, midnights, holiday } = table
  const weekly = schedule.weekly.map(dayPattern)
  const overrides = new Map<number, DayPattern>()
  for (const [date, override] of schedule.overrides) {
    const day = dayOf(date)
    if (touches(table, day)) overrides.set(day, dayPattern(override))
  }
  for (let day = firstDay; day <= lastDay; day += 1) {
    const index = day - firstDay
    if (at(midnights, index) === at(midnights, index + 1)) continue // a date that was skipped
    const usual = holiday[index] === 1 ? CLOSED : weekly[weekdayOf(day)]
    const hours = overrides.get(day) ?? usual ?? CLOSED
    if (hours.length === 0) continue
    const nextIsGoverned = holiday[index + 1] === 1 || overrides.has(day + 1)
    addPieces(pieces, table, day, hours, nextIsGoverned)
  }
  joinTouching(pieces)
  return pieces
}

function addPieces(
  pieces: OpenPiece[],
  table: DayTable,
  day: number,
  hours: DayPattern,
  cutAtMidnight: boolean,
): void {
  const ofThisDay = pieces.length
  for (const { opens, closes } of hours) {
    const start = instantAt(table, day, opens)
    const end = instantAt(table, day, cutAtMidnight && closes > 1440 ? 1440 : closes)
    if (start >= end) continue
    const last = pieces.length > ofThisDay ? pieces.at(-1) : undefined
    // Compared as instants, for hours apart on the clock touch where the zone skips what is between.
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else pieces.push({ start, end, openUntil: end })
  }
}

/** A wall-clock time of a date; minutes from 1440 on belong to the next date. */
function instantAt(table: DayTable, day: number, minute: number): number {
  const nextDay = minute >= 1440
  const index = day - table.firstDay + (nextDay ? 1 : 0)
  const minuteOfDay = nextDay ? minute - 1440 : minute
  if (minuteOfDay === 0 || table.plain[index] === 1) {
    return at(table.midnights, index) + minuteOfDay * MINUTE_MS
  }
  return table.zone.instantOf((table.firstDay + index) * DAY_MS + minuteOfDay * MINUTE_MS)
}

/** Open time goes on where a piece, of whatever date, starts no later than the ones before end. */
function joinTouching(pieces: readonly OpenPiece[]): void {
  let group: OpenPiece[] = []
  let openUntil = -Infinity
  for (const piece of pieces) {
    if (piece.start > openUntil) {
      for (const member of group) member.openUntil = openUntil
      group = []
    }
    group.push(piece)
    openUntil = Math.max(openUntil, piece.end)
  }
  for (const member of group) member.openUntil = openUntil
}

/**
 * The last instant of a piece at which something of this length can start without meeting a
 * closed moment; before `piece.start` when nothing fits. Instants are whole milliseconds.
 */
export function lastStartIn(piece: OpenPiece, durationMs: number): number {
  return Math.min(piece.end - 1, piece.openUntil - durationMs)
}

/** An index that the caller has kept inside the array. */
function at(values: Float64Array, index: number): number {
  return values[index] as number
}
