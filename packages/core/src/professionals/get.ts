import { z } from 'zod'
import { query } from '../procedure/endpoint.ts'
import { Id } from '../ground/fields.ts'
import { Problem } from '../contract/problems.ts'
import { performedServices } from './performed.ts'
import {
  Professional,
  PROFESSIONAL_RELATIONS,
  ProfessionalExpand,
  toProfessional,
} from './professional.ts'

/** `GET /v1/professionals/{professional_id}`: inactive ones too. */
export const getProfessional = query({
  method: 'GET',
  path: '/professionals/{professional_id}',
  tag: 'Professionals',
  summary: 'Get a professional',
  scope: 'read',
  input: z.object({ professional_id: Id, expand: ProfessionalExpand }),
  output: Professional,
  success: { ok: 200 },
  problems: ['not_found'],
  async run({ db, organization }, input) {
    const row = await db.professional.findUnique({
      where: { organizationId_id: { organizationId: organization.id, id: input.professional_id } },
      include: PROFESSIONAL_RELATIONS,
    })
    if (row === null)
      throw new Problem('not_found', 'No professional of this organization has this id.')
    const services = input.expand.includes('services')
      ? await performedServices(db, organization, [row.id])
      : null
    return toProfessional(row, organization.timeZone, services)
  },
})
