/** Clients in the queue who say that they are coming. It changes nothing but what the desk knows. */
import { sqlOf, statement } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { isPast, lockQueueEntry } from './load.ts'
import type { QueueEntryRow } from './queue-entry.ts'
import { notEditable } from './transitions.ts'

/** Who waits or was called can come. */
export const COMING_STATUSES = ['WAITING', 'CALLED'] as const

type Coming = Pick<QueueEntryRow, 'status' | 'onMyWayAt' | 'skippedAt'>

/** Whether the client can say it, again or for the first time. `isPast`: the day of the entry is over. */
export function canCome({ status }: Pick<QueueEntryRow, 'status'>, isOver: boolean): boolean {
  return !isOver && COMING_STATUSES.some((one) => one === status)
}

/**
 * Since when the client is on the way; null: not. Who was skipped was not there, so what was said before is of no use. A
 * call leaves it: who is on the way is so when called, too.
 */
export function comingSince(row: Coming): Date | null {
  const { onMyWayAt, skippedAt } = row
  if (onMyWayAt === null || !canCome(row, false)) return null
  return skippedAt !== null && onMyWayAt <= skippedAt ? null : onMyWayAt
}

const cameOn = statement(
  'queue_entry on its way',
  `UPDATE queue_entry SET on_my_way_at = $3::timestamptz WHERE organization_id = $1::int AND id = $2::int`,
)

/**
 * The client is on the way. Said again, it changes nothing.
 *
 * @throws `404 not_found`, `409 queue_entry_not_editable`
 */
export async function noteComing(work: Work, id: number): Promise<QueueEntryRow> {
  const { tx, organization } = work
  const before = await lockQueueEntry(tx, organization.id, id)
  if (!canCome(before, isPast(before, work))) {
    throw notEditable('Only a client who waits or was called can be on the way.')
  }
  if (comingSince(before) !== null) return before
  const onMyWayAt = new Date(work.now())
  await cameOn(sqlOf(tx), [organization.id, id, onMyWayAt])
  work.note({ action: 'queue_entry.on_my_way', id, changes: null })
  return { ...before, onMyWayAt }
}
