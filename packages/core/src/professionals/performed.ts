import type { Organization, Queryable } from '@scheduling/database'
import { SERVICE_RELATIONS, type ServiceRow } from '../services/service-base.ts'

/** The active services that one of the professionals performs, by id. */
export async function performedServices(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  professionalIds: readonly number[],
): Promise<ServiceRow[]> {
  return db.service.findMany({
    where: {
      organizationId: organization.id,
      isActive: true,
      professionals: { some: { professionalId: { in: [...professionalIds] } } },
    },
    include: SERVICE_RELATIONS,
    orderBy: { id: 'asc' },
  })
}
