import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { changesBetween } from '../events/new-event.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import {
  among,
  lockSpecialties,
  requireFreeName,
  Specialty,
  SpecialtyName,
  toSpecialty,
} from './specialty.ts'

/** Services show the new name. It does not change their `updated_at`. */
export const renameSpecialty = procedure({
  kind: 'change',
  rest: {
    method: 'PATCH',
    path: '/specialties/{specialty_id}',
    tag: 'Specialties',
    summary: 'Rename a specialty',
    description: 'Services show the new name. Their `updated_at` does not change.',
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ specialty_id: Id, name: SpecialtyName, expand: NoExpand }),
  output: Specialty,
  emits: { ok: [] },
  notes: ['specialty.updated'],
  problems: ['not_found'],
  async run(write, { specialty_id: id, name }) {
    const { tx, organization } = write
    const all = await lockSpecialties(tx, organization.id)
    const before = among(all, id)
    requireFreeName(all, name, id)
    const after = { ...before, name }
    const changes = changesBetween(before, after, ['name'])
    if (changes !== null) {
      await updateRow(tx, tables.specialty, { id }, { name })
      write.note({ action: 'specialty.updated', id, changes })
    }
    return toSpecialty(after)
  },
})
