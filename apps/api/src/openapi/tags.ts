import { LIMITS } from '@scheduling/core'

/** The chapters of the reference, in reading order. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'The organization that a key belongs to: its time zone, plan and features.',
  Professionals: 'The owner and the collaborators who perform services.',
  Hours: 'When professionals work: each week, and on single dates.',
  Holidays:
    'Dates on which nothing can be booked, except with professionals who have hours of their own for them.',
  'Blocked times': 'Times in which nothing can be booked with one professional, or with all.',
  Specialties: 'Groups of services, with a name.',
  Services: 'What clients can book or queue for, and the rules for its slots.',
  Clients: 'The people who book. A known client is recognized by CPF, phone or e-mail.',
  Availability:
    'Free slots, and the next dates that have free slots. These routes have their own rate limit.',
  Holds:
    'Times that are kept for some minutes before they are booked, while a person fills in a form or pays.',
  Appointments:
    'Bookings of clients with professionals. Change notes and metadata with `PATCH`, and everything else with actions.',
  Waitlist:
    'Clients who wait for a time. When one that fits becomes free, it is held and offered to them.',
  'Online queue':
    'Walk-in queues of the day. Every route requires the feature `online_queue`. Without it, the answer is `403 feature_not_enabled`.',
  Deposits:
    'Payments in advance, by instant payment: they can be read, and change in the dashboard alone.',
  Events: `What happened in the last ${LIMITS.eventRetentionDays} days, in the order in which the changes were committed.`,
  Requests: `What your key asked in the last ${LIMITS.requestDays} days, what became of it, and what it caused.`,
  Webhooks:
    'Subscriptions that send events to your URL, and a record of every attempt. A key with `webhooks:manage` can read all data by subscribing to `*`.',
  'Test clock':
    'The time of a test organization, which can be moved forward: what would happen in an hour, a day or a year then happens in seconds. Live organizations have none.',
}
