import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { procedure } from '../procedure/define.ts'
import { Id, notifyClient } from '../ground/fields.ts'
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
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    notify_client: notifyClient('a message about this'),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: ['appointment.confirmed'] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, input) {
    const row = await confirmBooked(noticing(context, input), input.appointment_id)
    return {
      outcome: 'ok',
      reply: await appointmentReply(context.tx, context, row, input.expand),
    }
  },
})
