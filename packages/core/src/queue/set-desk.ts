import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { changeDesk } from './desk.ts'
import { DeskSettings, QueueDesk } from './queue-desk.ts'

/** The hours and the capacity of a queue. What is left out stays the same. */
export const setQueueDesk = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  feature: 'online_queue',
  input: z.object({ professional_id: Id, ...DeskSettings }),
  output: QueueDesk,
  emits: { ok: [] },
  notes: ['queue_desk.updated'],
  problems: ['not_found', 'action_not_allowed'],
  run: (context, { professional_id, ...change }) => changeDesk(context, professional_id, change),
})
