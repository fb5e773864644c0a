import type { Work } from '../change/system-work.ts'
import { withdrawDeposits } from '../deposit-ledger/withdraw.ts'
import type { AppointmentRow } from './appointment.ts'
import { changeStatus } from './change-status.ts'
import { calendarFilters } from './events.ts'

/**
 * Cancels an appointment for the team: its time becomes free, and an unpaid deposit is withdrawn.
 *
 * @throws `404 not_found`, `409 appointment_not_editable`, `409 action_not_allowed`
 */
export async function cancelForTeam(
  work: Work,
  appointmentId: number,
  reason: string | null,
): Promise<AppointmentRow> {
  const row = await changeStatus(work, appointmentId, {
    action: 'cancel',
    to: 'CANCELLED_PROFESSIONAL',
    event: 'appointment.cancelled',
    columns: (now) => ({ cancelledAt: now, cancellationReason: reason }),
  })
  if (row.deposits.length > 0) {
    await withdrawDeposits(work, { id: { appointmentId: row.id }, filters: calendarFilters(row) })
  }
  return row
}
