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
import { getOrganization } from './get-organization.ts'
import { join } from './join-queue.ts'
import { listQueues } from './list-queues.ts'
import { listDates, listSlots } from './list-slots.ts'

/** What anybody can do without an account. */
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
})
