/** The client that a visitor of the public page says to be. */
import { column, query, sqlOf, type Client as ClientRow } from '@scheduling/database'
import type { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { Problem } from '../contract/problems.ts'
import { fault } from '../ground/fields.ts'
import type { BookingClient } from './client-choice.ts'
import { NewClient, type AcceptedClient } from './client.ts'
import { comparable, type Identifiers } from './client-rules.ts'
import { applyClient } from './find-or-create.ts'
import { lockClient, lockIdentifiers } from './match.ts'
import { hasAddress } from './name-address.ts'
import { plainText } from './search.ts'

/**
 * The organization greets the owner of the contact by this name, and a stranger may have typed both: it must not become mail with
 * a stranger's link in it.
 */
function withoutAddress(name: string | null | undefined, context: z.RefinementCtx): void {
  if (name == null || !hasAddress(name)) return
  context.addIssue(
    fault('invalid_format', 'A name cannot contain an address, such as of a page or an e-mail.'),
  )
}

/** What a visitor types. A CPF is not asked for: its match would need no name. */
export const Visitor = NewClient.pick({ email: true, phone: true })
  .extend({
    first_name: NewClient.shape.first_name.superRefine(withoutAddress),
    last_name: NewClient.shape.last_name.superRefine(withoutAddress),
  })
  .meta({ id: 'Visitor' })

export type AcceptedVisitor = Pick<AcceptedClient, 'first_name' | 'last_name' | 'email' | 'phone'>

/** Families share a phone, but not more than so many. */
const MOST_ALIKE = 200

const alike = query({
  name: 'clients with a contact',
  text: `
    SELECT found.id, found.first_name AS "firstName" FROM (
      (SELECT id, first_name, 1 AS rank FROM client WHERE organization_id = $1::int AND phone_key = $2::text
        ORDER BY id LIMIT ${MOST_ALIKE})
      UNION ALL
      (SELECT id, first_name, 2 AS rank FROM client WHERE organization_id = $1::int AND email = $3::text
        ORDER BY id LIMIT ${MOST_ALIKE})
    ) AS found ORDER BY found.rank, found.id`,
  row: { id: column.int, firstName: column.text },
})

/**
 * As `bookingClient`, for a visitor. A phone or an e-mail alone proves nothing: a client matches only if the first
 * name agrees too, and otherwise a new client is made. A client who matches is never changed.
 *
 * @param allow called before anything is written, behind the locks of the identifiers, with the client that matches
 * @throws `422 client_identifier_required` without a phone and an e-mail, whatever the organization requires: the link
 *   needs somewhere to go
 */
export async function visitingClient(
  write: Pick<WriteContext, 'tx' | 'organization' | 'now'>,
  visitor: AcceptedVisitor,
  allow: (existing: ClientRow | null) => Promise<void>,
): Promise<BookingClient> {
  requireContact(visitor)
  const { tx, organization } = write
  const { phoneKey, email } = comparable(visitor)
  // Sent together: the second is carried out once the first has its locks.
  const [, found] = await Promise.all([
    lockIdentifiers(tx, organization.id, visitor),
    alike(sqlOf(tx), [organization.id, phoneKey, email]),
  ])
  const same = found.find(({ firstName }) => isSameName(firstName, visitor.first_name))
  const existing = same === undefined ? null : await lockedIfSame(write, same.id, visitor)
  const input = { ...visitor, on_match: 'return' } as const
  return {
    existing,
    async apply() {
      await allow(existing)
      return applyClient(write, { input, existing, field: 'client' })
    },
  }
}

function requireContact({ phone, email }: Identifiers): void {
  if (phone != null || email != null) return
  throw new Problem(
    'client_identifier_required',
    'Send a phone or an e-mail, so that the link to the booking has somewhere to go.',
  )
}

/** The client may have been changed before its row was locked. Then a new one is made. */
async function lockedIfSame(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  id: number,
  visitor: AcceptedVisitor,
): Promise<ClientRow | null> {
  const row = await lockClient(tx, organization.id, id)
  if (row === null || !isSameName(row.firstName, visitor.first_name)) return null
  const [mine, theirs] = [comparable(visitor), comparable(row)]
  const hasContact =
    (mine.phoneKey !== null && mine.phoneKey === theirs.phoneKey) ||
    (mine.email !== null && mine.email === theirs.email)
  return hasContact ? row : null
}

/** Without accents, in any case, whatever is between the words. A name of signs alone matches no client. */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => plainText(name).trim().replace(/\s+/g, ' '))
  return first === second && first !== ''
}
