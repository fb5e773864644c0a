/** Milliseconds of a day of 24 hours; local days may be shorter or longer. */
export const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000

/** The days that a JavaScript instant can reach, on either side of 1970-01-01. */
const LAST_DAY = 100_000_000

/** Four digits, or the sign and six digits that ISO 8601 wants outside the years 0000 to 9999. */
const DATE_SHAPE = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)$/

/**
 * Days from 1970-01-01 to a date `YYYY-MM-DD` of the Gregorian calendar, negative before it.
 * Throws RangeError for any other text and for days that don't exist, such as 2026-02-30.
 */
export function dayOf(date: string): number {
  const day = readDate(date)
  if (day === null) throw new RangeError(`not a date: ${JSON.stringify(date)}`)
  return day
}

/** Whether the text is an existing date, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return readDate(text) !== null
}

function readDate(date: string): number | null {
  const match = DATE_SHAPE.exec(date)
  if (match === null) return null
  const year = Number(match[1])
  const month = Number(match[2])
  const dayOfMonth = Number(match[3])
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month))
    return null
  const day = daysFromCivil(year, month, dayOfMonth)
  return Math.abs(day) > LAST_DAY ? null : day
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/**
 * Years are counted from March, so that the leap day is the last one, in eras of 400 years
 * (146,097 days). Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
 */
export function daysFromCivil(year: number, month: number, dayOfMonth: number): number {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

// The text of a date costs more than all the arithmetic of an output date-time, and few
// dates are in use at once: one place per day number modulo the size, overwritten on need.
const CACHED_DATES = 4096
const cachedDays = new Int32Array(CACHED_DATES).fill(LAST_DAY + 1)
const cachedTexts: string[] = Array.from({ length: CACHED_DATES }, () => '')

/** `YYYY-MM-DD` of a day number. Throws RangeError beyond what an instant can reach. */
export function dateOf(day: number): string {
  const place = day & (CACHED_DATES - 1)
  const cached = cachedTexts[place]
  if (cached !== undefined && cachedDays[place] === day) return cached
  const text = writeDate(day)
  cachedDays[place] = day
  cachedTexts[place] = text
  return text
}

function writeDate(day: number): string {
  if (!Number.isInteger(day) || Math.abs(day) > LAST_DAY) {
    throw new RangeError(`not a day number: ${day}`)
  }
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${writeYear(year)}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`
}

function writeYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
}

export function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** The date `days` calendar days later (earlier when negative). Throws RangeError for a non-date. */
export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days)
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}
