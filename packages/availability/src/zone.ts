import { DAY_MS } from './civil-date.ts'
import type { Interval } from './interval.ts'

/** A stretch of time in which a zone keeps one offset; `offset` is milliseconds east of UTC. */
export type Stretch = {
  from: number
  until: number
  offset: number
  /** The offset in whole minutes that a date-time is written with, and its text. */
  writtenOffset: number
  offsetText: string
}

const NO_STRETCH: Stretch = { from: 0, until: 0, offset: 0, writtenOffset: 0, offsetText: '' }

const CHUNK_MS = 64 * DAY_MS
/** Chunks that one zone keeps: some 22 years. Oldest out first. */
const CHUNKS_KEPT = 128
/** Zones that the process keeps; IANA has about 600 names. Oldest out first. */
const ZONES_KEPT = 256
/** The ends of what `Date` and `Intl` can name. */
const LAST_INSTANT = 8_640_000_000_000_000
/** More than any offset in the zone database (the largest is 15:56:08). */
const OFFSET_LIMIT = DAY_MS

/** The names under which the zone database files UTC itself. Only these are written with `Z`. */
const UTC_NAMES = new Set(
  'UTC UCT Zulu Universal Etc/UTC Etc/UCT Etc/Zulu Etc/Universal'.toLowerCase().split(' '),
)

/**
 * One time zone: its offset at any instant, and the instant of any wall-clock time.
 *
 * Offsets come from `Intl` and are found by asking once per day; where two days differ, the
 * transition between them is found to the second. That is exact, because in the zone
 * database no two transitions of a zone stand closer than almost four days (Freetown, 1939).
 * A search by weeks would miss some: Recife changed for seven days in October 2000.
 */
export class Zone {
  readonly name: string
  readonly #format: Intl.DateTimeFormat
  readonly #isUtc: boolean
  readonly #chunks = new Map<number, readonly Stretch[]>()
  #lastStretch: Stretch = NO_STRETCH

  /** Throws RangeError when the name is not one of the zone database. */
  constructor(name: string) {
    if (!isZoneName(name)) throw new RangeError(`not a time zone: ${JSON.stringify(name)}`)
    this.name = name
    this.#isUtc = UTC_NAMES.has(name.toLowerCase())
    this.#format = offsetFormat(name)
  }

  stretchAt(instant: number): Stretch {
    const last = this.#lastStretch
    if (instant >= last.from && instant < last.until) return last
    if (!(Math.abs(instant) <= LAST_INSTANT)) throw new RangeError(`not an instant: ${instant}`)
    const stretches = this.#stretchesOf(Math.floor(instant / CHUNK_MS))
    let index = stretches.length - 1
    while (index > 0 && instant < pick(stretches, index).from) index -= 1
    const found = pick(stretches, index)
    this.#lastStretch = found
    return found
  }

  offsetAt(instant: number): number {
    return this.stretchAt(instant).offset
  }

  /** The day number of the local date at an instant. */
  localDay(instant: number): number {
    return Math.floor((instant + this.stretchAt(instant).offset) / DAY_MS)
  }

  /**
   * The first instant whose wall clock is not before `wall` (a wall-clock time counted as if
   * it were UTC): inside a gap the transition, for a repeated time its first occurrence.
   */
  instantOf(wall: number): number {
    for (let at = wall - OFFSET_LIMIT; ;) {
      const stretch = this.stretchAt(at)
      const candidate = Math.max(stretch.from, wall - stretch.offset)
      if (candidate < stretch.until) return candidate
      at = stretch.until
    }
  }

  /** The instant at which a local date begins. A date that was skipped begins with the next one. */
  startOfDay(day: number): number {
    return this.instantOf(day * DAY_MS)
  }

  /**
   * Every instant whose local date is `firstDay` to `lastDay`, both included. Almost always one
   * interval; more when the clock goes back over midnight, because a date then ends twice.
   */
  instantsOfDays(firstDay: number, lastDay: number): Interval[] {
    const wallStart = firstDay * DAY_MS
    const wallEnd = (lastDay + 1) * DAY_MS
    const intervals: Interval[] = []
    for (let at = wallStart - OFFSET_LIMIT; at < wallEnd + OFFSET_LIMIT;) {
      const stretch = this.stretchAt(at)
      const start = Math.max(stretch.from, wallStart - stretch.offset)
      const end = Math.min(stretch.until, wallEnd - stretch.offset)
      const last = intervals.at(-1)
      if (last !== undefined && last.end === start && start < end) last.end = end
      else if (start < end) intervals.push({ start, end })
      at = stretch.until
    }
    return intervals
  }

  #stretchesOf(chunk: number): readonly Stretch[] {
    let stretches = this.#chunks.get(chunk)
    if (stretches === undefined) {
      stretches = this.#survey(chunk * CHUNK_MS, Math.min((chunk + 1) * CHUNK_MS, LAST_INSTANT + 1))
      forgetOldest(this.#chunks, CHUNKS_KEPT)
      this.#chunks.set(chunk, stretches)
    }
    return stretches
  }

  #survey(from: number, until: number): Stretch[] {
    const stretches: Stretch[] = []
    let start = from
    let offset = this.#askOffset(from)
    for (let day = from + DAY_MS; day <= until; day += DAY_MS) {
      const next = this.#askOffset(day)
      if (next === offset) continue
      const change = this.#findChange(day - DAY_MS, day, offset)
      if (change < until) {
        stretches.push(this.#stretch(start, change, offset))
        start = change
        offset = next
      }
    }
    stretches.push(this.#stretch(start, until, offset))
    return stretches
  }

  /** The first whole second after `from` at which the offset is no longer `offset`. */
  #findChange(from: number, until: number, offset: number): number {
    let before = from
    let after = until
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000
      if (this.#askOffset(middle) === offset) before = middle
      else after = middle
    }
    return after
  }

  #askOffset(instant: number): number {
    const text = this.#format.format(instant)
    return readOffset(text.slice(text.indexOf('GMT') + 3))
  }

  #stretch(from: number, until: number, offset: number): Stretch {
    const minutes = Math.round(offset / 60_000)
    const away = Math.abs(minutes)
    const hours = String(Math.floor(away / 60)).padStart(2, '0')
    const offsetText = `${minutes < 0 ? '-' : '+'}${hours}:${String(away % 60).padStart(2, '0')}`
    return {
      from,
      until,
      offset,
      writtenOffset: minutes * 60_000,
      offsetText: this.#isUtc ? 'Z' : offsetText,
    }
  }
}

/** The year is asked for only because a format needs some field before the zone's name. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
}

/** Milliseconds of what follows "GMT": nothing, `-03:00` or, before standard time, `-03:06:28`. */
function readOffset(text: string): number {
  if (text === '') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(4, 6))
  const seconds = text.length > 6 ? Number(text.slice(7, 9)) : 0
  const offset = ((hours * 60 + minutes) * 60 + seconds) * 1000
  return text.startsWith('-') || text.startsWith('\u2212') ? -offset : offset
}

// A name, so neither a bare offset such as +03:00, which Intl also takes, nor the empty text.
function isZoneName(name: string): boolean {
  return /^[A-Za-z]/.test(name) && name.length <= 64
}

function pick(stretches: readonly Stretch[], index: number): Stretch {
  const stretch = stretches[index]
  if (stretch === undefined) throw new Error('a chunk of a zone has at least one stretch')
  return stretch
}

function forgetOldest<K, V>(cache: Map<K, V>, kept: number): void {
  if (cache.size < kept) return
  for (const key of cache.keys()) {
    cache.delete(key)
    return
  }
}

const zones = new Map<string, Zone>()
let lastZone: Zone | undefined

/** The zone of an IANA name, from a bounded cache. Throws RangeError for an unknown name. */
export function zoneOf(name: string): Zone {
  if (lastZone?.name === name) return lastZone
  let zone = zones.get(name)
  if (zone === undefined) {
    zone = new Zone(name)
    forgetOldest(zones, ZONES_KEPT)
    zones.set(name, zone)
  }
  lastZone = zone
  return zone
}

const WELL_SPELLED = /^(?:[A-Z][\w+-]*|of|es|au)$/

/**
 * The name of a zone as the zone database spells it: `america/sao_paulo` is `America/Sao_Paulo`. An older or newer name of a
 * zone that is spelled well stays: `Asia/Kolkata`.
 */
export function spelledTimeZone(name: string): string {
  if (!isTimeZone(name)) return name
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
  const isWellSpelled =
    !/[A-Z]{4}/.test(name) && name.split(/[/_]/).every((part) => WELL_SPELLED.test(part))
  const isOtherName = timeZone.toLowerCase() !== name.toLowerCase()
  return isOtherName && isWellSpelled ? name : timeZone
}

/** Whether the text names a zone of the zone database. A bare offset such as `+03:00` does not. */
export function isTimeZone(name: string): boolean {
  if (zones.has(name)) return true
  if (!isZoneName(name)) return false
  try {
    offsetFormat(name)
    return true
  } catch {
    return false
  }
}
