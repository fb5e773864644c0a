/** A field of work that services belong to, such as physiotherapy. */
import { column, query, sqlOf, type Queryable, type Transaction } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { plainText } from '../clients/search.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { Id, text } from '../ground/fields.ts'

export const Specialty = z.object({
  object: z.literal('specialty'),
  id: Id,
  name: z.string(),
  /** Services that belong to it, those that are no longer offered too. */
  service_count: z.int(),
})

export const SpecialtyName = text(LIMITS.nameCharacters)

const ROW = { id: column.int, name: column.text, serviceCount: column.int }

const all = query({
  name: 'specialties',
  row: ROW,
  text: `SELECT s.id, s.name, count(v.id)::int AS "serviceCount"
    FROM specialty s LEFT JOIN service v ON v.organization_id = s.organization_id AND v.specialty_id = s.id
    WHERE s.organization_id = $1 GROUP BY s.id ORDER BY lower(s.name), s.id`,
})

type SpecialtyRow = Awaited<ReturnType<typeof all>>[number]

/** All specialties of an organization, by name. There are at most `specialtiesPerOrganization`. */
export function readSpecialties(db: Queryable, organizationId: number): Promise<SpecialtyRow[]> {
  return all(sqlOf(db), [organizationId])
}

export function toSpecialty({ id, name, serviceCount }: SpecialtyRow): z.input<typeof Specialty> {
  return { object: 'specialty', id, name, service_count: serviceCount }
}

/** All specialties, locked against additions, renames and removals until the transaction ends. */
export async function lockSpecialties(
  tx: Transaction,
  organizationId: number,
): Promise<SpecialtyRow[]> {
  await lockOrganization(tx, organizationId)
  return readSpecialties(tx, organizationId)
}

/**
 * @param id of the specialty that is to have the name; null: a new one
 * @throws `400 already_in_use` when another one has the name, however it is written
 */
export function requireFreeName(
  rows: readonly SpecialtyRow[],
  name: string,
  id: number | null,
): void {
  const compared = comparedName(name)
  if (rows.some((row) => row.id !== id && comparedName(row.name) === compared)) {
    throw invalid('name', 'already_in_use', 'The organization has a specialty with this name.')
  }
}

/** `Fisioterapia` and `fisio-terapía ` are one name. */
function comparedName(name: string): string {
  return plainText(name).replaceAll(/\s+/g, ' ').trim()
}

/** @throws `404 not_found` */
export function among(rows: readonly SpecialtyRow[], id: number): SpecialtyRow {
  const row = rows.find((one) => one.id === id)
  if (row !== undefined) return row
  throw new Problem('not_found', 'No specialty of this organization has this id.')
}
