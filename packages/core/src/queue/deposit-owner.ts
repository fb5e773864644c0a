/** What the payment of a deposit, or the lack of one, does to its queue entry. */
import { Prisma, tables, updateRow } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import type { DepositOwner } from '../deposits/owner.ts'
import { queueEntryUpdated, queueFilters } from './events.ts'
import { findQueueEntry, isPast, lockQueueEntry } from './load.ts'
import { stepLocked } from './step.ts'
import { ACTIVE_QUEUE_STATUSES, notEditable, transitionOf } from './transitions.ts'

/** @throws `404 not_found` */
export async function lockQueueEntryOwner(work: Work, id: number): Promise<DepositOwner> {
  const { tx, organization } = work
  const row = await lockQueueEntry(tx, organization.id, id)
  return {
    id: { queueEntryId: id },
    clientId: row.clientId,
    start: null,
    filters: queueFilters(row),
    requirePayable() {
      if (ACTIVE_QUEUE_STATUSES.some((status) => status === row.status)) return
      throw notEditable(
        `A deposit cannot be charged for a queue entry with the status ${row.status}.`,
      )
    },
    async showDeposit() {
      const updatedAt = Prisma.sql`clock_timestamp()`
      const which = { organizationId: organization.id, id }
      await updateRow(tx, tables.queueEntry, which, { updatedAt })
      work.emit(queueEntryUpdated(row, await findQueueEntry(tx, organization.id, id), work))
    },
    // The status of an entry does not depend on the payment.
    confirm: async () => undefined,
    // The client would have to join again, at the end of the queue.
    restore: async () => false,
    async cancelUnpaid() {
      const state = { status: row.status, isPast: isPast(row, work) }
      if (transitionOf(state, 'deposit_expired') !== null) {
        await stepLocked(work, row, 'deposit_expired')
      }
    },
  }
}
