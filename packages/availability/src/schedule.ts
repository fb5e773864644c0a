/**
 * Hours of one day, in minutes after local midnight. `opens` 0..1439, `closes` 0..1440.
 * `closes <= opens` means the next local day: 22:00–02:00 is `{ opens: 1320, closes: 120 }`.
 */
export type DayPiece = { opens: number; closes: number }

type TakenTime = {
  /** Epoch milliseconds, half open. Unsorted, overlapping and empty ones (`end <= start`) are fine. */
  start: number
  end: number
  /** Minutes kept free on either side, as they were when the time was taken. */
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
}

export type BusyAppointment = TakenTime & {
  kind: 'appointment'
  id: number
  /** The service of the appointment; null for several services, which share no seats. */
  serviceId: number | null
}

/** A vacation, an external calendar, a room under repair: no seat of a session, and never excluded. */
export type BlockedTime = TakenTime & { kind: 'blocked' }

export type BusyTime = BusyAppointment | BlockedTime

/** The appointment statuses that take time. Rows of other statuses must not be given as busy. */
export const BLOCKING_STATUSES = ['PENDING', 'CONFIRMED', 'COMPLETED'] as const

/** When one professional works, and what is already taken. */
export type Schedule = {
  /** Seven lists, 0 = Sunday … 6 = Saturday. */
  weekly: readonly (readonly DayPiece[])[]
  /** By local date `YYYY-MM-DD`: replaces the weekday's hours, and a holiday; `[]` is closed. */
  overrides: ReadonlyMap<string, readonly DayPiece[]>
  /**
   * At least everything whose range, with its own buffers, overlaps the time from the first
   * start asked for less the demand's buffer before, to the last start plus the demand's
   * duration and buffer after. More does no harm.
   */
  busy: readonly BusyTime[]
}
