/** How much can be waited for: by one visitor with one contact, and in one organization. */
import { column, query, sqlOf } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { comparable, type Identifiers } from '../clients/client-rules.ts'
import { CLIENTS_OF_CONTACT } from '../clients/of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { VisitorWork } from '../public-booking/submission.ts'
import { IS_LISTED, IS_OPEN } from './rows.ts'

const ofVisitor = query({
  name: 'wishes of a visitor',
  text: `
    WITH owner AS (${CLIENTS_OF_CONTACT})
    SELECT count(*) FILTER (WHERE ${IS_OPEN})::int AS "open",
      count(*) FILTER (WHERE ${IS_OPEN} AND w.client_id = $5::int)::int AS "ofClient",
      count(*) FILTER (WHERE w.created_at > clock_timestamp() - interval '24 hours')::int AS "ofDay"
    FROM waitlist_wish AS w JOIN owner ON owner.id = w.client_id
    WHERE w.organization_id = $1::int AND EXISTS (SELECT FROM public_submission AS s
      WHERE s.organization_id = $1::int AND s.wish_id = w.id AND s.visitor = $4::text)`,
  row: {
    open: column.by('0', column.int),
    ofClient: column.by('0', column.int),
    ofDay: column.by('0', column.int),
  },
})

/**
 * Counted are the wishes that this visitor left with this phone or this e-mail, as bookings are by `requireFewOpen`. The
 * caller has locked both identifiers.
 *
 * @param existing the client with this contact and this name; null: there is none
 * @throws `409 action_not_allowed`
 */
export async function requireFewWishes(
  { tx, organization, visitor }: Pick<VisitorWork, 'tx' | 'organization' | 'visitor'>,
  contact: Identifiers,
  existing: { readonly id: number } | null,
): Promise<void> {
  const { phoneKey, email } = comparable(contact)
  const values = [organization.id, phoneKey, email, visitor, existing?.id ?? null]
  const [read] = await ofVisitor(sqlOf(tx), values)
  const { ofDay = 0, ofClient = 0, open = 0 } = read ?? {}
  if (ofDay >= LIMITS.publicBookingsPerContactPerDay) {
    const message = 'You left too many wishes with this phone or e-mail in 24 hours.'
    throw new Problem('action_not_allowed', `${message} Ask the organization.`)
  }
  if (ofClient >= LIMITS.openWishes) throw tooMany(LIMITS.openWishes, 'this name')
  if (open >= LIMITS.openWishesOfContact) {
    throw tooMany(LIMITS.openWishesOfContact, 'this phone or e-mail')
  }
}

function tooMany(count: number, what: string): Problem {
  return new Problem(
    'action_not_allowed',
    `You already have ${count} wishes on the waitlist with ${what}. Leave one of them first.`,
  )
}

const ofOrganization = query({
  name: 'wishes on the list of an organization',
  text: `SELECT count(*)::int AS "open" FROM waitlist_wish AS w
    WHERE w.organization_id = $1::int AND ${IS_LISTED}`,
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
