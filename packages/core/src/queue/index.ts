import { router } from '../procedure/trpc.ts'
import { callQueueEntry } from './call.ts'
import { cancelQueueEntry } from './cancel.ts'
import { completeQueueEntry } from './complete.ts'
import { createQueueEntry } from './create.ts'
import { getQueueEntry } from './get.ts'
import { listQueueEntries } from './list.ts'
import { skipQueueEntry } from './skip.ts'

export const queue = router({
  listEntries: listQueueEntries,
  createEntry: createQueueEntry,
  getEntry: getQueueEntry,
  callEntry: callQueueEntry,
  completeEntry: completeQueueEntry,
  skipEntry: skipQueueEntry,
  cancelEntry: cancelQueueEntry,
})
