import { router } from '../procedure/trpc.ts'
import { callQueueEntry, callWaitingEntry } from './call.ts'
import { cancelQueueEntry } from './cancel.ts'
import { cancelWithReason } from './cancel-with-reason.ts'
import { closeQueueDesk } from './close.ts'
import { completeQueueEntry } from './complete.ts'
import { createQueueEntry } from './create.ts'
import { getQueueEntry } from './get.ts'
import { listCalls } from './list-calls.ts'
import { listQueueDesks } from './list-desks.ts'
import { listOnTheirWay } from './list-on-their-way.ts'
import { listQueueEntries } from './list.ts'
import { markNoShow } from './no-show.ts'
import { openQueueDesk } from './open.ts'
import { getQueueScreen } from './screen.ts'
import { setQueueDesk } from './set-desk.ts'
import { skipQueueEntry } from './skip.ts'
import { startQueueEntry } from './start.ts'
import { undoQueueEntry } from './undo.ts'

export const queue = router({
  listEntries: listQueueEntries,
  createEntry: createQueueEntry,
  getEntry: getQueueEntry,
  callEntry: callQueueEntry,
  completeEntry: completeQueueEntry,
  skipEntry: skipQueueEntry,
  cancelEntry: cancelQueueEntry,
  callWaiting: callWaitingEntry,
  startService: startQueueEntry,
  markNoShow,
  undo: undoQueueEntry,
  cancelWithReason,
  getScreen: getQueueScreen,
  listOnTheirWay,
  listCalls,
  listDesks: listQueueDesks,
  open: openQueueDesk,
  close: closeQueueDesk,
  setDesk: setQueueDesk,
})
