import { findRow, tables, type Organization } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from './load.ts'
import { photoPath } from './photo.ts'

export const ProfessionalPhoto = z.object({
  object: z.literal('professional_photo'),
  /** A path of this service; null: there is no photo, or the organization has no page. */
  photo_url: z.string().nullable(),
})

export function photoReply(
  organization: Pick<Organization, 'slug'>,
  version: string | null,
): z.input<typeof ProfessionalPhoto> {
  return { object: 'professional_photo', photo_url: photoPath(organization, version) }
}

/** The photo of a professional, which no record shows. */
export const getPhoto = procedure({
  kind: 'read',
  scope: 'read',
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
