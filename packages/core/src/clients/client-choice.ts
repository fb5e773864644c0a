import type { Client as ClientRow } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import type { FieldError } from '../contract/problems.ts'
import { exactlyOne, Id } from '../ground/fields.ts'
import { NewClient, type AcceptedClient } from './client.ts'
import { requireIdentifier } from './client-rules.ts'
import { applyClient, type AppliedClient } from './find-or-create.ts'
import { lockClient, matchClient } from './match.ts'
import { whyNoClient } from './merged.ts'

/** The client of a booking, before anything about the client is written. */
export type BookingClient = {
  /** Locked until the transaction ends; null for a client that will be created. */
  readonly existing: ClientRow | null
  /** Writes what the match decided. Do not call it if the request changes nothing. */
  readonly apply: () => Promise<AppliedClient>
}

export type ClientChoice = {
  readonly client_id?: number | null | undefined
  readonly client?: AcceptedClient | null | undefined
}

/** The fields of a body that name a client. Exactly one must be sent; null counts as not sent. */
export const CLIENT_CHOICE = {
  client_id: Id.nullable().optional().meta({
    description: 'Send exactly one of `client_id` and `client`. Null counts as not sent.',
  }),
  client: NewClient.nullable().optional(),
}

/** Refuses a body that names no client, or two: `.superRefine(oneClient, BESIDE_OTHERS)`. */
export const oneClient = exactlyOne(
  'client_id',
  'client',
  'Send `client_id`, or `client` with the data of a client.',
)

/**
 * The client that `client_id` names, locked; null if the input has no `client_id`.
 *
 * @returns also null, and a fault on `client_id`, if the organization has no such client
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
      message: await whyNoClient(write.tx, write.organization.id, choice.client_id),
    })
  }
  return row
}

/**
 * The client of a booking: the named one, or the match of the data that was sent.
 *
 * @param named the result of `namedClient`
 * @throws `422 client_identifier_required`, also for a named client
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
