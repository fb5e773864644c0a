import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { confirmBooked } from './confirm-booked.ts'
import { appointmentReply } from './load.ts'

/** `POST /v1/appointments/{appointment_id}/confirm` */
export const confirmAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/confirm',
    tag: 'Appointments',
    summary: 'Confirm an appointment',
    idempotent: true,
    // The body has no fields. It is read so that an Idempotency-Key with a different body is refused.
    body: 'optional',
  },
  scope: 'write',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: ['appointment.confirmed'] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, input) {
    const row = await confirmBooked(context, input.appointment_id)
    return {
      outcome: 'ok',
      reply: await appointmentReply(context.tx, context, row, input.expand),
    }
  },
})
