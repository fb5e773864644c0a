import { deleteRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { BlockedTime, blockedTimeEvent, findBlockedTime, toBlockedTime } from './blocked-time.ts'

/** Frees the time again. No appointment is concerned. */
export const deleteBlockedTime = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/blocked-times/{blocked_time_id}',
    tag: 'Blocked times',
    summary: 'Delete a blocked time',
    description: 'The time is free again.',
  },
  scope: 'setup',
  access: 'everybody',
  input: z.object({ blocked_time_id: Id, expand: NoExpand }),
  output: z.object({ blocked_time: BlockedTime }),
  emits: { ok: ['blocked_time.deleted'] },
  problems: ['not_found'],
  async run({ tx, organization, emit }, { blocked_time_id: id }) {
    await lockOrganization(tx, organization.id)
    const row = await findBlockedTime(tx, organization.id, id)
    await deleteRows(tx, tables.blockedTime, { organizationId: organization.id, id })
    emit(blockedTimeEvent('blocked_time.deleted', row, organization.timeZone))
    return { blocked_time: toBlockedTime(row, organization.timeZone) }
  },
})
