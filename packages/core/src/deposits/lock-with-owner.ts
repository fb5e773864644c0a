import { lockAppointmentOwner } from '../appointments/deposit-owner.ts'
import type { Work } from '../change/system-work.ts'
import type { DepositRow } from './deposit-base.ts'
import { findDeposit, lockDeposit } from './load.ts'
import type { DepositOwner, DepositOwnerId } from './owner.ts'
import { lockQueueEntryOwner } from '../queue/deposit-owner.ts'

/**
 * Locks what a deposit is for.
 *
 * @param mayTakeTime whether the time of an appointment may be taken again, so that its professional is locked
 *   first
 * @throws `404 not_found`
 */
export function lockOwner(
  work: Work,
  id: DepositOwnerId,
  mayTakeTime: boolean,
): Promise<DepositOwner> {
  return 'appointmentId' in id
    ? lockAppointmentOwner(work, id.appointmentId, mayTakeTime)
    : lockQueueEntryOwner(work, id.queueEntryId)
}

export type LockedWithOwner = { readonly deposit: DepositRow; readonly owner: DepositOwner }

/**
 * Locks what a deposit is for, and then the deposit. Everything that locks both keeps this order.
 *
 * @param options.mayTakeTime as in `lockOwner`
 * @throws `404 not_found`
 */
export async function lockWithOwner(
  work: Work,
  depositId: number,
  options: { readonly mayTakeTime?: boolean } = {},
): Promise<LockedWithOwner> {
  const { tx, organization } = work
  // What a deposit is for never changes, so it can be read without a lock.
  const seen = await findDeposit(tx, organization.id, depositId)
  const owner = await lockOwner(work, ownerIdOf(seen), options.mayTakeTime ?? false)
  const deposit = await lockDeposit(tx, organization.id, depositId)
  return { deposit, owner }
}

function ownerIdOf({ appointmentId, queueEntryId }: DepositRow): DepositOwnerId {
  if (appointmentId !== null) return { appointmentId }
  if (queueEntryId !== null) return { queueEntryId }
  throw new Error('Every deposit is for an appointment or a queue entry.')
}
