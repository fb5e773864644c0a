/** The days that are compared: of this week or month until today, and the same days of the one before. */
import { addDays, type DateWindow } from '@scheduling/availability'

export const PERIODS = ['week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export type Compared = { readonly now: DateWindow; readonly before: DateWindow }

/**
 * A week begins on Monday. A month before that is shorter is compared whole.
 *
 * @param today `YYYY-MM-DD`
 */
export function comparedDays(period: Period, today: string): Compared {
  if (period === 'week') {
    const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
    return {
      now: { from: monday, to: today },
      before: { from: addDays(monday, -7), to: addDays(today, -7) },
    }
  }
  const first = `${today.slice(0, 8)}01`
  const lastBefore = addDays(first, -1)
  const sameDay = `${lastBefore.slice(0, 8)}${today.slice(8)}`
  return {
    now: { from: first, to: today },
    before: {
      from: `${lastBefore.slice(0, 8)}01`,
      to: sameDay < lastBefore ? sameDay : lastBefore,
    },
  }
}

/** Both ends included. */
export function datesOf({ from, to }: DateWindow): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}
