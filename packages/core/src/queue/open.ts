import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { openDesk } from './desk.ts'
import { QueueDesk } from './queue-desk.ts'

/** Within its hours, the queue takes entries. */
export const openQueueDesk = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ professional_id: Id }),
  output: QueueDesk,
  emits: { ok: [] },
  notes: ['queue_desk.updated'],
  problems: ['not_found', 'action_not_allowed'],
  run: (context, input) => openDesk(context, input.professional_id),
})
