/** A professional whom a request names by id. */
import { findRow, tables, type Organization, type Queryable } from '@scheduling/database'
import { Problem, type FieldError } from '../contract/problems.ts'

/** What is wrong with `professional_id`; null if the professional exists and takes bookings. */
export async function professionalFault(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  id: number,
): Promise<FieldError | null> {
  const row = await findRow(db, tables.professional, { organizationId: organization.id, id })
  const field = 'professional_id'
  if (row === null) {
    return {
      field,
      code: 'not_found',
      message: 'No professional of this organization has this id.',
    }
  }
  if (row.isActive) return null
  return { field, code: 'inactive', message: 'This professional no longer takes bookings.' }
}

export function cannotPerform(): Problem {
  return new Problem(
    'professional_cannot_perform_service',
    'This professional does not perform all of these services.',
  )
}
