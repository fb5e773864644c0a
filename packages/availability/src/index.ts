export { addDays, isDate } from './civil-date.ts'
export type { Calendar, Demand } from './demand.ts'
export { judgeStart, type Judgement } from './free-starts.ts'
export { formatInstant, localDateOf, startOfLocalDay } from './instant-text.ts'
export type { Interval } from './interval.ts'
export { instantOfLocalTime, localTimeOf, type LocalTime } from './local-time.ts'
export { openMinutes } from './open-minutes.ts'
export { openingOf, type Opening } from './opening.ts'
export {
  BLOCKING_STATUSES,
  type BlockedTime,
  type BusyAppointment,
  type BusyTime,
  type DayPiece,
  type Schedule,
} from './schedule.ts'
export {
  candidateStarts,
  freeSlots,
  nextDates,
  type Asked,
  type AvailableDate,
  type DateWindow,
  type Slot,
} from './slots.ts'
export { isTimeZone, spelledTimeZone } from './zone.ts'
