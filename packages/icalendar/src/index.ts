export {
  readBusyTimes,
  type BusyBounds,
  type BusyCalendar,
  type BusyReader,
  type BusyTime,
  type BusyWindow,
} from './busy-times.ts'
export { CalendarFault, type CalendarFaultCode } from './components.ts'
export {
  CALENDAR_END,
  calendarEntry,
  calendarHead,
  writeCalendar,
  type CalendarEntry,
} from './write.ts'
