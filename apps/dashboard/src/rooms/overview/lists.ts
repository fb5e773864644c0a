/** The appointments behind the numbers, as filters of `appointments.list`. */
export const LISTS = {
  booked: ['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'],
  completed: ['COMPLETED'],
  no_shows: ['NO_SHOW'],
  cancelled: ['CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'],
  /** What takes the time of a professional. */
  taking: ['PENDING', 'CONFIRMED', 'COMPLETED'],
} as const

export type ListName = keyof typeof LISTS

export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[]
