import { DAY_MS, dayOf, isDate } from '../civil-date.ts'

/** What is wrong with a case file, naming the field: `busy[2].start: ...`. */
export class Malformed extends Error {
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`)
  }
}

/** An object read from JSON; its fields are checked one by one by the readers below. */
export type Fields = { readonly [field: string]: unknown }

export function readObject(value: unknown, field: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed(field, `must be an object, got ${show(value)}`)
  }
  return asFields(value)
}

/** Safe: any object that is no array has string keys, and `unknown` promises nothing of the values. */
function asFields(value: object): Fields {
  return value as Fields
}

/** An array; absent or null counts as empty. */
export function readList(value: unknown, field: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new Malformed(field, `must be an array, got ${show(value)}`)
  return value
}

export function readText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') {
    throw new Malformed(field, `must be a non-empty text, got ${show(value)}`)
  }
  return value
}

/** An integer of at least `least`; the fallback when absent or null. */
export function readInteger(
  value: unknown,
  field: string,
  least: number,
  fallback?: number,
): number {
  if ((value === undefined || value === null) && fallback !== undefined) return fallback
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new Malformed(field, `must be an integer of at least ${least}, got ${show(value)}`)
  }
  return value
}

/** An id: a number or a text, compared as text. Null when absent. */
export function readId(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Malformed(field, `must be a number or a text, got ${show(value)}`)
}

export function readDate(value: unknown, field: string): string {
  if (typeof value !== 'string' || !isDate(value)) {
    throw new Malformed(field, `must be an existing date YYYY-MM-DD, got ${show(value)}`)
  }
  return value
}

const CLOCK =
  '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d)(?<fraction>\\.\\d{1,9})?)?'
const OFFSET =
  'Z|(?<sign>[+-])(?<east>[01]\\d|2[0-3]):(?<eastMinute>[0-5]\\d)(?::(?<eastSecond>[0-5]\\d))?'
const INSTANT_SHAPE = new RegExp(`^(?<date>\\d{4}-\\d\\d-\\d\\d)T${CLOCK}(?:${OFFSET})$`)

/** A date-time with its offset, in epoch milliseconds and milliseconds east of UTC. */
export function readInstant(value: unknown, field: string): { instant: number; offset: number } {
  const parts = typeof value === 'string' ? INSTANT_SHAPE.exec(value)?.groups : undefined
  if (parts === undefined || !isDate(parts['date'] ?? '')) {
    throw new Malformed(field, `must be a date-time with an offset, got ${show(value)}`)
  }
  const seconds = (hour?: string, minute?: string, second?: string): number =>
    (Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0)
  const clock = seconds(parts['hour'], parts['minute'], parts['second']) * 1000
  const fraction = Math.floor(Number(`0${parts['fraction'] ?? ''}`) * 1000)
  const away = seconds(parts['east'], parts['eastMinute'], parts['eastSecond']) * 1000
  const offset = parts['sign'] === '-' ? -away : away
  return { instant: dayOf(parts['date'] ?? '') * DAY_MS + clock + fraction - offset, offset }
}

/** `09:30` as minutes after midnight, up to `last` (1439, or 1440 for 24:00). */
export function readClock(value: unknown, field: string, last: number): number {
  const match = typeof value === 'string' ? /^(\d\d):(\d\d)$/.exec(value) : null
  const minute = match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2])
  if (Number.isNaN(minute) || Number(match?.[2]) > 59 || minute > last) {
    throw new Malformed(field, `must be a time HH:MM, got ${show(value)}`)
  }
  return minute
}

export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
