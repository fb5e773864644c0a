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
import { clientsAlike, lockedClient, type Alike } from './rows.ts'
import { plainText } from './search.ts'

/** The data of a client, and the client that it matches, if there is one. Nothing has been written. */
export type ClientMatch = {
  readonly input: AcceptedClient
  /** The path of the input in the body, such as `client`; empty for the body itself. */
  readonly field: string
  /** Locked until the transaction ends. */
  readonly existing: ClientRow | null
}

/**
 * Finds the client that an input matches, as `matchingClient`.
 *
 * @throws `422 client_identifier_required`, `400 out_of_range` on `birth_date`
 */
export async function matchClient(
  write: Pick<WriteContext, 'tx' | 'organization' | 'now'>,
  input: AcceptedClient,
  field: string,
): Promise<ClientMatch> {
  const { organization } = write
  requireBirthDate(input.birth_date, write.now(), organization.timeZone, field)
  requireIdentifier(organization, input)
  return { input, field, existing: await matchingClient(write, input) }
}

type Wanted = Identifiers & Pick<AcceptedClient, 'first_name' | 'on_match'>

/**
 * The client with the same CPF, or else the same phone, or else the same e-mail. Of several it is the one with the same
 * first name, or else the lowest id. With `on_match: create` a phone or an e-mail proves nothing without the name. It
 * writes nothing. Until the transaction ends, no other request finds or creates a client by these identifiers, and the
 * client that was found does not change.
 */
export async function matchingClient(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  wanted: Wanted,
): Promise<ClientRow | null> {
  const look = () => clientsAlike(sqlOf(tx), organization.id, comparable(wanted))
  // Sent together: the second is carried out once the first has its locks.
  let [, found] = await Promise.all([lockIdentifiers(tx, organization.id, wanted), look()])
  for (;;) {
    const chosen = bestOf(found, wanted)
    if (chosen === null) return null
    const row = await lockClient(tx, organization.id, chosen.id)
    // A change may have removed the identifier, or the name, while this waited for the row.
    if (row !== null && isStill(chosen, row, wanted)) return row
    found = await look()
  }
}

function bestOf(found: readonly Alike[], wanted: Wanted): Alike | null {
  const isNamed = ({ firstName }: Alike) => isSameName(firstName, wanted.first_name)
  const [first] = found
  if (first === undefined || first.rank === CPF) return first ?? null
  if (wanted.on_match === 'create') return found.find(isNamed) ?? null
  return found.find((one) => one.rank === first.rank && isNamed(one)) ?? first
}

/** The rank of those who have the CPF, which needs no name. */
const CPF = 0

function isStill({ rank, firstName }: Alike, row: ClientRow, wanted: Wanted): boolean {
  const kind = (['cpf', 'phoneKey', 'email'] as const)[rank] ?? 'cpf'
  return row[kind] === comparable(wanted)[kind] && (rank === CPF || row.firstName === firstName)
}

/** Without accents, in any case, whatever is between the words. A name of signs alone is like no other. */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => plainText(name).trim().replace(/\s+/g, ' '))
  return first === second && first !== ''
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
