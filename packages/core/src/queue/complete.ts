import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/** `POST /v1/queue/entries/{entry_id}/complete` */
export const completeQueueEntry = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/queue/entries/{entry_id}/complete',
    tag: 'Online queue',
    summary: 'Complete a queue entry',
    description:
      'The client was served. This action also completes a service that began on an earlier day.',
    body: 'none',
  },
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  success: { ok: 200 },
  emits: { ok: ['queue.entry.completed'] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await stepQueueEntry(context, input.entry_id, 'complete')
    return { outcome: 'ok', reply: await queueEntryReply(context.tx, context, row, input.expand) }
  },
})
