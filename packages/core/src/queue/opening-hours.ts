import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'

/** One interval of a weekday in which a queue takes entries, in local time of the organization. */
export const DeskHours = z.object({
  weekday: z.int().min(0).max(6).meta({ description: '0 is Sunday.' }),
  opens_minute: z.int().min(0).max(1439).meta({ description: 'Minutes after local midnight.' }),
  closes_minute: z.int().min(0).max(1440).meta({
    description: 'The end, not included. A value at or before `opens_minute` is on the next day.',
  }),
})

export type DeskHours = z.output<typeof DeskHours>

/** Reads the column. */
export function deskHoursOf(column: unknown): DeskHours[] {
  return z.array(DeskHours).parse(column)
}

/** A queue without hours is always within them. @param now epoch milliseconds */
export function isWithinHours(hours: readonly DeskHours[], now: number, timeZone: string): boolean {
  if (hours.length === 0) return true
  const wallClock = formatInstant(now, timeZone)
  const weekday = new Date(`${wallClock.slice(0, 10)}T00:00:00Z`).getUTCDay()
  const minute = Number(wallClock.slice(11, 13)) * 60 + Number(wallClock.slice(14, 16))
  return hours.some((stretch) => {
    const { opens_minute: opens, closes_minute: closes } = stretch
    const isItsDay = stretch.weekday === weekday
    if (closes > opens) return isItsDay && minute >= opens && minute < closes
    const isDayAfter = (stretch.weekday + 1) % 7 === weekday
    return (isItsDay && minute >= opens) || (isDayAfter && minute < closes)
  })
}
