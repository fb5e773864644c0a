import type { Client as ClientRow } from '@scheduling/database'
import { NewClient, type AcceptedClient } from '../clients/client.ts'
import { requireIdentifier } from '../clients/client-rules.ts'
import { applyClient, type AppliedClient } from '../clients/find-or-create.ts'
import { lockClient, matchClient } from '../clients/match.ts'
import type { WriteContext } from '../context.ts'
import { BESIDE_OTHERS, Id } from '../ground/fields.ts'
import type { FieldCode, FieldError } from '../contract/problems.ts'

/** For whom something is booked, before anything about the client is written. */
export type BookingClient = {
  /** Locked until the transaction ends; null for a client that is still to be created. */
  readonly existing: ClientRow | null
  /** Writes what the match decided. Not called when the answer changes nothing. */
  readonly apply: () => Promise<AppliedClient>
}

export type ClientChoice = {
  readonly client_id?: number | null | undefined
  readonly client?: AcceptedClient | null | undefined
}

/** How a body says for whom: exactly one of the two, null being as good as absent. */
export const CLIENT_CHOICE = {
  client_id: Id.nullable().optional().meta({
    description: 'Send exactly one of `client_id` and `client`. Null counts as not sent.',
  }),
  client: NewClient.nullable().optional(),
}

/** For `refine`: the body names a client. */
export const NAMES_CLIENT = [
  (choice: ClientChoice) => choice.client_id != null || choice.client != null,
  choiceFault('client_id', 'required', 'Send `client_id`, or `client` with the data of a client.'),
] as const

/** For `refine`: the body does not name two. */
export const NAMES_ONE_CLIENT = [
  (choice: ClientChoice) => choice.client_id == null || choice.client == null,
  choiceFault('client', 'mutually_exclusive', 'Send either `client_id` or `client`.'),
] as const

function choiceFault(field: keyof ClientChoice, code: FieldCode, message: string) {
  return {
    ...BESIDE_OTHERS,
    path: [field],
    params: { code },
    message,
  }
}

/**
 * The client that `client_id` names, locked; null where the input has none.
 *
 * @returns null, and a fault on `client_id`, when the organization has no such client
 */
export async function namedClient(
  write: Pick<WriteContext, 'tx' | 'organization'>,
  choice: ClientChoice,
  faults: FieldError[],
): Promise<ClientRow | null> {
  if (choice.client_id == null) return null
  const row = await lockClient(write.tx, write.organization.id, choice.client_id)
  if (row === null) {
    faults.push({
      field: 'client_id',
      code: 'not_found',
      message: 'No client of this organization has this id.',
    })
  }
  return row
}

/**
 * Settles who the client is.
 *
 * @param named what `namedClient` found
 * @throws `422 client_identifier_required`, for a named client too
 */
export async function bookingClient(
  write: Pick<WriteContext, 'tx' | 'organization' | 'now'>,
  choice: ClientChoice,
  named: ClientRow | null,
): Promise<BookingClient> {
  if (named !== null) {
    requireIdentifier(write.organization, named)
    return {
      existing: named,
      apply: async () => ({ client: named, outcome: 'found', event: null }),
    }
  }
  if (choice.client == null) throw new Error('The input has neither a client nor its id.')
  const match = await matchClient(write, choice.client, 'client')
  return { existing: match.existing, apply: () => applyClient(write, match) }
}
