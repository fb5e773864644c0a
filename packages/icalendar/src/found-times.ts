/** What entries take within the window that is read: each occurrence once, joined where they touch. */
import { addDays, startOfLocalDay } from '@scheduling/availability'
import { CalendarFault } from './components.ts'
import { readRule, RuleFault, tooMany, wallsOf } from './recurrence.ts'
import type { Moment, Event } from './read-event.ts'

const DAY_MS = 86_400_000

/** An entry that repeats lasts no longer. */
const LONGEST_MS = 366 * DAY_MS

export type BusyWindow = {
  /** Epoch milliseconds. What is busy outside of it is left out. */
  readonly from: number
  readonly until: number
  /** Of whole days, and of times without a zone. */
  readonly timeZone: string
}

export type BusyBounds = {
  /** In the file, whether they matter or not. */
  readonly entries: number
  /** Of all entries that repeat, within the window. */
  readonly occurrences: number
  /** That are left once those that touch were joined. */
  readonly busyTimes: number
  /** Of work, by `elapsedMs`. */
  readonly milliseconds: number
}

export type BusyReader = {
  readonly bounds: BusyBounds
  /** Whether an entry is one of this service's own appointments. */
  readonly isOwn: (uid: string) => boolean
  readonly elapsedMs: () => number
  /** Yields to other work: a large file takes a while. */
  readonly othersTurn: () => Promise<unknown>
}

/** Epoch milliseconds; in order, and apart from each other. */
export type BusyTime = { readonly start: number; readonly end: number }

/** What an occurrence is known by: an exception and its replacement name it by its time, or by its date. */
function keyOf({ wall, isDate, clock }: Moment): string {
  return isDate ? `day ${wall}` : String(clock(wall))
}

function keysOf(moment: Moment): string[] {
  const { wall } = moment
  return [keyOf(moment), `day ${wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS)}`]
}

/** By UID: the occurrences that other entries stand in for. */
export function movedOccurrences(
  events: readonly Event[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const moved = new Map<string, Set<string>>()
  for (const { uid, replaces } of events) {
    if (replaces === null) continue
    const keys = moved.get(uid) ?? new Set()
    moved.set(uid, keys.add(keyOf(replaces)))
  }
  return moved
}

export class Found {
  unreadable = 0
  #occurrences = 0
  readonly #times: BusyTime[] = []
  readonly #window: BusyWindow
  readonly #reader: BusyReader

  constructor(window: BusyWindow, reader: BusyReader) {
    this.#window = window
    this.#reader = reader
  }

  /** @param moved occurrences that other entries stand in for */
  async add(
    event: Event,
    moved: ReadonlySet<string> | undefined,
    pause: () => Promise<void>,
  ): Promise<void> {
    const { uid, isBusy, start, length, rules, more } = event
    if (!isBusy || this.#reader.isOwn(uid)) return
    if (length <= 0) {
      this.unreadable += 1
      return
    }
    const isSingle = rules.length === 0 && more.length === 0
    if (isSingle || event.replaces !== null) {
      this.#take(start, length)
      return
    }
    const gone = new Set(event.except.map(keyOf))
    const isGone = (moment: Moment) =>
      keysOf(moment).some((key) => gone.has(key) || moved?.has(key) === true)
    for (const moment of await this.#repeated(event, pause)) {
      if (!isGone(moment)) this.#take(moment, length)
    }
    for (const { moment, length } of more) if (!isGone(moment)) this.#take(moment, length)
  }

  /** The occurrences of its rules that can reach into the window; without a rule, its start. */
  async #repeated(
    { start, length, rules }: Event,
    pause: () => Promise<void>,
  ): Promise<readonly Moment[]> {
    if (rules.length === 0) return [start]
    const longest = Math.min(start.isDate ? length * DAY_MS : length, LONGEST_MS)
    const { from, until } = this.#window
    const reach = { from: from - longest - DAY_MS, until: until + DAY_MS }
    const moments: Moment[] = []
    for (const text of rules) {
      try {
        for (const wall of wallsOf(readRule(text), start.wall, reach, start.clock)) {
          moments.push({ ...start, wall })
        }
      } catch (error) {
        if (!(error instanceof RuleFault)) throw error
        // It is busy at least once.
        this.unreadable += 1
        moments.push(start)
      }
      if (this.#occurrences + moments.length > this.#reader.bounds.occurrences) throw tooMany()
      await pause()
    }
    this.#occurrences += moments.length
    return moments
  }

  #take(moment: Moment, length: number): void {
    const { from, until, timeZone } = this.#window
    const { wall, isDate, clock } = moment
    let [start, end] = [0, 0]
    if (isDate) {
      // A day of the organization, however long it is.
      if (length <= 0 || wall > until + 2 * DAY_MS) return
      if (wall + length * DAY_MS < from - 2 * DAY_MS) return
      const last = Math.min(wall + length * DAY_MS, until + 3 * DAY_MS)
      const isEarlier = wall < from - 3 * DAY_MS
      start = startOfLocalDay(isEarlier ? addDays(dateAt(from), -3) : dateAt(wall), timeZone)
      end = startOfLocalDay(dateAt(last), timeZone)
    } else {
      start = clock(wall)
      end = start + length
    }
    const busy = { start: Math.max(start, from), end: Math.min(end, until) }
    if (busy.start < busy.end) this.#times.push(busy)
  }

  /** In order; what overlaps or touches is one. */
  joined(): readonly BusyTime[] {
    const joined: { start: number; end: number }[] = []
    for (const time of this.#times.toSorted((one, other) => one.start - other.start)) {
      const last = joined.at(-1)
      if (last !== undefined && time.start <= last.end) last.end = Math.max(last.end, time.end)
      else joined.push({ ...time })
    }
    const most = this.#reader.bounds.busyTimes
    if (joined.length <= most) return joined
    throw new CalendarFault(
      'too_many_busy_times',
      `The calendar has more than ${most} busy times in the window that is read.`,
    )
  }
}

/** `YYYY-MM-DD` */
export function dateAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
