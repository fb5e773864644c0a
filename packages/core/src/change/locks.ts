/**
 * Advisory locks, held to the end of the transaction. Everywhere they are taken in this order, with row
 * locks between them: receipt, organization, client identifiers, client, professionals, appointment or queue entry,
 * deposit, event feed.
 */
import type { Transaction } from '@scheduling/database'

/** First half of the two-part keys; keys of one part (receipts, identifiers) never meet these. */
const PROFESSIONAL = 1
const ORGANIZATION = 2

/**
 * Keeps everything that decides over these professionals' time in line: bookings, moves, blocked times,
 * hours, deactivation. A check belongs in a statement after it.
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
  // Sorted by what is locked, not by the texts: two hashes that collide keep one order too.
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(sorted.key)
    FROM (SELECT DISTINCT hashtextextended(text, 0) AS key FROM unnest(${texts}::text[]) AS text ORDER BY 1) AS sorted`
}

/** Keeps in line what counts records of the whole organization before it adds one. */
export async function lockOrganization(tx: Transaction, organizationId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ORGANIZATION}::int, ${organizationId}::int)`
}
