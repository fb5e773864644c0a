/** How much a visitor can book with one contact: at a time, and in a day. */
import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import { comparable, type Identifiers } from '../clients/client-rules.ts'
import { CLIENTS_OF_CONTACT } from '../clients/of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { ACTIVE_QUEUE_STATUSES } from '../queue/transitions.ts'
import type { VisitorWork } from './submission.ts'

const ACTIVE = ACTIVE_QUEUE_STATUSES.map((status) => `'${status}'`).join(', ')

const open = query({
  name: 'open public bookings of a visitor',
  text: `
    WITH owner AS (${CLIENTS_OF_CONTACT})
    SELECT count(*) FILTER (WHERE is_open)::int AS "open",
      count(*) FILTER (WHERE is_open AND client_id = $7::int)::int AS "ofClient",
      count(*) FILTER (WHERE created_at > clock_timestamp() - interval '24 hours')::int AS "ofDay"
    FROM (
      SELECT a.client_id, a.created_at, a.status IN ('PENDING', 'CONFIRMED') AND a.ends_at > ${instantIn('$4')} AS is_open
        FROM appointment AS a JOIN owner ON owner.id = a.client_id
        WHERE a.organization_id = $1::int AND EXISTS (SELECT FROM public_submission AS s
          WHERE s.organization_id = $1::int AND s.appointment_id = a.id AND s.visitor = $6::text)
      UNION ALL
      SELECT e.client_id, e.created_at, e.status IN (${ACTIVE}) AND e.date >= $5::text::date
        FROM queue_entry AS e JOIN owner ON owner.id = e.client_id
        WHERE e.organization_id = $1::int AND EXISTS (SELECT FROM public_submission AS s
          WHERE s.organization_id = $1::int AND s.queue_entry_id = e.id AND s.visitor = $6::text)
    ) AS made`,
  row: {
    open: column.by('0', column.int),
    ofClient: column.by('0', column.int),
    ofDay: column.by('0', column.int),
  },
})

/**
 * Counted are appointments that are not over and places in today's queue that this visitor made with this phone or this
 * e-mail. What other visitors made is not counted: a refusal tells nothing of it, and no client is locked out by it. Those
 * of the last 24 hours count even when they are over. The caller has locked both identifiers.
 *
 * @param existing the client with this contact and this name; null: there is none
 * @throws `409 action_not_allowed`
 */
export async function requireFewOpen(
  { tx, organization, now, visitor }: Pick<VisitorWork, 'tx' | 'organization' | 'now' | 'visitor'>,
  contact: Identifiers,
  existing: { readonly id: number } | null,
): Promise<void> {
  const { phoneKey, email } = comparable(contact)
  const instant = now()
  const today = localDateOf(instant, organization.timeZone)
  const values = [organization.id, phoneKey, email, instant, today, visitor, existing?.id ?? null]
  const [read] = await open(sqlOf(tx), values)
  const { ofDay = 0, ofClient = 0, open: all = 0 } = read ?? {}
  if (ofDay >= LIMITS.publicBookingsPerContactPerDay) {
    throw new Problem(
      'action_not_allowed',
      'You made too many bookings with this phone or e-mail in 24 hours. Ask the organization.',
    )
  }
  if (ofClient >= LIMITS.openPublicBookings) throw tooMany(LIMITS.openPublicBookings, 'this name')
  if (all >= LIMITS.openPublicBookingsOfContact) {
    throw tooMany(LIMITS.openPublicBookingsOfContact, 'this phone or e-mail')
  }
}

function tooMany(count: number, what: string): Problem {
  return new Problem(
    'action_not_allowed',
    `You already made ${count} bookings ahead with ${what}. Cancel one of them, or ask the organization.`,
  )
}
