import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { startService } from './start-service.ts'

/** The client who was called has come. */
export const startQueueEntry = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  emits: { ok: ['queue.entry.in_service'] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await startService(context, input.entry_id)
    return queueEntryReply(context.tx, context, row, input.expand)
  },
})
