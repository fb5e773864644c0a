/** What the procedures about the photo of a professional answer. */
import type { Organization } from '@scheduling/database'
import { z } from 'zod'
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
