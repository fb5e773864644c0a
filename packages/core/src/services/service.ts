import type { Organization } from '@scheduling/database'
import { z } from 'zod'
import { expandable, expandOf } from '../ground/fields.ts'
import { inOrderOf } from '../lists/page.ts'
import { Professional } from '../professionals/professional.ts'
import { baseFields, serviceFields, toServiceFields, type ServiceRow } from './service-base.ts'

// The professional's record holds services too: what both need stands in a file of its own.
export * from './service-base.ts'

const { specialty_id, ...otherFields } = serviceFields

/** The service with the rules that slots follow. Its order: the document's, then the reference, then the rules. */
export const Service = z
  .object({
    ...baseFields,
    specialty_id,
    professionals: z.array(expandable(Professional)).meta({
      description:
        'The professionals of `professional_ids`, ordered by id. With `expand=professionals`, the full records.',
    }),
    ...otherFields,
  })
  .meta({ id: 'Service' })

export const ServiceExpand = expandOf(['professionals'])

type FullProfessional = z.input<typeof Professional>

/** @param expanded at least the professionals of `professional_ids`, when `expand=professionals` was asked for */
export function toService(
  row: ServiceRow,
  organization: Organization,
  expanded: readonly FullProfessional[] | null = null,
): z.input<typeof Service> {
  const fields = toServiceFields(row, organization)
  return { ...fields, professionals: performers(row, fields.professional_ids, expanded) }
}

function performers(
  row: ServiceRow,
  ids: readonly number[],
  expanded: readonly FullProfessional[] | null,
) {
  const references = row.professionals.map(({ professional }) => ({
    id: professional.id,
    name: professional.name,
  }))
  return inOrderOf(ids, expanded ?? references)
}
