import { MINUTE_MS } from './civil-date.ts'
import { AVAILABILITY_LIMITS } from './limits.ts'
import { zoneOf, type Zone } from './zone.ts'

/** What is to be booked: one service, or several that are performed one after the other. */
export type Demand = {
  /** The sum over the services. 1 minute to 366 days. */
  durationMinutes: number
  /** Of the first service, and of the last. */
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** Elapsed minutes between candidate starts, within `slotIntervalMinMinutes` and `slotIntervalMaxMinutes`; the largest of the services. */
  slotIntervalMinutes: number
  /** Elapsed minutes between now and the earliest start; the largest of the services. Negative: a start may be so long ago. */
  minAdvanceMinutes: number
  /** Days after today that can be booked; null = no limit. */
  maxAdvanceDays: number | null
  /** Seats of a group session, 1 = individual. Counts only when `serviceId` is given. */
  capacity: number
  /** The service; null for several services. */
  serviceId: number | null
  /** The appointment that is being moved and must not stand in its own way. */
  excludeAppointmentId: number | null
}

/** The organization's side: its zone, its closed dates, and the present instant. */
export type Calendar = {
  timeZone: string
  /** Local dates `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>
  /** Epoch milliseconds. */
  now: number
}

const YEAR_MINUTES = 366 * 1440

/** `Calendar` and `Demand` in the engine's own units: milliseconds, seats, day numbers. */
export type Terms = {
  zone: Zone
  holidays: ReadonlySet<string>
  durationMs: number
  bufferBeforeMs: number
  bufferAfterMs: number
  stepMs: number
  /** The first bookable instant. */
  earliest: number
  /** The last bookable local date, as a day number; Infinity = no limit. */
  lastDay: number
  today: number
  /** 1 for several services: only a single service has seats. */
  capacity: number
  serviceId: number | null
  excludeAppointmentId: number | null
}

/** Throws RangeError naming the field that is out of its range. */
export function termsOf(calendar: Calendar, demand: Demand): Terms {
  const { slotIntervalMinMinutes: least, slotIntervalMaxMinutes: most } = AVAILABILITY_LIMITS
  requireWithin('durationMinutes', demand.durationMinutes, 1, YEAR_MINUTES)
  requireWithin('bufferBeforeMinutes', demand.bufferBeforeMinutes, 0, YEAR_MINUTES)
  requireWithin('bufferAfterMinutes', demand.bufferAfterMinutes, 0, YEAR_MINUTES)
  requireWithin('slotIntervalMinutes', demand.slotIntervalMinutes, least, most)
  requireWithin(
    'minAdvanceMinutes',
    demand.minAdvanceMinutes,
    -YEAR_MINUTES,
    Number.MAX_SAFE_INTEGER,
  )
  requireWithin('maxAdvanceDays', demand.maxAdvanceDays ?? 0, 0, Number.MAX_SAFE_INTEGER)
  requireWithin('capacity', demand.capacity, 1, Number.MAX_SAFE_INTEGER)
  const zone = zoneOf(calendar.timeZone)
  const today = zone.localDay(calendar.now)
  return {
    zone,
    holidays: calendar.holidays,
    durationMs: demand.durationMinutes * MINUTE_MS,
    bufferBeforeMs: demand.bufferBeforeMinutes * MINUTE_MS,
    bufferAfterMs: demand.bufferAfterMinutes * MINUTE_MS,
    stepMs: demand.slotIntervalMinutes * MINUTE_MS,
    earliest: calendar.now + demand.minAdvanceMinutes * MINUTE_MS,
    lastDay: demand.maxAdvanceDays === null ? Infinity : today + demand.maxAdvanceDays,
    today,
    capacity: demand.serviceId === null ? 1 : demand.capacity,
    serviceId: demand.serviceId,
    excludeAppointmentId: demand.excludeAppointmentId,
  }
}

function requireWithin(field: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${field} must be an integer from ${least} to ${most}, got ${value}`)
  }
}
