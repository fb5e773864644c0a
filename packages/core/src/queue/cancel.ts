import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/** `POST /v1/queue/entries/{entry_id}/cancel` */
export const cancelQueueEntry = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/queue/entries/{entry_id}/cancel',
    tag: 'Online queue',
    summary: 'Cancel a queue entry',
    description:
      'The client leaves the queue. An unpaid deposit is withdrawn. A cancellation cannot be undone.',
    body: 'none',
  },
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  success: { ok: 200 },
  emits: { ok: ['queue.entry.cancelled', maybe('deposit.expired')] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await stepQueueEntry(context, input.entry_id, 'cancel')
    return { outcome: 'ok', reply: await queueEntryReply(context.tx, context, row, input.expand) }
  },
})
