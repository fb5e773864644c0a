import { findRow, tables, upsertRow } from '@scheduling/database'
import { z } from 'zod'
import { lockProfessionals } from '../change/locks.ts'
import { noProfessional, Problem } from '../contract/problems.ts'
import { bytes as ownBytes } from '../ground/bytes.ts'
import { charactersFor, versionOf } from '../organization/picture/sent-picture.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from './load.ts'
import { MOST_OF_PHOTO, photoIn } from './photo.ts'
import { photoReply, ProfessionalPhoto } from './photo-reply.ts'

/** Shows a photo of the professional who is signed in. Whether one is shown is for that person alone to say. */
export const setPhoto = procedure({
  kind: 'change',
  scope: 'write',
  access: 'professionals',
  input: z.object({
    /** A square PNG, JPEG or WebP, in base64. */
    picture: z.string().min(1).max(charactersFor(MOST_OF_PHOTO)),
  }),
  output: ProfessionalPhoto,
  emits: { ok: [] },
  notes: ['professional.photo_changed'],
  problems: ['action_not_allowed'],
  async run({ tx, organization, caller, note }, input) {
    const { contentType, bytes } = photoIn(input.picture)
    const version = versionOf(bytes)
    if (caller.kind !== 'user') throw new Error('Only users have photos.')
    const { professionalId: id } = caller
    if (id === null) throw noProfessional()
    // Who is being deactivated meanwhile shows none.
    await lockProfessionals(tx, [id])
    const { isActive } = await findProfessional(tx, organization.id, id)
    if (!isActive) throw new Problem('unauthorized', 'The session has ended.')
    const key = { organizationId: organization.id, professionalId: id }
    const before = await findRow(tx, tables.professionalPhoto, key)
    if (before?.version !== version) {
      const photo = { version, contentType, bytes: ownBytes(bytes) }
      await upsertRow(tx, tables.professionalPhoto, key, photo)
      const changes = { photo: { from: before?.version ?? null, to: version } }
      note({ action: 'professional.photo_changed', id, changes })
    }
    return photoReply(organization, version)
  },
})
