/** The days and hours of a wish, as a form has them. */
import { addDays, isDate } from '@scheduling/availability'
import { LIMITS } from '@scheduling/core'
import { FIELDS } from '../paths.ts'

/** Minutes of the day, by the part of the day that is chosen. */
export const PARTS = {
  any: [0, 1440],
  morning: [0, 720],
  afternoon: [720, 1080],
  evening: [1080, 1440],
} as const
export type Part = keyof typeof PARTS

export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

export type Days = {
  /** `YYYY-MM-DD`; empty: not typed, or not a date. */
  readonly from: string
  readonly to: string
  readonly weekdays: readonly number[]
  readonly part: Part
}

/** Without a day that is full: the two weeks in which most people look. */
const USUAL_DAYS = 14

/** The days for which a wish is taken, from `YYYY-MM-DD` on. */
export function acceptedDays(today: string): { readonly first: string; readonly last: string } {
  return { first: today, last: addDays(today, LIMITS.wishHorizonDays) }
}

/** @param day that was looked at and is full; null: no day is free. @param today `YYYY-MM-DD` */
export function usualDays(day: string | null, today: string): Days {
  const { first, last } = acceptedDays(today)
  const isAccepted = day !== null && day >= first && day <= last
  const from = isAccepted ? day : today
  const to = isAccepted ? day : addDays(today, USUAL_DAYS - 1)
  return { from, to, weekdays: WEEK, part: 'any' }
}

export function daysIn(form: URLSearchParams): Days {
  const dateAt = (name: string) => {
    const text = form.get(name)?.trim() ?? ''
    return isDate(text) ? text : ''
  }
  const chosen = new Set(form.getAll(FIELDS.weekdays))
  const parts = Object.keys(PARTS) as Part[]
  return {
    from: dateAt(FIELDS.fromDate),
    to: dateAt(FIELDS.toDate),
    weekdays: WEEK.filter((day) => chosen.has(String(day))),
    part: parts.find((part) => part === form.get(FIELDS.part)) ?? 'any',
  }
}

/** As the procedure takes them. */
export function sentDays({ from, to, weekdays, part }: Days) {
  const [from_minute, to_minute] = PARTS[part]
  return { from_date: from, to_date: to, weekdays: [...weekdays], from_minute, to_minute }
}
