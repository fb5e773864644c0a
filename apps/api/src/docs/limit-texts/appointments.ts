import { outOfRange, tooLong, tooMany, type Chapter } from './limit-text.ts'

export const APPOINTMENTS = {
  recurrenceCharacters: {
    says: 'Length of a recurrence rule',
    unit: 'characters',
    where: '`appointments.createSeries`, in dashboards',
    beyond: tooLong('recurrence'),
  },
  seriesOccurrences: {
    says: 'Dates of one series',
    unit: '',
    where: '`appointments.createSeries`, in dashboards',
    beyond: tooMany('recurrence'),
  },
  seriesYears: {
    says: 'From the first date of a series to the last',
    unit: 'years',
    where: '`appointments.createSeries`, in dashboards',
    beyond: outOfRange('recurrence'),
  },
  seriesShiftDays: {
    says: 'By how far a series is moved, in either direction',
    unit: 'days',
    where: '`appointments.rescheduleSeries`, in dashboards',
    beyond: outOfRange('shift_days'),
  },
  priceDigits: {
    says: 'Digits of a price before the decimal point',
    unit: '',
    where: '`price` in dashboards',
    beyond: { code: 'validation_error', field: 'price', fieldCode: 'invalid_format' },
  },
} as const satisfies Chapter
