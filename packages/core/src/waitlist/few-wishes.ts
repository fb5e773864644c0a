/** How much can be waited for: with one contact, and in one organization. */
import { column, query, sqlOf } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { comparable, type Identifiers } from '../clients/client-rules.ts'
import { CLIENTS_OF_CONTACT } from '../clients/of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { IS_OPEN } from './rows.ts'

const ofContact = query({
  name: 'wishes of a contact',
  text: `
    WITH owner AS (${CLIENTS_OF_CONTACT})
    SELECT count(*) FILTER (WHERE ${IS_OPEN})::int AS "open",
      count(*) FILTER (WHERE w.created_at > clock_timestamp() - interval '24 hours')::int AS "ofDay"
    FROM waitlist_wish AS w JOIN owner ON owner.id = w.client_id WHERE w.organization_id = $1::int`,
  row: { open: column.by('0', column.int), ofDay: column.by('0', column.int) },
})

/**
 * Counted are the wishes of every client with this phone or this e-mail, whatever the name. Those of the last 24 hours
 * count even when they are over: each may send messages to somebody who did not ask for them. The caller has locked
 * both identifiers.
 *
 * @throws `409 action_not_allowed`
 */
export async function requireFewWishes(
  { tx, organization }: Pick<Work, 'tx' | 'organization'>,
  contact: Identifiers,
): Promise<void> {
  const { phoneKey, email } = comparable(contact)
  const [read] = await ofContact(sqlOf(tx), [organization.id, phoneKey, email])
  if ((read?.ofDay ?? 0) >= LIMITS.publicBookingsPerContactPerDay) {
    const message = 'Too many wishes were left with this phone or e-mail in 24 hours.'
    throw new Problem('action_not_allowed', `${message} Ask the organization.`)
  }
  if ((read?.open ?? 0) < LIMITS.openWishes) return
  throw new Problem(
    'action_not_allowed',
    `There are already ${LIMITS.openWishes} wishes on the waitlist with this phone or e-mail. Leave one of them first.`,
  )
}

const ofOrganization = query({
  name: 'open wishes of an organization',
  text: `SELECT count(*)::int AS "open" FROM waitlist_wish AS w
    WHERE w.organization_id = $1::int AND ${IS_OPEN}`,
  row: { open: column.by('0', column.int) },
})

/** About so many: those who come at the same moment are not counted. @throws `409 action_not_allowed` */
export async function requireRoom({
  tx,
  organization,
}: Pick<Work, 'tx' | 'organization'>): Promise<void> {
  const [read] = await ofOrganization(sqlOf(tx), [organization.id])
  if ((read?.open ?? 0) < LIMITS.wishesPerOrganization) return
  throw new Problem('action_not_allowed', 'The waitlist is full.')
}
