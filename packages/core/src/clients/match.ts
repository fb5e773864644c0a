import { sqlOf, type Client as ClientRow, type Transaction } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { lockClientIdentifiers } from '../change/locks.ts'
import type { AcceptedClient } from './client.ts'
import {
  comparable,
  requireBirthDate,
  requireIdentifier,
  type Identifiers,
} from './client-rules.ts'
import { lockedClient, lockedMatch } from './rows.ts'

/** The data of a client, and the client that it matches, if there is one. Nothing has been written. */
export type ClientMatch = {
  readonly input: AcceptedClient
  /** The path of the input in the body, such as `client`; empty for the body itself. */
  readonly field: string
  /** Locked until the transaction ends. */
  readonly existing: ClientRow | null
}

/**
 * Finds the client that an input matches: by CPF, or else by phone, or else by e-mail. If several match, it is
 * the one with the lowest id. It writes nothing. Until the transaction ends, no other request finds or creates
 * a client by these identifiers, and the client that was found does not change.
 *
 * @throws `422 client_identifier_required`, `400 out_of_range` on `birth_date`
 */
export async function matchClient(
  write: Pick<WriteContext, 'tx' | 'organization' | 'now'>,
  input: AcceptedClient,
  field: string,
): Promise<ClientMatch> {
  const { tx, organization } = write
  requireBirthDate(input.birth_date, write.now(), organization.timeZone, field)
  requireIdentifier(organization, input)
  // Sent together: the second is carried out once the first has its locks.
  const [, existing] = await Promise.all([
    lockIdentifiers(tx, organization.id, input),
    lockedMatch(sqlOf(tx), organization.id, comparable(input)),
  ])
  return { input, field, existing }
}

/**
 * Until the transaction ends, no other request finds or creates a client with one of these identifiers, or
 * changes one to have it.
 */
export async function lockIdentifiers(
  tx: Transaction,
  organizationId: number,
  ...clients: readonly Identifiers[]
): Promise<void> {
  const named = clients
    .flatMap((client) => Object.entries(comparable(client)))
    .filter(([, value]) => value !== null)
    .map(([kind, value]) => `${kind} ${value}`)
  await lockClientIdentifiers(tx, organizationId, named)
}

/** Locks the row until the transaction ends, and reads it; null if the organization has no such client. */
export function lockClient(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<ClientRow | null> {
  return lockedClient(sqlOf(tx), organizationId, id)
}
