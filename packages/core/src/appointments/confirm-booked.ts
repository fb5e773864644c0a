import type { Work } from '../change/system-work.ts'
import type { AppointmentRow } from './appointment.ts'
import { changeStatus } from './change-status.ts'

/** Confirms an appointment. @throws `404 not_found`, `409 appointment_not_editable` */
export function confirmBooked(work: Work, appointmentId: number): Promise<AppointmentRow> {
  return changeStatus(work, appointmentId, {
    action: 'confirm',
    to: 'CONFIRMED',
    event: 'appointment.confirmed',
    columns: (now) => ({ confirmedAt: now }),
  })
}
