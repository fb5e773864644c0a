import { expander, expansion, loader } from '../lists/expand.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { SERVICES } from '../professionals/service-base.ts'
import { toService, type FullService, type ServiceExpansion } from './service.ts'

export const loadServices = loader(SERVICES, toService)

export const expandServices = expander<FullService, ServiceExpansion>({
  professionals: expansion({
    idsOf: (service) => service.professional_ids,
    load: loadProfessionals,
    fill(service, find) {
      service.professionals = service.professionals.map((one) => find(one.id) ?? one)
    },
  }),
})
