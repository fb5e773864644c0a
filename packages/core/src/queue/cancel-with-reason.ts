import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { maybe } from '../events/emissions.ts'
import { Id, nullableText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/** As `queue.cancelEntry`, and says why. */
export const cancelWithReason = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({
    entry_id: Id,
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Stored as `cancellation_reason`.',
    }),
    expand: QueueEntryExpand,
  }),
  output: QueueEntry,
  emits: { ok: ['queue.entry.cancelled', maybe('deposit.expired')] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await stepQueueEntry(context, input.entry_id, 'cancel', input.reason ?? null)
    return queueEntryReply(context.tx, context, row, input.expand)
  },
})
