import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/** The client who was called did not come, and the team does not wait until the call runs out. */
export const markNoShow = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  emits: { ok: ['queue.entry.no_show'] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await stepQueueEntry(context, input.entry_id, 'no_show')
    return queueEntryReply(context.tx, context, row, input.expand)
  },
})
