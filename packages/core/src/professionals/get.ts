import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { expandProfessionals, findProfessional } from './load.ts'
import { Professional, ProfessionalExpand, toProfessional } from './professional.ts'

/** `GET /v1/professionals/{professional_id}`, also for a professional who left. */
export const getProfessional = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/professionals/{professional_id}',
    tag: 'Professionals',
    summary: 'Get a professional',
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({ professional_id: Id, expand: ProfessionalExpand }),
  output: Professional,
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const row = await findProfessional(db, organization.id, input.professional_id)
    const record = toProfessional(row, organization.timeZone)
    return expandProfessionals.one(db, context, record, input.expand)
  },
})
