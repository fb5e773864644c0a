import { z } from 'zod'
import { lockProfessionals } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { isOwner } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { forgetPhoto } from './forget-photo.ts'
import { photoReply, ProfessionalPhoto } from './photo-reply.ts'
import { findProfessional } from './load.ts'

/** Takes a photo off the public pages: the person's own, or an owner anyone's. Without one, nothing changes. */
export const removePhoto = procedure({
  kind: 'change',
  scope: 'write',
  access: 'professionals',
  input: z.object({ professional_id: Id }),
  output: ProfessionalPhoto,
  emits: { ok: [] },
  notes: ['professional.photo_changed'],
  problems: ['not_found'],
  async run(write, { professional_id: id }) {
    const { tx, organization, caller } = write
    const may = isOwner(caller) || (caller.kind === 'user' && caller.professionalId === id)
    if (!may) throw new Problem('forbidden_scope', 'Only an owner removes the photo of another.')
    await lockProfessionals(tx, [id])
    await findProfessional(tx, organization.id, id)
    await forgetPhoto(write, id)
    return photoReply(organization, null)
  },
})
