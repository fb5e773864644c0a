import { several } from '../events/emissions.ts'

/** The events of the appointments that a change concerns. */
export const APPOINTMENTS_TOLD = several(
  'appointment.rescheduled',
  'appointment.cancelled',
  'deposit.expired',
)
