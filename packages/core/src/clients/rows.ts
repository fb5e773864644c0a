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

const IDENTIFIERS = ['cpf', 'phoneKey', 'email'] as const

/** `OFFSET 0` keeps the planner from walking the clients by id, and from looking twice. */
const ofIdentifiers = query({
  name: 'client of identifiers locked and read',
  text: `SELECT ${selected(CLIENT.columns, 'c')},
      CASE WHEN hit.cpf IS NOT NULL THEN 'cpf' WHEN hit.phone_key IS NOT NULL THEN 'phoneKey' ELSE 'email' END AS "foundBy"
    FROM (SELECT ${['cpf', 'phone_key', 'email']
      .map(
        (name, at) => `(SELECT min(id) FROM (
          SELECT id FROM client WHERE organization_id = $1::int AND ${name} = $${at + 2}::text OFFSET 0) AS one) AS ${name}`,
      )
      .join(', ')} OFFSET 0) AS hit
    JOIN client AS c ON c.organization_id = $1::int AND c.id = coalesce(hit.cpf, hit.phone_key, hit.email)
    FOR UPDATE OF c`,
  row: { ...CLIENT.columns, foundBy: column.oneOf<(typeof IDENTIFIERS)[number]>('text') },
})

/** Identifiers as they are compared. */
export type Comparable = Readonly<Record<(typeof IDENTIFIERS)[number], string | null>>

/**
 * The first client with the CPF, or else the phone, or else the e-mail. Locks the row until the transaction ends.
 * The caller has locked the identifiers: a client can lose one of them meanwhile, but none can gain one.
 */
export async function lockedMatch(
  sql: Sql,
  organizationId: number,
  wanted: Comparable,
): Promise<ClientRow | null> {
  const values = IDENTIFIERS.map((kind) => wanted[kind])
  if (values.every((value) => value === null)) return null
  for (;;) {
    const [found] = await ofIdentifiers(sql, [organizationId, ...values])
    if (found === undefined) return null
    const { foundBy, ...row } = found
    // A change may have removed the identifier while this waited for the row.
    if (row[foundBy] === wanted[foundBy]) return row
  }
}
