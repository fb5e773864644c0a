/** The client that a visitor of the public page says to be. */
import type { Client as ClientRow } from '@scheduling/database'
import type { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { Problem } from '../contract/problems.ts'
import { fault } from '../ground/fields.ts'
import type { BookingClient } from './client-choice.ts'
import { NewClient, type AcceptedClient } from './client.ts'
import type { Identifiers } from './client-rules.ts'
import { applyClient } from './find-or-create.ts'
import { matchingClient } from './match.ts'
import { hasAddress } from './name-address.ts'

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
  const input = { ...visitor, on_match: 'create' } as const
  const existing = await matchingClient(write, input)
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
