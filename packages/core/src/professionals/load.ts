import type { z } from 'zod'
import { amongIds, expander, expansion, type Load } from '../lists/expand.ts'
import {
  PROFESSIONAL_RELATIONS,
  toProfessional,
  type FullProfessional,
  type ProfessionalExpansion,
} from './professional.ts'
import { SERVICE_RELATIONS, toServiceBase, type ServiceBase } from './service-base.ts'

export const loadProfessionals: Load<FullProfessional> = async (db, { organization }, ids) => {
  const rows = await db.professional.findMany({
    where: amongIds(organization, ids),
    include: PROFESSIONAL_RELATIONS,
  })
  return new Map(rows.map((row) => [row.id, toProfessional(row, organization.timeZone)]))
}

const loadServiceBases: Load<z.input<typeof ServiceBase>> = async (db, { organization }, ids) => {
  const rows = await db.service.findMany({
    where: amongIds(organization, ids),
    include: SERVICE_RELATIONS,
  })
  return new Map(rows.map((row) => [row.id, toServiceBase(row, organization.timeZone)]))
}

export const expandProfessionals = expander<FullProfessional, ProfessionalExpansion>({
  services: expansion({
    idsOf: (professional) => professional.service_ids,
    load: loadServiceBases,
    fill(professional, find) {
      professional.services = professional.service_ids.flatMap((id) => find(id) ?? [])
    },
  }),
})
