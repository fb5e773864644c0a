import { several } from '../events/emissions.ts'

/** The events of the appointments that a change concerns. */
export const APPOINTMENT_EVENTS = several(
  'appointment.rescheduled',
  'appointment.cancelled',
  'deposit.expired',
)
