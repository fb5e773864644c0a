/** Which starts of the businesses are taken from the beginning, and which the load takes: no two alike. */

/** Local, every day: 08:00 to 18:00 in half hours. */
export const OPENS_MINUTE = 480
export const HALF_HOURS = 20
/** The rows fill some half hours of so many days before and from today on. */
export const BOOKED_BEHIND_DAYS = 3
/** The load books from here on. */
export const FREE_FROM_DAY = 7

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000

/**
 * The start of a professional's booking at this place, from 0: every half hour from the first free day on.
 *
 * @param today local midnight, epoch milliseconds
 */
export function freeStart(today: number, place: number): number {
  const day = FREE_FROM_DAY + Math.floor(place / HALF_HOURS)
  const half = place % HALF_HOURS
  return today + day * DAY_MS + OPENS_MINUTE * 60_000 + half * HALF_HOUR_MS
}
