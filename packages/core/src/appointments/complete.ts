import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { changeStatus } from './change-status.ts'
import { appointmentReply } from './load.ts'

/** `POST /v1/appointments/{appointment_id}/complete` */
export const completeAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/complete',
    tag: 'Appointments',
    summary: 'Complete an appointment',
    idempotent: true,
    // The body has no fields. It is read so that an Idempotency-Key with a different body is refused.
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: ['appointment.completed'] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, input) {
    const row = await changeStatus(context, input.appointment_id, {
      action: 'complete',
      to: 'COMPLETED',
      event: 'appointment.completed',
      columns: (now) => ({ completedAt: now }),
    })
    return {
      outcome: 'ok',
      reply: await appointmentReply(context.tx, context, row, input.expand),
    }
  },
})
