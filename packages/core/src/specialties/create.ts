import { NoExpand } from '../ground/fields.ts'
import { insertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { changesBetween } from '../events/new-event.ts'
import { procedure } from '../procedure/define.ts'
import {
  lockSpecialties,
  requireFreeName,
  Specialty,
  SpecialtyName,
  toSpecialty,
} from './specialty.ts'

export const createSpecialty = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/specialties',
    tag: 'Specialties',
    summary: 'Create a specialty',
    idempotent: true,
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ name: SpecialtyName, expand: NoExpand }),
  output: Specialty,
  success: { created: 201 },
  emits: { created: [] },
  notes: ['specialty.created'],
  problems: ['action_not_allowed'],
  async run(write, { name }) {
    const { tx, organization } = write
    const others = await lockSpecialties(tx, organization.id)
    requireFreeName(others, name, null)
    if (others.length >= LIMITS.specialtiesPerOrganization) {
      throw new Problem(
        'action_not_allowed',
        `The organization has ${others.length} specialties, and at most ${LIMITS.specialtiesPerOrganization} are allowed.`,
      )
    }
    const row = await insertRow(tx, tables.specialty, { organizationId: organization.id, name })
    const changes = changesBetween({}, row, ['name'])
    write.note({ action: 'specialty.created', id: row.id, changes })
    return { outcome: 'created', reply: toSpecialty({ ...row, serviceCount: 0 }) }
  },
})
