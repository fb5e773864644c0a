/** How much a visitor can book with one contact: at a time, and in a day. */
import { localDateOf } from '@scheduling/availability'
import type { Identifiers } from '../clients/client-rules.ts'
import { fewOfContact } from '../clients/few-of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { ACTIVE_QUEUE_STATUSES } from '../queue/transitions.ts'
import type { VisitorWork } from './submission.ts'

const ACTIVE = ACTIVE_QUEUE_STATUSES.map((status) => `'${status}'`).join(', ')

const requireFew = fewOfContact({
  name: 'open public bookings of a visitor',
  text: `
    SELECT a.client_id, a.created_at, a.status IN ('PENDING', 'CONFIRMED') AND a.ends_at > ${instantIn('$6')} AS is_open
      FROM appointment AS a JOIN owner ON owner.id = a.client_id
      WHERE a.organization_id = $1::int AND EXISTS (SELECT FROM public_submission AS s
        WHERE s.organization_id = $1::int AND s.appointment_id = a.id AND s.visitor = $4::text)
    UNION ALL
    SELECT e.client_id, e.created_at, e.status IN (${ACTIVE}) AND e.date >= $7::text::date
      FROM queue_entry AS e JOIN owner ON owner.id = e.client_id
      WHERE e.organization_id = $1::int AND EXISTS (SELECT FROM public_submission AS s
        WHERE s.organization_id = $1::int AND s.queue_entry_id = e.id AND s.visitor = $4::text)`,
  mostOfName: LIMITS.openPublicBookings,
  mostOfContact: LIMITS.openPublicBookingsOfContact,
  tooManyInDay:
    'You made too many bookings with this phone or e-mail in 24 hours. Ask the organization.',
  tooManyOpen: (count, whose) =>
    `You already made ${count} bookings ahead with ${whose}. Cancel one of them, or ask the organization.`,
})

/** Counts appointments that are not over, and places in today's queue. @throws `409 action_not_allowed` */
export function requireFewOpen(
  { tx, organization, now, visitor }: Pick<VisitorWork, 'tx' | 'organization' | 'now' | 'visitor'>,
  contact: Identifiers,
  existing: { readonly id: number } | null,
): Promise<void> {
  const instant = now()
  const asked = { organizationId: organization.id, visitor, contact, existing }
  return requireFew(tx, asked, [instant, localDateOf(instant, organization.timeZone)])
}
