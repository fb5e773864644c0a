/** Days as the clinic counts them. */
import { Misuse } from '../failure.ts'

export type Window = { readonly from: string; readonly to: string }

const DAY_MS = 86_400_000
/** One answer of the service has at most so many days. */
const LONGEST_WINDOW_DAYS = 31

/** @throws Misuse for what is not a date such as 2026-11-24 */
export function dateOf(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // A day that a month does not have is read as one of the next.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text
  throw new Misuse('--date takes a day such as 2026-11-24.')
}

/** Today, where a zone has it. @param now epoch milliseconds */
export function todayIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** Windows that cover so many days from the first one, each as long as the service answers. */
export function windowsOf(first: string, days: number): Window[] {
  const windows: Window[] = []
  for (let offset = 0; offset < days; offset += LONGEST_WINDOW_DAYS) {
    const last = Math.min(offset + LONGEST_WINDOW_DAYS, days) - 1
    windows.push({ from: dayAfter(first, offset), to: dayAfter(first, last) })
  }
  return windows
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** `Tuesday 24 November 2026` */
export function dayInWords(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'full' })
    .format(Date.parse(`${date}T00:00:00Z`))
    .replace(',', '')
}
