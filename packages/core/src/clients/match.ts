import { Prisma, type Client as ClientRow, type Transaction } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { lockClientIdentifiers, lockRow } from '../change/locks.ts'
import type { AcceptedClient } from './client.ts'
import {
  comparable,
  requireBirthDate,
  requireIdentifier,
  type Identifiers,
} from './client-rules.ts'

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
  await lockIdentifiers(tx, organization.id, input)
  let found = await findMatch(tx, organization.id, input)
  for (;;) {
    if (found === null) return { input, field, existing: null }
    const existing = await lockClient(tx, organization.id, found)
    // A change may have removed the identifier while this waited for the row.
    const still = await findMatch(tx, organization.id, input)
    if (still === found) return { input, field, existing }
    found = still
  }
}

/**
 * Until the transaction ends, no other request finds or creates a client with one of these identifiers, or
 * changes one to have it.
 */
export async function lockIdentifiers(
  tx: Transaction,
  organizationId: number,
  identifiers: Identifiers,
): Promise<void> {
  const named = Object.entries(comparable(identifiers))
    .filter(([, value]) => value !== null)
    .map(([kind, value]) => `${kind} ${value}`)
  await lockClientIdentifiers(tx, organizationId, named)
}

/** Locks the row until the transaction ends, and then reads it; null if the organization has no such client. */
export async function lockClient(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<ClientRow | null> {
  await lockRow(tx, 'client', organizationId, id)
  return tx.client.findUnique({ where: { organizationId_id: { organizationId, id } } })
}

/** The id of the first client with the CPF, or else the phone, or else the e-mail. */
async function findMatch(
  tx: Transaction,
  organizationId: number,
  identifiers: Identifiers,
): Promise<number | null> {
  const { cpf, phoneKey, email } = comparable(identifiers)
  const steps = [
    ...(cpf === null ? [] : [Prisma.sql`cpf = ${cpf}`]),
    ...(phoneKey === null ? [] : [Prisma.sql`phone_key = ${phoneKey}`]),
    ...(email === null ? [] : [Prisma.sql`email = ${email}`]),
  ]
  if (steps.length === 0) return null
  const firstHits = steps.map(
    (condition, step) => Prisma.sql`
      SELECT min(id) AS id, ${step}::int AS step FROM client
      WHERE organization_id = ${organizationId} AND ${condition}`,
  )
  const [hit] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM (${Prisma.join(firstHits, ' UNION ALL ')}) AS hit
    WHERE id IS NOT NULL ORDER BY step LIMIT 1`
  return hit?.id ?? null
}
