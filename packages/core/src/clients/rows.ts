/** Rows of clients, as SQL reads and writes them in a booking. */
import { column, query, selected, type Client as ClientRow, type Sql } from '@scheduling/database'
import { rowChange } from '../change/row-change.ts'
import type { ClientColumns } from './columns.ts'

/** The columns that the record shows. */
export const SHOWN_CLIENT = {
  id: column.int,
  firstName: column.text,
  lastName: column.nullable(column.text),
  email: column.nullable(column.text),
  phone: column.nullable(column.text),
  cpf: column.nullable(column.text),
  birthDate: column.nullable(column.day),
  metadata: column.jsonb<Record<string, string>>(),
  createdAt: column.dateTime,
  updatedAt: column.dateTime,
}

const CLIENT = {
  ...SHOWN_CLIENT,
  organizationId: column.int,
  phoneKey: column.nullable(column.text),
  searchText: column.text,
  erasedAt: column.nullable(column.dateTime),
}

/**
 * A row that was waited for is returned as it is then, not as it was before. A client who was erased is not found:
 * nothing is changed or booked for somebody who asked to be forgotten.
 */
const locked = query({
  name: 'client locked and read',
  text: `SELECT ${selected(CLIENT, 'c')} FROM client AS c
    WHERE c.organization_id = $1::int AND c.id = $2::int AND c.erased_at IS NULL FOR UPDATE`,
  row: CLIENT,
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
  text: `SELECT ${selected(CLIENT, 'c')} FROM client AS c
    WHERE c.organization_id = $1::int AND c.id = ANY($2::int[]) AND c.erased_at IS NULL
    ORDER BY c.id FOR NO KEY UPDATE`,
  row: CLIENT,
})

/**
 * As `lockedClient`, for several, in the order of their ids. Whoever has locked a record of theirs can still add
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
  text: `SELECT ${selected(CLIENT, 'c')},
      CASE WHEN hit.cpf IS NOT NULL THEN 'cpf' WHEN hit.phone_key IS NOT NULL THEN 'phoneKey' ELSE 'email' END AS "foundBy"
    FROM (SELECT ${['cpf', 'phone_key', 'email']
      .map(
        (name, at) => `(SELECT min(id) FROM (
          SELECT id FROM client WHERE organization_id = $1::int AND ${name} = $${at + 2}::text OFFSET 0) AS one) AS ${name}`,
      )
      .join(', ')} OFFSET 0) AS hit
    JOIN client AS c ON c.organization_id = $1::int AND c.id = coalesce(hit.cpf, hit.phone_key, hit.email)
    FOR UPDATE OF c`,
  row: { ...CLIENT, foundBy: column.oneOf<(typeof IDENTIFIERS)[number]>('text') },
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

const inserted = query({
  name: 'client inserted',
  text: `INSERT INTO "public"."client" AS c
      (organization_id, first_name, last_name, email, phone, phone_key, cpf, birth_date, metadata, search_text)
    VALUES ($1::int, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text::date, $9::jsonb, $10::text)
    RETURNING ${selected(CLIENT, 'c')}`,
  row: CLIENT,
})

export async function insertClient(
  sql: Sql,
  organizationId: number,
  columns: ClientColumns,
): Promise<ClientRow> {
  const [row] = await inserted(sql, [
    organizationId,
    columns.firstName,
    columns.lastName,
    columns.email,
    columns.phone,
    columns.phoneKey,
    columns.cpf,
    columns.birthDate?.toISOString() ?? null,
    JSON.stringify(columns.metadata),
    columns.searchText,
  ])
  if (row === undefined) throw new Error('A client was to be written, and none was.')
  return row
}

/** Changes a client that is locked. */
export const changeClientRow = rowChange({ table: 'client', row: CLIENT })
