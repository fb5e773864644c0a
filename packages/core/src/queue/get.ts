import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { expandQueueEntries, readQueueEntry } from './load.ts'
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
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  problems: ['not_found'],
  async run(context, input) {
    const record = await readQueueEntry(context.db, context, input.entry_id)
    return expandQueueEntries.one(context.db, context, record, input.expand)
  },
})
