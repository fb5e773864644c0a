import type { Chapter } from './limit-text.ts'

const FEED = '`/calendar/{token}.ics` of a professional'

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
} as const satisfies Chapter
