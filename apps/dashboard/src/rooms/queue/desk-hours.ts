/** Hours of a desk as they are typed: a row for each interval, with clock times. */
import { clockOf } from '../../time/wall-clock.ts'

type Interval = {
  readonly weekday: number
  readonly opens_minute: number
  readonly closes_minute: number
}

export type HoursRow = {
  /** Keeps a row the same while others come and go. */
  readonly key: string
  readonly weekday: number
  /** `09:30`, or what is there while the user types. */
  readonly opens: string
  readonly closes: string
}

export function rowsOf(hours: readonly Interval[]): HoursRow[] {
  return hours.map(({ weekday, opens_minute, closes_minute }, index) => ({
    key: String(index),
    weekday,
    opens: clockOf(opens_minute),
    closes: clockOf(closes_minute),
  }))
}

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Minutes after midnight; null for what is not a time. */
export function minuteIn(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text.trim()) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Null when a time of a row is not one. */
export function intervalsOf(rows: readonly HoursRow[]): Interval[] | null {
  const found = rows.flatMap(({ weekday, opens, closes }) => {
    const [opens_minute, closes_minute] = [minuteIn(opens), minuteIn(closes)]
    return opens_minute === null || closes_minute === null
      ? []
      : [{ weekday, opens_minute, closes_minute }]
  })
  return found.length === rows.length ? found : null
}
