import { lockProfessionals } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import type { AppointmentRow } from './appointment.ts'
import { lockAppointment } from './load.ts'

/**
 * Locks the professional of an appointment, and others beside, and then the appointment. Professionals come first
 * everywhere, so the appointment was read before; decisions use what is read here, behind the locks.
 *
 * @param seen the appointment as it was read without a lock
 * @throws `404 not_found`
 */
export async function lockWithProfessionals(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  seen: AppointmentRow,
  others: readonly number[] = [],
): Promise<AppointmentRow> {
  const [, row] = await Promise.all([
    lockProfessionals(tx, [seen.professionalId, ...others]),
    lockAppointment(tx, organization.id, seen.id),
  ])
  // It was moved in between. This lock is out of order: if it deadlocks, the transaction is repeated.
  if (row.professionalId !== seen.professionalId) await lockProfessionals(tx, [row.professionalId])
  return row
}
