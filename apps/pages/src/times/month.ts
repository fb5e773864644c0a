/** A month as a page of a calendar, on which the days with a free time can be pressed. */
import { addDays, isDate } from '@scheduling/availability'
import type { Language } from '../language.ts'
import { leafOf, monthName, nearDay } from '../written.ts'

type Days = (from: string | undefined) => Promise<readonly string[]>

/** `YYYY-MM` of this century; null: it is no month. */
export function monthIn(value: string | null): string | null {
  return value !== null && /^20\d\d-/.test(value) && isDate(`${value}-01`) ? value : null
}

/** @param months may be negative */
function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/**
 * @param days the next days with a free time, from one on: some at a time, none before today
 * @param today `YYYY-MM-DD`
 */
export async function monthView(
  month: string,
  { days, today, language }: { days: Days; today: string; language: Language },
) {
  const free = new Set<string>()
  const first = `${month}-01`
  const end = `${monthAfter(month, 1)}-01`
  let from: string | null = end <= today ? null : first < today ? today : first
  while (from !== null) {
    const found = (await days(from)).filter((date) => date < end)
    for (const date of found) free.add(date)
    const last = found.at(-1)
    from = last === undefined || addDays(last, 1) >= end ? null : addDays(last, 1)
  }
  const dates: string[] = []
  for (let date = first; date < end; date = addDays(date, 1)) dates.push(date)
  return {
    name: monthName(month, language),
    weekdays: SUNDAY_ON.map((date) => leafOf(date, language).weekday),
    blank: Array.from({ length: new Date(first).getUTCDay() }, () => ''),
    days: dates.map((value) => ({
      value,
      day: Number(value.slice(8)),
      name: nearDay(value, language),
      isFree: free.has(value),
    })),
    before: month <= today.slice(0, 7) ? '' : monthAfter(month, -1),
    after: monthAfter(month, 1),
  }
}

/** A week that began on a Sunday. */
const SUNDAY_ON = Array.from({ length: 7 }, (_, day) => addDays('2023-01-01', day))
