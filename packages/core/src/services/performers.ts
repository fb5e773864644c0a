import type { Organization, Queryable } from '@scheduling/database'
import type { z } from 'zod'
import {
  PROFESSIONAL_RELATIONS,
  toProfessional,
  type Professional,
} from '../professionals/professional.ts'

/** Full records of everybody who performs one of the services. */
export async function expandedPerformers(
  db: Queryable,
  organization: Pick<Organization, 'id' | 'timeZone'>,
  serviceIds: readonly number[],
): Promise<z.input<typeof Professional>[]> {
  const rows = await db.professional.findMany({
    where: {
      organizationId: organization.id,
      services: { some: { serviceId: { in: [...serviceIds] } } },
    },
    include: PROFESSIONAL_RELATIONS,
  })
  return rows.map((row) => toProfessional(row, organization.timeZone))
}
