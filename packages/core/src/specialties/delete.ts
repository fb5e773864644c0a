import { deleteRows, findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { Problem } from '../contract/problems.ts'
import { changesBetween } from '../events/new-event.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { among, lockSpecialties, readSpecialties } from './specialty.ts'

/**
 * Removes a specialty that no service belongs to.
 *
 * A service that is being created with it holds its row, as every reference does. So this waits for that, and counts
 * afterwards; a service that comes later finds no such specialty.
 */
export const deleteSpecialty = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/specialties/{specialty_id}',
    tag: 'Specialties',
    summary: 'Delete a specialty',
    description: 'Only a specialty to which no service belongs can be deleted.',
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ specialty_id: Id, expand: NoExpand }),
  output: z.null(),
  success: { deleted: 204 },
  emits: { deleted: [] },
  notes: ['specialty.deleted'],
  problems: ['not_found', 'action_not_allowed'],
  async run(write, { specialty_id: id }) {
    const { tx, organization } = write
    await lockSpecialties(tx, organization.id)
    await findRow(tx, tables.specialty, { organizationId: organization.id, id }, { lock: 'UPDATE' })
    const before = among(await readSpecialties(tx, organization.id), id)
    const { serviceCount } = before
    if (serviceCount > 0) {
      const services = serviceCount === 1 ? '1 service belongs' : `${serviceCount} services belong`
      throw new Problem(
        'action_not_allowed',
        `${services} to this specialty. Give each of them another one, or none, first.`,
      )
    }
    await deleteRows(tx, tables.specialty, { id })
    const changes = changesBetween(before, {}, ['name'])
    write.note({ action: 'specialty.deleted', id, changes })
    return { outcome: 'deleted', reply: null }
  },
})
