import { expander, expansion, loader } from '../lists/expand.ts'
import {
  PROFESSIONALS,
  toProfessional,
  type FullProfessional,
  type ProfessionalExpansion,
} from './professional.ts'
import { SERVICES, toServiceBase } from './service-base.ts'

export const loadProfessionals = loader(PROFESSIONALS, (row, { timeZone }) =>
  toProfessional(row, timeZone),
)

const loadServiceBases = loader(SERVICES, (row, { timeZone }) => toServiceBase(row, timeZone))

export const expandProfessionals = expander<FullProfessional, ProfessionalExpansion>({
  services: expansion({
    idsOf: (professional) => professional.service_ids,
    load: loadServiceBases,
    fill(professional, find) {
      professional.services = professional.service_ids.flatMap((id) => find(id) ?? [])
    },
  }),
})
