import { Temporal } from 'temporal-polyfill'

/** Times of a sample, written as the API writes date-times. */
export type Moments = {
  /** Date-time at that many minutes from now. */
  at: (minutes: number) => string
  /** Date-time on that day from today, at a wall clock time such as `09:00`. */
  on: (days: number, time: string) => string
  today: string
}

/** `now` is in epoch milliseconds, `timezone` an IANA name. */
export function momentsFrom(now: number, timezone: string): Moments {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  const write = (moment: Temporal.ZonedDateTime) =>
    moment.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return {
    at: (minutes) => write(local.add({ minutes })),
    on: (days, time) => write(local.add({ days }).withPlainTime(time)),
    today: local.toPlainDate().toString(),
  }
}
