import { amongIds, expander, expansion, type Load } from '../lists/expand.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { SERVICE_RELATIONS, toService, type FullService, type ServiceExpansion } from './service.ts'

export const loadServices: Load<FullService> = async (db, { organization }, ids) => {
  const rows = await db.service.findMany({
    where: amongIds(organization, ids),
    include: SERVICE_RELATIONS,
  })
  return new Map(rows.map((row) => [row.id, toService(row, organization)]))
}

export const expandServices = expander<FullService, ServiceExpansion>({
  professionals: expansion({
    idsOf: (service) => service.professional_ids,
    load: loadProfessionals,
    fill(service, find) {
      service.professionals = service.professionals.map((one) => find(one.id) ?? one)
    },
  }),
})
