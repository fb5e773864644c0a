import { findRow, tables } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import type { FieldError } from '../contract/problems.ts'
import { namedFaults } from './performers.ts'

/** What is wrong with the records that a service names. */
export async function referenceFaults(
  { tx, organization }: WriteContext,
  named: {
    readonly specialty_id?: number | null | undefined
    readonly professional_ids?: readonly number[] | undefined
  },
): Promise<FieldError[]> {
  const { specialty_id: specialtyId = null, professional_ids: professionalIds = [] } = named
  const faults = await namedFaults(tx, organization.id, 'professional_ids', professionalIds)
  if (specialtyId === null) return faults
  const specialty = await findRow(tx, tables.specialty, {
    organizationId: organization.id,
    id: specialtyId,
  })
  if (specialty !== null) return faults
  const message = 'No specialty of this organization has this id.'
  return [{ field: 'specialty_id', code: 'not_found', message }, ...faults]
}
