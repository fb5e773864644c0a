/** Rows of clients, as SQL reads and writes them in a booking. */
import {
  column,
  narrowed,
  query,
  selected,
  tables,
  type Client as ClientRow,
  type Sql,
} from '@scheduling/database'

export const CLIENT = narrowed(tables.client, {
  metadata: column.jsonb<Readonly<Record<string, string>>>(),
})

/**
 * A row that was waited for is returned as it is then, not as it was before. A client who was erased is not found:
 * nothing is changed or booked for a person who asked to be forgotten.
 */
const locked = query({
  name: 'client locked and read',
  text: `SELECT ${selected(CLIENT.columns, 'c')} FROM client AS c
    WHERE c.organization_id = $1::int AND c.id = $2::int AND c.erased_at IS NULL FOR UPDATE`,
  row: CLIENT.columns,
})

/** Locks the row until the transaction ends; null if the organization has no such client, or erased it. */
export async function lockedClient(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<ClientRow | null> {
  const [row] = await locked(sql, [organizationId, id])
  return row ?? null
}

const pair = query({
  name: 'clients of a merge locked and read',
  text: `SELECT ${selected(CLIENT.columns, 'c')} FROM client AS c
    WHERE c.organization_id = $1::int AND c.id = ANY($2::int[]) AND c.erased_at IS NULL
    ORDER BY c.id FOR NO KEY UPDATE`,
  row: CLIENT.columns,
})

/**
 * As `lockedClient`, for several, in the order of their ids. A transaction that has locked a record of theirs can still add
 * another to it that names the client, such as a deposit: those are waited for when the record is locked.
 */
export function lockedClients(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<ClientRow[]> {
  return pair(sql, [organizationId, ids])
}

/** Families share a phone, but not more than so many. */
const MOST_ALIKE = 200

const IDENTIFIERS = ['cpf', 'phone_key', 'email'] as const

const alike = query({
  name: 'clients of identifiers',
  text: `SELECT found.id, found.first_name AS "firstName", found.rank FROM (
      ${IDENTIFIERS.map(
        (name, at) => `(SELECT id, first_name, ${at} AS rank FROM client
        WHERE organization_id = $1::int AND ${name} = $${at + 2}::text ORDER BY id LIMIT ${MOST_ALIKE})`,
      ).join(' UNION ALL ')}
    ) AS found ORDER BY found.rank, found.id`,
  row: { id: column.int, firstName: column.text, rank: column.int },
})

/** A client who has one of the identifiers. */
export type Alike = {
  readonly id: number
  readonly firstName: string
  /** The strongest first, which is the CPF: 0, 1 or 2. */
  readonly rank: number
}

/** Those who have one of the identifiers, the strongest first, and then by id. Nothing is locked. */
export async function clientsAlike(
  sql: Sql,
  organizationId: number,
  { cpf, phoneKey, email }: Comparable,
): Promise<readonly Alike[]> {
  if (cpf === null && phoneKey === null && email === null) return []
  return alike(sql, [organizationId, cpf, phoneKey, email])
}

/** Identifiers as they are compared. */
export type Comparable = {
  readonly cpf: string | null
  readonly phoneKey: string | null
  readonly email: string | null
}
