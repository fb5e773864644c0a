import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, findAppointment } from './load.ts'

/** `GET /v1/appointments/{appointment_id}` */
export const getAppointment = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/appointments/{appointment_id}',
    tag: 'Appointments',
    summary: 'Get an appointment',
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const row = await findAppointment(db, organization.id, input.appointment_id)
    return appointmentReply(db, context, row, input.expand)
  },
})
