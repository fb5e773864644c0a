import { tables, type RowChange } from '@scheduling/database'
import { changeRow } from '../change/change-row.ts'
import { withdrawDeposits } from '../deposits/withdraw.ts'
import type { Work } from '../change/system-work.ts'
import { queueEntryEvent, queueFilters } from './events.ts'
import { findQueueEntry, isPast, lockQueueEntry } from './load.ts'
import { toQueueEntry, type QueueEntryRow } from './queue-entry.ts'
import { requireTransition, type QueueTransition, type QueueTrigger } from './transitions.ts'

/**
 * Takes an entry one step further and emits its event. Cancelling an entry also withdraws its unpaid deposits.
 *
 * @param reason why it is cancelled; null: the reason of the step, if it has one
 * @throws `404 not_found`, `409 queue_entry_not_editable`
 */
export async function stepQueueEntry(
  work: Work,
  id: number,
  trigger: PlainTrigger,
  reason: string | null = null,
): Promise<QueueEntryRow> {
  const before = await lockQueueEntry(work.tx, work.organization.id, id)
  return stepLocked(work, before, trigger, reason)
}

type PlainTrigger = Exclude<QueueTrigger, 'join' | 'call' | 'undo'>

/**
 * As `stepQueueEntry`, for an entry that is locked.
 *
 * @throws `409 queue_entry_not_editable`
 */
export async function stepLocked(
  work: Work,
  before: QueueEntryRow,
  trigger: PlainTrigger,
  reason: string | null = null,
): Promise<QueueEntryRow> {
  const state = { status: before.status, isPast: isPast(before, work) }
  const transition = requireTransition(state, trigger)
  const columns = columnsOf(transition, before, new Date(work.now()), reason)
  return takeStep(work, before, transition, columns)
}

type QueueEntryChange = RowChange<typeof tables.queueEntry>

/** Writes the step of an entry that is locked, and emits its event. */
export async function takeStep(
  work: Work,
  before: QueueEntryRow,
  transition: QueueTransition,
  columns: QueueEntryChange,
): Promise<QueueEntryRow> {
  const { tx, organization } = work
  // Read again behind the change: the entry may have another professional now.
  const [, after] = await Promise.all([
    changeRow(tx, tables.queueEntry, before, { ...columns, status: transition.to }),
    findQueueEntry(tx, organization.id, before.id),
  ])
  const recordOf = (row: QueueEntryRow) => toQueueEntry(row, work, null)
  const records = { before: recordOf(before), after: recordOf(after) }
  work.emit(queueEntryEvent(transition.event, after, records))
  if (transition.to === 'CANCELLED') {
    await withdrawDeposits(work, { id: { queueEntryId: after.id }, filters: queueFilters(after) })
  }
  return after
}

/** The columns that change with the status. Only a called entry has a time to answer. */
function columnsOf(
  { to, reason }: QueueTransition,
  before: QueueEntryRow,
  now: Date,
  given: string | null,
): QueueEntryChange {
  const ended = { callExpiresAt: null }
  switch (to) {
    case 'IN_SERVICE':
      return { ...ended, startedAt: now }
    case 'COMPLETED':
      return {
        ...ended,
        completedAt: now,
        ...(before.status === 'CALLED' ? { startedAt: now } : {}),
      }
    case 'SKIPPED':
      return { ...ended, skippedAt: now }
    case 'NO_SHOW':
      return { ...ended, noShowAt: now }
    case 'CANCELLED':
      return { ...ended, cancelledAt: now, cancellationReason: given ?? reason ?? null }
    default:
      throw new Error(`No step of this kind leads to ${to}.`)
  }
}
