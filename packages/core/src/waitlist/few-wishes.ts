/** How much can be waited for: by one visitor with one contact, and in one organization. */
import { column, query, sqlOf } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import type { Identifiers } from '../clients/client-rules.ts'
import { fewOfContact } from '../clients/few-of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { VisitorWork } from '../public-booking/submission.ts'
import { IS_LISTED, IS_OPEN } from './rows.ts'

const requireFew = fewOfContact({
  name: 'wishes of a visitor',
  text: `
    SELECT w.client_id, w.created_at, ${IS_OPEN} AS is_open
      FROM waitlist_wish AS w JOIN owner ON owner.id = w.client_id
      WHERE w.organization_id = $1::int AND EXISTS (SELECT FROM public_submission AS s
        WHERE s.organization_id = $1::int AND s.wish_id = w.id AND s.visitor = $4::text)`,
  mostOfName: LIMITS.openWishes,
  mostOfContact: LIMITS.openWishesOfContact,
  tooManyInDay:
    'You left too many wishes with this phone or e-mail in 24 hours. Ask the organization.',
  tooManyOpen: (count, whose) =>
    `You already have ${count} wishes on the waitlist with ${whose}. Leave one of them first.`,
})

/** @throws `409 action_not_allowed` */
export function requireFewWishes(
  { tx, organization, visitor }: Pick<VisitorWork, 'tx' | 'organization' | 'visitor'>,
  contact: Identifiers,
  existing: { readonly id: number } | null,
): Promise<void> {
  return requireFew(tx, { organizationId: organization.id, visitor, contact, existing })
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
