/**
 * Locks that are held to the end of the transaction, advisory ones and those of a row. Every change takes them in
 * this order: idempotency record, organization, client identifiers, client, professionals, appointment or queue
 * entry, deposit, event feed.
 */
import { Prisma, type Transaction } from '@scheduling/database'

/** The first half of keys in two parts. Keys in one part (idempotency records, identifiers) never collide with them. */
const PROFESSIONAL = 1
const ORGANIZATION = 2

/**
 * Makes changes to these professionals' time wait for each other: bookings, moves, blocked times, hours,
 * deactivation. A check belongs in a statement after it.
 */
export async function lockProfessionals(tx: Transaction, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other)
  if (sorted.length === 0) return
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(${PROFESSIONAL}::int, id) FROM unnest(${sorted}::int[]) WITH ORDINALITY AS professional (id, place)
    ORDER BY place`
}

/**
 * Nobody else finds or creates a client with any of these identifiers until the transaction ends.
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
  // Sorted by what is locked, not by the texts: hashes that collide are in one order too.
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(sorted.key)
    FROM (SELECT DISTINCT hashtextextended(text, 0) AS key FROM unnest(${texts}::text[]) AS text ORDER BY 1) AS sorted`
}

/** Makes changes wait for each other that count records of the whole organization before they add one. */
export async function lockOrganization(tx: Transaction, organizationId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ORGANIZATION}::int, ${organizationId}::int)`
}

/** Locks a record, if the organization has it. Read it in a statement after this one. */
export async function lockRow(
  tx: Transaction,
  table: 'appointment' | 'client' | 'deposit' | 'queue_entry',
  organizationId: number,
  id: number,
): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM ${Prisma.raw(table)} WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`
}
