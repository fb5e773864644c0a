/** How much can be booked without an account with one contact: at a time, and in a day. */
import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { comparable, type Identifiers } from '../clients/client-rules.ts'
import { CLIENTS_OF_CONTACT } from '../clients/of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { ACTIVE_QUEUE_STATUSES } from '../queue/transitions.ts'

const ACTIVE = ACTIVE_QUEUE_STATUSES.map((status) => `'${status}'`).join(', ')

const open = query({
  name: 'open public bookings of a contact',
  text: `
    WITH owner AS (${CLIENTS_OF_CONTACT})
    SELECT count(*) FILTER (WHERE is_open)::int AS "open",
      count(*) FILTER (WHERE created_at > clock_timestamp() - interval '24 hours')::int AS "ofDay"
    FROM (
      SELECT a.created_at, a.status IN ('PENDING', 'CONFIRMED') AND a.ends_at > ${instantIn('$4')} AS is_open
        FROM appointment AS a JOIN owner ON owner.id = a.client_id
        WHERE a.organization_id = $1::int AND a.source = 'public_booking'
      UNION ALL
      SELECT e.created_at, e.status IN (${ACTIVE}) AND e.date >= $5::text::date
        FROM queue_entry AS e JOIN owner ON owner.id = e.client_id
        WHERE e.organization_id = $1::int AND e.source = 'public_booking'
    ) AS made`,
  row: { open: column.by('0', column.int), ofDay: column.by('0', column.int) },
})

/**
 * Counted are appointments that are not over and places in today's queue, made on the public page, of every client with
 * this phone or this e-mail, whatever the name. Those of the last 24 hours count even when they are over: each sends
 * messages, to somebody who may not have asked for them. The caller has locked both identifiers.
 *
 * @throws `409 action_not_allowed`
 */
export async function requireFewOpen(
  { tx, organization, now }: Pick<Work, 'tx' | 'organization' | 'now'>,
  contact: Identifiers,
): Promise<void> {
  const { phoneKey, email } = comparable(contact)
  const instant = now()
  const today = localDateOf(instant, organization.timeZone)
  const [read] = await open(sqlOf(tx), [organization.id, phoneKey, email, instant, today])
  if ((read?.ofDay ?? 0) >= LIMITS.publicBookingsPerContactPerDay) {
    throw new Problem(
      'action_not_allowed',
      'Too many bookings were made with this phone or e-mail in 24 hours. Ask the organization.',
    )
  }
  if ((read?.open ?? 0) < LIMITS.openPublicBookings) return
  throw new Problem(
    'action_not_allowed',
    `There are already ${LIMITS.openPublicBookings} bookings ahead with this phone or e-mail. Cancel one of them, or ask the organization.`,
  )
}
