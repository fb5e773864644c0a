/** Times, money and lengths as people write them. */
import { formatInstant, localDateOf } from '@scheduling/availability'
import { dayAndHour as writtenDayAndHour } from '@scheduling/core'
import type { Language } from './language.ts'

const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB' }

/** Making a formatter costs more than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATTERS = 500

function formatted(
  instant: number,
  language: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    if (formatters.size >= MOST_FORMATTERS) formatters.clear()
    formatter = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone })
    formatters.set(key, formatter)
  }
  return formatter.format(instant)
}

/**
 * `terça, 24 de novembro, às 9h30`, with the year where it is not that of the reader.
 *
 * @param instant as the API writes it
 * @param now epoch milliseconds
 */
export function dayAndHour(
  instant: string,
  language: Language,
  timeZone: string,
  now: number,
): string {
  const thisYear = Number(localDateOf(now, timeZone).slice(0, 4))
  return writtenDayAndHour(formatInstant(Date.parse(instant), timeZone), language, thisYear)
}

/** `terça-feira, 24 de novembro`, for days of the next weeks. @param date `YYYY-MM-DD` */
export function nearDay(date: string, language: Language): string {
  return formatted(Date.parse(date), language, 'UTC', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
}

/** `15 de janeiro`. @param date `YYYY-MM-DD` */
export function dayOfMonth(date: string, language: Language): string {
  const written = formatted(Date.parse(date), language, 'UTC', { day: 'numeric', month: 'long' })
  return language === 'pt' ? written.replace(/^1 /, '1º ') : written
}

/** `ter`, `24` and `nov`, as on a leaf of a calendar. @param date `YYYY-MM-DD` */
export function leafOf(date: string, language: Language) {
  const of = (options: Intl.DateTimeFormatOptions) =>
    formatted(Date.parse(date), language, 'UTC', options).replace('.', '')
  return {
    weekday: of({ weekday: 'short' }),
    day: of({ day: 'numeric' }),
    month: of({ month: 'short' }),
  }
}

/** `ter, 24 nov`. @param date `YYYY-MM-DD` */
export function shortDay(date: string, language: Language): string {
  const { weekday, day, month } = leafOf(date, language)
  return `${weekday}, ${day} ${month}`
}

/** A start as the leaf of a calendar beside its day and hour. @param start as the API writes it, with the offset of the zone */
export function dayLeaf(start: string, language: Language, timeZone: string) {
  const date = start.slice(0, 10)
  return {
    ...leafOf(date, language),
    name: nearDay(date, language),
    hour: hour(start, language, timeZone),
  }
}

/** `novembro de 2026`. @param month `YYYY-MM` */
export function monthName(month: string, language: Language): string {
  return formatted(Date.parse(`${month}-01`), language, 'UTC', { month: 'long', year: 'numeric' })
}

/** `09:30` */
export function hour(instant: string, language: Language, timeZone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return formatted(Date.parse(instant), language, timeZone, options)
}

/** @param amount decimal text in reais; null: nothing is said of a price */
export function money(amount: string | null, language: Language): string | null {
  if (amount === null) return null
  const options = { style: 'currency', currency: 'BRL' } as const
  return new Intl.NumberFormat(LOCALES[language], options)
    .format(Number(amount))
    .replaceAll('\u00a0', ' ')
}

/** The sum of decimal texts with two places, of those that are known. Null when none is. */
export function sum(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  if (known.length === 0) return null
  const cents = known.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0)
  return (cents / 100).toFixed(2)
}

/** `45 min`, `1 h 30 min` */
export function length(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
  return parts.filter((part) => part !== '').join(' ')
}

/** `segunda-feira`. @param weekday 0 is Sunday */
export function weekdayName(weekday: number, language: Language): string {
  // The first of these days was a Sunday.
  return formatted(Date.UTC(2023, 0, 1 + weekday), language, 'UTC', { weekday: 'long' })
}

/** `09:30`; the end of the day is `24:00`. @param minute after midnight */
export function clock(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
