import type { AppointmentRow } from '../appointments/appointment.ts'
import { lockAppointment } from '../appointments/load.ts'
import { lockProfessionals } from '../change/locks.ts'
import type { QueueEntryRow } from '../queue/queue-entry.ts'
import { lockQueueEntry } from '../queue/load.ts'
import type { Work } from '../change/system-work.ts'
import type { DepositRow } from './deposit.ts'
import { findDeposit, lockDeposit } from './load.ts'

/** A deposit and what it is for, locked in the order that everybody keeps. */
export type LockedDeposit = { readonly deposit: DepositRow } & (
  | { readonly kind: 'appointment'; readonly appointment: AppointmentRow }
  | { readonly kind: 'queue_entry'; readonly entry: QueueEntryRow }
)

/**
 * @param mayTakeTime locks the professional too, for an appointment whose time may be taken again
 * @throws `404 not_found`
 */
export async function lockWithOwner(
  work: Work,
  depositId: number,
  mayTakeTime: boolean,
): Promise<LockedDeposit> {
  const { tx, organization } = work
  // What a deposit is for never changes, so it can be read before anything is locked.
  const seen = await findDeposit(tx, organization.id, depositId)
  if (seen.appointmentId !== null) {
    if (mayTakeTime) {
      const { professionalId } = await tx.appointment.findUniqueOrThrow({
        where: { organizationId_id: { organizationId: organization.id, id: seen.appointmentId } },
        select: { professionalId: true },
      })
      await lockProfessionals(tx, [professionalId])
    }
    const appointment = await lockAppointment(tx, organization.id, seen.appointmentId)
    const deposit = await lockDeposit(tx, organization.id, depositId)
    return { kind: 'appointment', appointment, deposit }
  }
  if (seen.queueEntryId === null) throw new Error('A deposit is for something.')
  const entry = await lockQueueEntry(tx, organization.id, seen.queueEntryId)
  const deposit = await lockDeposit(tx, organization.id, depositId)
  return { kind: 'queue_entry', entry, deposit }
}
