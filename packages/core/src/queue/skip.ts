import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/** `POST /v1/queue/entries/{entry_id}/skip` */
export const skipQueueEntry = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/queue/entries/{entry_id}/skip',
    tag: 'Online queue',
    summary: 'Skip a client',
    description:
      'Use this action when a client is absent or lets others go first. The entry keeps its `arrived_at`, and can be called again.',
    body: 'none',
  },
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  success: { ok: 200 },
  emits: { ok: ['queue.entry.skipped'] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await stepQueueEntry(context, input.entry_id, 'skip')
    return { outcome: 'ok', reply: await queueEntryReply(context.tx, context, row, input.expand) }
  },
})
