/** The chapters of the reference, in reading order. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'The organization that a key belongs to: its time zone, plan and features.',
  Professionals: 'The owner and the collaborators who perform services.',
  Services: 'What can be booked, or queued for, and the rules that slots follow.',
  Clients: 'The people who book. A known client is recognized by CPF, phone or e-mail.',
  Availability:
    'Free slots, and the next dates that have any. These routes have a rate limit of their own.',
  Appointments:
    'Bookings. Notes and metadata are changed with `PATCH`, everything else with actions.',
  'Online queue':
    'Walk-in queues of the day. Every route needs the feature `online_queue`, or it answers `403 feature_not_enabled`.',
  Deposits: 'Advance charges by instant payment. Read only.',
  Events: 'What happened in the last 30 days, in the order in which it was committed.',
  Webhooks:
    'Subscriptions that send events to a URL of yours, and the record of every attempt. A key with `webhooks:manage` can read all data by subscribing to `*`.',
}
