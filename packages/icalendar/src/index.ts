export {
  CALENDAR_END,
  calendarEntry,
  calendarHead,
  writeCalendar,
  type CalendarEntry,
} from './write.ts'
