/** Monday to Friday, as dates. */
import { addDays } from '@scheduling/availability'

/** The date itself, where it is one. */
export function workdayFrom(date: string): string {
  return isWorkday(date) ? date : workdayFrom(addDays(date, 1))
}

export function workdayBefore(date: string): string {
  const before = addDays(date, -1)
  return isWorkday(before) ? before : workdayBefore(before)
}

function isWorkday(date: string): boolean {
  return ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
}
