/** How an appointment repeats, as a receptionist says it, and the rule that the service takes. */

export const RHYTHMS = ['never', 'daily', 'weekly', 'fortnightly', 'monthly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** As many as a series may have. */
export const MOST_TIMES = 100

const PARTS: Readonly<Record<Exclude<Rhythm, 'never'>, string>> = {
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
}

/** Weekday and day of the month are those of the first date. */
export function ruleOf(rhythm: Exclude<Rhythm, 'never'>, times: number): string {
  return `${PARTS[rhythm]};COUNT=${times}`
}
