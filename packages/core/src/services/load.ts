import type { Queryable } from '@scheduling/database'
import { Problem } from '../contract/problems.ts'
import { expander, expansion, loader } from '../lists/expand.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { SERVICES, type ServiceRow } from '../professionals/service-base.ts'
import { toService, type FullService, type ServiceExpansion } from './service.ts'

/** @throws `404 not_found` */
export async function findService(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<ServiceRow> {
  const row = await SERVICES.one(db, organizationId, id)
  if (row !== null) return row
  throw noSuchService()
}

export function noSuchService(): Problem {
  return new Problem('not_found', 'No service of this organization has this id.')
}

export const loadServices = loader(SERVICES, (row, { organization }) =>
  toService(row, organization.timeZone),
)

export const expandServices = expander<FullService, ServiceExpansion>({
  professionals: expansion({
    idsOf: (service) => service.professional_ids,
    load: loadProfessionals,
    fill(service, find) {
      service.professionals = service.professionals.map((one) => find(one.id) ?? one)
    },
  }),
})
