import type { Chapter } from './limit-text.ts'

const FEED = '`/calendar/{token}.ics` of a professional'

const BUSY = 'the calendar of `calendars.connectBusy`'
const FAILING = { instead: 'The read fails, and what was read last counts on.' }

export const CALENDARS = {
  calendarFeedsPerProfessional: {
    says: "Addresses of one professional's calendar",
    unit: '',
    where: '`calendars.createFeed`',
    beyond: { code: 'action_not_allowed' },
  },
  calendarFeedPastDays: {
    says: 'How far a feed looks back',
    unit: 'days',
    where: FEED,
    beyond: { instead: 'Older appointments are left out.' },
  },
  calendarFeedAheadDays: {
    says: 'How far a feed looks ahead',
    unit: 'days',
    where: FEED,
    beyond: { instead: 'Later appointments are left out.' },
  },
  calendarFeedEntries: {
    says: 'Appointments in a feed',
    unit: '',
    where: FEED,
    beyond: { instead: 'Those that are farthest from today are left out, past ones first.' },
  },
  calendarReadsPerFeedPerHour: {
    says: 'Reads of one feed, from anywhere, within an hour',
    unit: '',
    where: FEED,
    beyond: { instead: 'An hour of `429 rate_limited`, with `Retry-After`.' },
  },
  busyCalendarMinutes: {
    says: 'How often a calendar elsewhere is read',
    unit: 'minutes',
    where: BUSY,
    beyond: { instead: 'A change there counts here by then.' },
  },
  busyCalendarDays: {
    says: 'How far ahead a calendar elsewhere is read',
    unit: 'days',
    where: BUSY,
    beyond: { instead: 'Later times can be booked. They are read as the days come nearer.' },
  },
  busyCalendarBytes: {
    says: 'Size of the file of a calendar elsewhere',
    unit: 'bytes',
    where: BUSY,
    beyond: FAILING,
  },
  busyCalendarSeconds: {
    says: 'How long its server may take',
    unit: 'seconds',
    where: BUSY,
    beyond: FAILING,
  },
  busyCalendarEntries: {
    says: 'Entries in its file, past ones too',
    unit: '',
    where: BUSY,
    beyond: FAILING,
  },
  busyCalendarOccurrences: {
    says: 'Times at which its entries repeat, in the days that are read',
    unit: '',
    where: BUSY,
    beyond: FAILING,
  },
  busyCalendarTimes: {
    says: 'Busy times in the days that are read, once those that touch were joined',
    unit: '',
    where: BUSY,
    beyond: FAILING,
  },
  busyCalendarMilliseconds: {
    says: 'Work for one file',
    unit: 'milliseconds',
    where: BUSY,
    beyond: FAILING,
  },
} as const satisfies Chapter
