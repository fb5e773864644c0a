/**
 * Locks that are held to the end of the transaction, advisory ones and those of a row. Every change takes them in
 * this order: idempotency record, organization, client identifiers, client, professionals, appointment or queue
 * entry, hold, deposit, event feed.
 */
import { sqlOf, statement, type Transaction } from '@scheduling/database'

/** The first half of keys in two parts. Keys in one part (idempotency records, identifiers) never collide with them. */
const PROFESSIONAL = 1
const ORGANIZATION = 2
const CONTACT = 3

const professionals = statement(
  'professionals locked',
  `SELECT pg_advisory_xact_lock(${PROFESSIONAL}, id) FROM unnest($1::int[]) WITH ORDINALITY AS professional (id, place)
    ORDER BY place`,
)

/**
 * Makes changes to these professionals' time wait for each other: bookings, moves, blocked times, hours,
 * deactivation. A check belongs in a statement after it.
 */
export async function lockProfessionals(tx: Transaction, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other)
  if (sorted.length === 0) return
  await professionals(sqlOf(tx), [sorted])
}

/** Sorted by what is locked, not by the texts: hashes that collide are in one order too. */
const clientIdentifiers = statement(
  'client identifiers locked',
  `SELECT pg_advisory_xact_lock(sorted.key)
    FROM (SELECT DISTINCT hashtextextended(text, 0) AS key FROM unnest($1::text[]) AS text ORDER BY 1) AS sorted`,
)

/**
 * No other transaction finds or creates a client with any of these identifiers until this one ends.
 *
 * @param identifiers as they are compared, with their kind, such as `cpf 52998224725`
 */
export async function lockClientIdentifiers(
  tx: Transaction,
  organizationId: number,
  identifiers: readonly string[],
): Promise<void> {
  if (identifiers.length === 0) return
  const texts = identifiers.map((identifier) => `client ${organizationId} ${identifier}`)
  await clientIdentifiers(sqlOf(tx), [texts])
}

const contact = statement(
  'contact locked',
  `SELECT pg_advisory_xact_lock(${CONTACT}, hashtext($1 || ' ' || $2))`,
)

/** Makes messages to one contact wait for each other before they are counted. Take no other lock after it. */
export async function lockContact(
  tx: Transaction,
  channel: string,
  address: string,
): Promise<void> {
  await contact(sqlOf(tx), [channel, address])
}

const organization = statement(
  'organization locked',
  `SELECT pg_advisory_xact_lock(${ORGANIZATION}, $1::int)`,
)

/** Makes changes wait for each other that count records of the whole organization before they add one. */
export async function lockOrganization(tx: Transaction, organizationId: number): Promise<void> {
  await organization(sqlOf(tx), [organizationId])
}

/**
 * What locks a record until the transaction ends, and reads it. Both are sent together: the record is read once it is
 * locked.
 *
 * @param read throws when the organization has no record with this id
 */
export function lockAndRead<Row>(
  table: 'appointment' | 'deposit' | 'queue_entry' | 'time_hold' | 'waitlist_wish',
  read: (tx: Transaction, organizationId: number, id: number) => Promise<Row>,
): (tx: Transaction, organizationId: number, id: number) => Promise<Row> {
  const lock = statement(
    `${table} locked`,
    `SELECT id FROM ${table} WHERE organization_id = $1::int AND id = $2::int FOR UPDATE`,
  )
  return async (tx, organizationId, id) => {
    const [, row] = await Promise.all([
      lock(sqlOf(tx), [organizationId, id]),
      read(tx, organizationId, id),
    ])
    return row
  }
}
