/** How much one person can have open at a time that was booked without an account. */
import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { comparable, type Identifiers } from '../clients/client-rules.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { ACTIVE_QUEUE_STATUSES } from '../queue/transitions.ts'

const ACTIVE = ACTIVE_QUEUE_STATUSES.map((status) => `'${status}'`).join(', ')

const open = query({
  name: 'open public bookings of a contact',
  text: `
    WITH owner AS (
      SELECT id FROM client WHERE organization_id = $1::int AND phone_key = $2::text
      UNION SELECT id FROM client WHERE organization_id = $1::int AND email = $3::text
    )
    SELECT (
      (SELECT count(*) FROM appointment AS a JOIN owner ON owner.id = a.client_id
        WHERE a.organization_id = $1::int AND a.source = 'public_booking'
          AND a.status IN ('PENDING', 'CONFIRMED') AND a.ends_at > ${instantIn('$4')})
      + (SELECT count(*) FROM queue_entry AS e JOIN owner ON owner.id = e.client_id
        WHERE e.organization_id = $1::int AND e.source = 'public_booking'
          AND e.status IN (${ACTIVE}) AND e.date >= $5::text::date)
    )::int AS "count"`,
  row: { count: column.by('0', column.int) },
})

/**
 * Counted are appointments that are not over and places in today's queue, made on the public page, of every client with
 * this phone or this e-mail, whatever the name. The caller has locked both identifiers.
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
  if ((read?.count ?? 0) < LIMITS.openPublicBookings) return
  throw new Problem(
    'action_not_allowed',
    `There are already ${LIMITS.openPublicBookings} bookings ahead with this phone or e-mail. Cancel one of them, or ask the organization.`,
  )
}
