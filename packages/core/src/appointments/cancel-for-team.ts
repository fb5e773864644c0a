import type { Work } from '../change/system-work.ts'
import { withdrawDeposits } from '../deposit-ledger/withdraw.ts'
import type { AppointmentRow } from './appointment.ts'
import { changeStatus, takeStatusStep, type StatusChange } from './change-status.ts'
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
  const row = await changeStatus(work, appointmentId, cancellation(reason))
  await withdrawUnpaid(work, row)
  return row
}

/** As `cancelForTeam`, of an appointment that is locked and allows it. */
export async function cancelLocked(
  work: Work,
  before: AppointmentRow,
  reason: string | null,
): Promise<AppointmentRow> {
  const row = await takeStatusStep(work, before, cancellation(reason))
  await withdrawUnpaid(work, row)
  return row
}

function cancellation(reason: string | null): StatusChange {
  return {
    action: 'cancel',
    to: 'CANCELLED_PROFESSIONAL',
    event: 'appointment.cancelled',
    columns: (now) => ({ cancelledAt: now, cancellationReason: reason }),
  }
}

async function withdrawUnpaid(work: Work, row: AppointmentRow): Promise<void> {
  if (row.deposits.length === 0) return
  await withdrawDeposits(work, { id: { appointmentId: row.id }, filters: calendarFilters(row) })
}
