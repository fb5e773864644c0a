import { outOfRange, tooLong, tooMany, type Chapter } from './limit-text.ts'

export const LISTS_AND_AVAILABILITY = {
  pageSizeDefault: {
    says: 'Records per page, if `limit` is not sent',
    unit: '',
    where: 'list routes',
    beyond: { instead: 'Follow `next` to get the rest.' },
  },
  pageSizeMax: {
    says: 'Maximum number of records per page',
    unit: '',
    where: 'list routes, `limit`',
    beyond: outOfRange('limit'),
  },
  eventsReadPerPage: {
    says: 'Events that one page reads, including those that its filters leave out',
    unit: '',
    where: '`GET /v1/events`',
    beyond: { instead: 'The page ends there. `has_more` is true, and the next page continues.' },
  },
  nextDatesDefault: {
    says: 'Dates, if `limit` is not sent',
    unit: '',
    where: '`GET /v1/availability/next-dates`',
    beyond: { instead: 'Send `limit` for more.' },
  },
  nextDatesMax: {
    says: 'Maximum number of dates',
    unit: '',
    where: '`GET /v1/availability/next-dates`, `limit`',
    beyond: outOfRange('limit'),
  },
  nextDatesHorizonDays: {
    says: 'How far ahead the next dates are searched',
    unit: 'days',
    where: '`GET /v1/availability/next-dates`',
    beyond: { instead: 'Later dates are not listed.' },
  },
  slotWindowDays: {
    says: 'Days from `from` to `to`, including both ends',
    unit: 'days',
    where: '`GET /v1/availability/slots`',
    beyond: outOfRange('to'),
  },
  slotWindowDefaultDays: {
    says: 'Days shown when only `from` is sent',
    unit: 'days',
    where: '`GET /v1/availability/slots`',
    beyond: { instead: 'Send `to` for more.' },
  },
  slotIntervalMinMinutes: {
    says: 'Minimum `slot_interval_minutes`',
    unit: 'minutes',
    where: 'services',
    beyond: { instead: 'A service cannot have a shorter interval.' },
  },
  slotIntervalMaxMinutes: {
    says: 'Maximum `slot_interval_minutes`',
    unit: 'minutes',
    where: 'services',
    beyond: { instead: 'A service cannot have a longer interval.' },
  },
  servicesPerAppointment: {
    says: 'Services in one appointment',
    unit: '',
    where: '`service_ids`',
    beyond: tooMany('service_ids'),
  },
  parameterValues: {
    says: 'Values of one parameter',
    unit: '',
    where: 'parameters that take a list, such as `status` and `expand`',
    beyond: tooMany('status'),
  },
  cursorCharacters: {
    says: 'Length of `cursor`',
    unit: 'characters',
    where: 'list routes',
    beyond: tooLong('cursor'),
  },
} satisfies Chapter
