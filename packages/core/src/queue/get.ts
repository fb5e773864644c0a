import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { findQueueEntry, queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'

/** `GET /v1/queue/entries/{entry_id}` */
export const getQueueEntry = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/queue/entries/{entry_id}',
    tag: 'Online queue',
    summary: 'Get a queue entry',
  },
  scope: 'read',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  problems: ['not_found'],
  async run(context, input) {
    const row = await findQueueEntry(context.db, context.organization.id, input.entry_id)
    return queueEntryReply(context.db, context, row, input.expand)
  },
})
