import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { closeDesk } from './desk.ts'
import { QueueDesk } from './queue-desk.ts'

/** No client can join. The present entries stay, and can be called and served. */
export const closeQueueDesk = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ professional_id: Id }),
  output: QueueDesk,
  emits: { ok: [] },
  notes: ['queue_desk.updated'],
  problems: ['not_found'],
  run: (context, input) => closeDesk(context, input.professional_id),
})
