import type { Work } from '../change/system-work.ts'
import { typedReason } from '../contract/cancelled-unpaid.ts'
import { withdrawDeposits } from '../deposits/withdraw.ts'
import { requireAction, requireClientNotice, requireStart } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { takeStatusStep, type StatusStep } from './change-status.ts'
import { calendarFilters } from './events.ts'
import { lockAppointment } from './load.ts'

/** Why the team cancels, and what it knows. */
export type Cancelling = {
  readonly reason: string | null
  /** Whether the client asked for it, on the phone or at the desk. The notice that clients need does not count. */
  readonly isAsked?: boolean
  /** Epoch milliseconds: see `requireStart`. */
  readonly expectedStart?: number | undefined
}

/**
 * Cancels an appointment for the team: its time becomes free, and an unpaid deposit is withdrawn.
 *
 * @throws `404 not_found`, `409 appointment_not_editable`, `409 action_not_allowed`
 */
export async function cancelForTeam(
  work: Work,
  appointmentId: number,
  { reason, isAsked = false, expectedStart }: Cancelling,
): Promise<AppointmentRow> {
  const before = await lockToCancel(work, appointmentId)
  requireStart(before, expectedStart)
  return isAsked
    ? cancel(work, before, 'CANCELLED_CLIENT', typedReason(reason))
    : cancelLocked(work, before, reason)
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
