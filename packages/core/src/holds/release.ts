import { z } from 'zod'
import { Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { releaseHold } from './end-hold.ts'
import { lockHold } from './rows.ts'

/** `DELETE /v1/holds/{hold_id}` */
export const releaseOneHold = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/holds/{hold_id}',
    tag: 'Holds',
    summary: 'Release a hold',
    description:
      'Gives the time back. A hold that was released or has expired stays as it is, and the answer is the same.',
  },
  scope: 'write',
  access: 'desk',
  input: z.object({ hold_id: Id, expand: NoExpand }),
  output: z.null(),
  success: { released: 204 },
  emits: { released: [] },
  notes: ['hold.released'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { hold_id: id }) {
    await releaseHold(context, await lockHold(context.tx, context.organization.id, id))
    return { outcome: 'released', reply: null }
  },
})
