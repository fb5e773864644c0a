import { z } from 'zod'
import { query } from '../procedure/endpoint.ts'
import { Id } from '../ground/fields.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, findAppointment } from './load.ts'

/** `GET /v1/appointments/{appointment_id}` */
export const getAppointment = query({
  method: 'GET',
  path: '/appointments/{appointment_id}',
  tag: 'Appointments',
  summary: 'Get an appointment',
  scope: 'read',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const row = await findAppointment(db, organization.id, input.appointment_id)
    return appointmentReply(db, context, row, input.expand)
  },
})
