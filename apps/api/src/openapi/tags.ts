/** The chapters of the reference, in reading order. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'The organization behind a key: time zone, plan, features.',
  Professionals: 'The owner and the collaborators who perform services.',
  Services: 'What can be booked or queued for, with the rules that slots follow.',
  Clients: 'The people who book. A client is found again by CPF, phone or e-mail.',
  Availability:
    'Free starts and the next dates that have any. These routes have a rate limit of their own.',
  Appointments:
    'Booked time. Notes and metadata change by `PATCH`; everything else through actions.',
  'Online queue':
    'Walk-in queues of the day. Every route needs the feature `online_queue`, else it answers `403 feature_not_enabled`.',
  Deposits: 'Advance charges by instant payment. Read only.',
  Events: 'What happened in the last 30 days, in the order in which it was committed.',
  Webhooks:
    'Subscriptions that push events to a URL of yours, with every attempt on record. A key with `webhooks:manage` can read all data by subscribing to `*`.',
}
