import { outOfRange, tooLong, tooMany, type Chapter } from './limit-text.ts'

export const APPOINTMENTS = {
  holdMinutes: {
    says: 'How long a time is held, unless `minutes` says otherwise',
    unit: 'minutes',
    where: '`POST /v1/holds`',
    beyond: { instead: 'The hold expires, and its time is free.' },
  },
  holdMinutesMost: {
    says: 'How long a time can be held',
    unit: 'minutes',
    where: '`POST /v1/holds`',
    beyond: outOfRange('minutes'),
  },
  holderCharacters: {
    says: 'Length of `holder`',
    unit: 'characters',
    where: '`POST /v1/holds`',
    beyond: tooLong('holder'),
  },
  holdsPerHolderPerHour: {
    says: 'Holds of one `holder` in an hour, replaced ones included',
    unit: '',
    where: '`POST /v1/holds`',
    beyond: { code: 'action_not_allowed' },
  },
  holdsPerKey: {
    says: 'Times that one key holds at once; the operator can set another number',
    unit: '',
    where: '`POST /v1/holds`',
    beyond: { code: 'action_not_allowed' },
  },
  holdsPerOrganization: {
    says: 'Times that are held at once in one organization; the operator can set another number',
    unit: '',
    where: '`POST /v1/holds`',
    beyond: { code: 'action_not_allowed' },
  },
  holdKeptDays: {
    says: 'How long a hold can be read',
    unit: 'days',
    where: '`GET /v1/holds`',
    beyond: { instead: 'It is deleted.' },
  },
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
