import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from './load.ts'
import { photoReply, ProfessionalPhoto } from './photo-reply.ts'

/** The photo of a professional, which no record shows. */
export const getPhoto = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object({ professional_id: Id }),
  output: ProfessionalPhoto,
  problems: ['not_found'],
  async run({ db, organization }, { professional_id: id }) {
    await findProfessional(db, organization.id, id)
    const key = { organizationId: organization.id, professionalId: id }
    const photo = await findRow(db, tables.professionalPhoto, key)
    return photoReply(organization, photo?.version ?? null)
  },
})
