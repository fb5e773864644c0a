import { date, oneOf, searchOf, text } from '../../address/search.ts'

/** The page knows the actions and the kinds of records: their names are not loaded before it. */
export const auditSearch = searchOf({
  from: date(),
  to: date(),
  action: text(60),
  record: text(60),
  /** Goes with `record`. */
  record_id: text(100),
  actor_type: oneOf('user', 'client', 'api_key', 'agent', 'system'),
  /** Goes with `actor_type`. */
  actor_id: text(100),
  source: oneOf(
    'dashboard',
    'public_booking',
    'api',
    'agent',
    'messaging',
    'payment',
    'recurrence',
    'system',
  ),
})
