import type { Work } from '../change/system-work.ts'
import { withdrawDeposits } from '../deposit-ledger/withdraw.ts'
import { requireAction, requireClientNotice } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { takeStatusStep, type StatusStep } from './change-status.ts'
import { calendarFilters } from './events.ts'
import { lockAppointment } from './load.ts'

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
  return cancelLocked(work, await lockToCancel(work, appointmentId), reason)
}

/**
 * Cancels an appointment for the team, which a client asked to: on the phone, or at the desk. The notice that clients
 * need does not count.
 *
 * @throws as `cancelForTeam`
 */
export async function cancelAsAsked(
  work: Work,
  appointmentId: number,
  reason: string | null,
): Promise<AppointmentRow> {
  return cancel(work, await lockToCancel(work, appointmentId), 'CANCELLED_CLIENT', reason)
}

/**
 * Cancels an appointment on the wish of its client. An appointment that has started, or whose notice for clients is
 * over, is for the team to cancel.
 *
 * @throws as `cancelForTeam`
 */
export async function cancelForClient(
  work: Work,
  appointmentId: number,
  reason: string | null,
): Promise<AppointmentRow> {
  const before = await lockToCancel(work, appointmentId)
  requireClientNotice(before, work.organization, work.now())
  return cancel(work, before, 'CANCELLED_CLIENT', reason)
}

/** @throws as `cancelForTeam` */
async function lockToCancel(work: Work, appointmentId: number): Promise<AppointmentRow> {
  const { tx, organization } = work
  const before = await lockAppointment(tx, organization.id, appointmentId)
  requireAction('cancel', before, organization, work.now())
  return before
}

/** As `cancelForTeam`, of an appointment that is locked and allows it. */
export function cancelLocked(
  work: Work,
  before: AppointmentRow,
  reason: string | null,
): Promise<AppointmentRow> {
  return cancel(work, before, 'CANCELLED_PROFESSIONAL', reason)
}

async function cancel(
  work: Work,
  before: AppointmentRow,
  to: Extract<StatusStep['to'], `CANCELLED_${string}`>,
  reason: string | null,
): Promise<AppointmentRow> {
  const row = await takeStatusStep(work, before, {
    to,
    event: 'appointment.cancelled',
    columns: (now) => ({ cancelledAt: now, cancellationReason: reason }),
  })
  if (row.deposits.length > 0) {
    await withdrawDeposits(work, { id: { appointmentId: row.id }, filters: calendarFilters(row) })
  }
  return row
}
