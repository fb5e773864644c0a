import type { Queryable } from '@scheduling/database'
import { Problem } from '../contract/problems.ts'
import { expander, expansion, loader } from '../lists/expand.ts'
import type { RowIn } from '../lists/records.ts'
import {
  PROFESSIONALS,
  toProfessional,
  type FullProfessional,
  type ProfessionalExpansion,
} from './professional.ts'
import { SERVICES, toServiceBase } from './service-base.ts'

export type ProfessionalRow = RowIn<typeof PROFESSIONALS>

/** @throws `404 not_found` */
export async function findProfessional(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<ProfessionalRow> {
  const row = await PROFESSIONALS.one(db, organizationId, id)
  if (row !== null) return row
  throw noSuchProfessional()
}

export function noSuchProfessional(): Problem {
  return new Problem('not_found', 'No professional of this organization has this id.')
}

export const loadProfessionals = loader(PROFESSIONALS, (row, { organization: { timeZone } }) =>
  toProfessional(row, timeZone),
)

const loadServiceBases = loader(SERVICES, (row, { organization: { timeZone } }) =>
  toServiceBase(row, timeZone),
)

export const expandProfessionals = expander<FullProfessional, ProfessionalExpansion>({
  services: expansion({
    idsOf: (professional) => professional.service_ids,
    load: loadServiceBases,
    fill(professional, find) {
      professional.services = professional.service_ids.flatMap((id) => find(id) ?? [])
    },
  }),
})
