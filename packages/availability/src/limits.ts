/**
 * Every number of this package that a caller can meet, each with its unit in its name. The code here and in
 * the packages above enforces them from this table, and core's `LIMITS` includes it.
 */
export const AVAILABILITY_LIMITS = {
  /** The longest window that one question may ask for. */
  slotWindowDays: 31,
  /** How many days after today `nextDates` looks. */
  nextDatesHorizonDays: 180,
  slotIntervalMinMinutes: 5,
  slotIntervalMaxMinutes: 1440,
} as const
