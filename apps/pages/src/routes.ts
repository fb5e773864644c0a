/** What stands where. */
import { LINK_PATHS, UNSUBSCRIBE_PATH } from '@scheduling/core'
import { APPOINTMENT } from './appointment/steps.ts'
import { beginAnew, book } from './booking/book.ts'
import { answerDetails } from './booking/details.ts'
import { showServices } from './booking/services.ts'
import { answerTimes } from './booking/times.ts'
import { showDeposit } from './deposit/deposit.ts'
import type { Area } from './page.ts'
import { STEPS } from './paths.ts'
import { QUEUE_ENTRY } from './queue-entry/entry.ts'
import { joinQueue, showQueues } from './queue/join.ts'
import { SUBSCRIPTION } from './subscription/subscription.ts'
import { joinWaitlist, showWaitlist } from './waitlist/join.ts'
import { WISH } from './waitlist/wish.ts'

export const ROUTES: {
  readonly organization: Area
  /** By the first segment of the path. */
  readonly links: Readonly<Record<string, Area>>
} = {
  organization: {
    steps: {
      '': { GET: showServices },
      [STEPS.times]: { GET: answerTimes, POST: answerTimes, onlyShows: true },
      [STEPS.details]: { GET: answerDetails, POST: answerDetails, onlyShows: true },
      [STEPS.book]: { GET: beginAnew, POST: book },
      [STEPS.queue]: { GET: showQueues, POST: joinQueue },
      [STEPS.waitlist]: { GET: showWaitlist, POST: joinWaitlist },
    },
  },
  links: {
    [LINK_PATHS.appointment]: APPOINTMENT,
    [LINK_PATHS.queue_entry]: QUEUE_ENTRY,
    [LINK_PATHS.deposit]: { steps: { '': { GET: showDeposit } } },
    [LINK_PATHS.waitlist_wish]: WISH,
    [UNSUBSCRIBE_PATH]: SUBSCRIPTION,
  },
}
