import type { readBusyTimes as reading } from './busy-times.ts'

export type { BusyCalendar } from './busy-times.ts'
export type { BusyBounds, BusyReader, BusyTime, BusyWindow } from './found-times.ts'
export { CalendarFault, type CalendarFaultCode } from './components.ts'
export {
  CALENDAR_END,
  calendarEntry,
  calendarHead,
  writeCalendar,
  type CalendarEntry,
} from './write.ts'

/** What parses calendars is large, and is loaded with the first one that is read. */
export const readBusyTimes: typeof reading = async (...given) => {
  const { readBusyTimes: read } = await import('./busy-times.ts')
  return read(...given)
}
