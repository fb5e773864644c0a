/** A field of work that services belong to, such as physiotherapy. */
import { recordsOf, type RowIn } from '../lists/records.ts'
import {
  column,
  query,
  sqlOf,
  type Queryable,
  type Transaction,
  pick,
  tables,
  selected,
} from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { plainText } from '../clients/search.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { Id, text } from '../ground/fields.ts'

export const Specialty = z
  .object({
    object: z.literal('specialty'),
    id: Id,
    name: z.string(),
    service_count: z.int().meta({
      description: 'Services that belong to it, including those that are no longer offered.',
    }),
  })
  .meta({ id: 'Specialty' })

export const SpecialtyName = text(LIMITS.nameCharacters)

const SERVICES = `(SELECT count(*)::int FROM service v WHERE v.organization_id = s.organization_id AND v.specialty_id = s.id)`

const SPECIALTY = {
  ...pick(tables.specialty, 'id', 'name'),
  serviceCount: column.by(SERVICES, column.int),
}

export const SPECIALTIES = recordsOf({
  table: tables.specialty,
  alias: 's',
  row: SPECIALTY,
})

type SpecialtyRow = RowIn<typeof SPECIALTIES>

const all = query({
  name: 'specialties',
  row: SPECIALTY,
  text: `SELECT ${selected(SPECIALTY, 's')} FROM specialty s WHERE s.organization_id = $1`,
})

/** All specialties of an organization. There are at most `specialtiesPerOrganization`. */
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
