/** Lengths of time as people enter them: a number and a unit. */
export const UNITS = { minutes: 1, hours: 60, days: 1440 } as const

export type Unit = keyof typeof UNITS

export const UNIT_NAMES = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[]

export type Length = { readonly count: number; readonly unit: Unit }

/** In the largest unit in which it is a whole number. */
export function lengthOf(minutes: number): Length {
  const fits = (unit: Unit): boolean => minutes !== 0 && minutes % UNITS[unit] === 0
  const unit = fits('days') ? 'days' : fits('hours') ? 'hours' : 'minutes'
  return { count: minutes / UNITS[unit], unit }
}

export function minutesOf({ count, unit }: Length): number {
  return Math.round(count * UNITS[unit])
}
