import { upsertRow, tables } from '@scheduling/database'
import { lockProfessionals } from '../change/locks.ts'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { noSuchProfessional } from '../professionals/load.ts'
import { changesBetween } from '../events/new-event.ts'
import type { WeekInterval } from '../ground/local-hours.ts'
import { readDesks, toDesk, type QueueDeskRecord, type QueueDeskRow } from './queue-desk.ts'

export type DeskChange = {
  readonly isOpen?: boolean | undefined
  /** Active entries at one time; null: no limit. */
  readonly capacity?: number | null | undefined
  /** Empty: the queue is open whenever it is switched on. */
  readonly hours?: readonly WeekInterval[] | undefined
}

/**
 * Switches the queue of a professional on: within its hours, it takes entries.
 *
 * @throws as `changeDesk`
 */
export async function openDesk(work: Work, professionalId: number): Promise<QueueDeskRecord> {
  return changeDesk(work, professionalId, { isOpen: true })
}

/**
 * Switches the queue of a professional off: no client can join, and the present entries stay.
 *
 * @throws `404 not_found`
 */
export async function closeDesk(work: Work, professionalId: number): Promise<QueueDeskRecord> {
  return changeDesk(work, professionalId, { isOpen: false })
}

/**
 * Changes the queue of a professional. What is left out stays the same.
 *
 * @throws `404 not_found`; `409 action_not_allowed` when the professional has left, unless the queue is only closed
 */
export async function changeDesk(
  work: Work,
  professionalId: number,
  change: DeskChange,
): Promise<QueueDeskRecord> {
  const { tx, organization } = work
  const key = { organizationId: organization.id, professionalId }
  // A client who joins at the same time reads the desk after taking the same lock.
  await lockProfessionals(tx, [professionalId])
  const before = await findDesk(work, professionalId)
  const { isOpen, capacity, hours } = change
  const isClosing = isOpen === false && capacity === undefined && hours === undefined
  if (!before.isActive && !isClosing) {
    throw new Problem('action_not_allowed', 'This professional has left and serves no clients.')
  }
  const columns = {
    ...(isOpen === undefined ? {} : { isOpen }),
    ...(capacity === undefined ? {} : { capacity }),
    ...(hours === undefined ? {} : { hours: [...hours] }),
  }
  const after = { ...before, ...columns }
  const records = { before: toDesk(before, work), after: toDesk(after, work) }
  const changes = changesBetween(records.before, records.after, ['is_open', 'capacity', 'hours'])
  if (changes === null) return records.before
  await upsertRow(tx, tables.queueDesk, key, columns)
  work.note({ action: 'queue_desk.updated', id: professionalId, changes })
  return records.after
}

async function findDesk(work: Work, professionalId: number): Promise<QueueDeskRow> {
  const [found] = await readDesks(work.tx, work, professionalId)
  if (found !== undefined) return found
  throw noSuchProfessional()
}
