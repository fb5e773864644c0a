import { router } from '../procedure/trpc.ts'
import { book } from './book.ts'
import {
  cancelAppointment,
  confirmAppointment,
  confirmPresence,
  getAppointment,
  getDeposit,
  getQueueEntry,
  leaveQueue,
  listMoveDates,
  listMoveSlots,
  rescheduleAppointment,
  tellOnMyWay,
} from './by-link.ts'
import { bookOffer } from './book-offer.ts'
import { getOrganization } from './get-organization.ts'
import { join } from './join-queue.ts'
import { join as joinWaitlist } from './join-waitlist.ts'
import { listQueues } from './list-queues.ts'
import { listDates, listSlots } from './list-slots.ts'
import { getSubscription, setSubscription } from './subscription.ts'
import { confirmWish, declineOffer, getWish, leaveWaitlist } from './wish-by-link.ts'

/** What visitors of the pages of an organization can do, without an account. */
export const publicBooking = router({
  getOrganization,
  nextDates: listDates,
  slots: listSlots,
  book,
  listQueues,
  joinQueue: join,
  getAppointment,
  cancelAppointment,
  confirmAppointment,
  listMoveDates,
  listMoveSlots,
  rescheduleAppointment,
  getQueueEntry,
  leaveQueue,
  tellOnMyWay,
  confirmPresence,
  getDeposit,
  joinWaitlist,
  getWish,
  confirmWish,
  leaveWaitlist,
  declineOffer,
  bookOffer,
  getSubscription,
  setSubscription,
})
