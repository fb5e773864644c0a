import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { takeStatusStep } from './change-status.ts'
import { CONFIRMING } from './confirm-booked.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

/** `POST /v1/appointments/{appointment_id}/start` */
export const startAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/start',
    tag: 'Appointments',
    summary: 'Record that the visit began',
    description:
      'Sets `started_at` to this moment, and `arrived_at` if it is missing. An appointment that is `PENDING` is confirmed first. If the visit has begun already, nothing changes. A move clears both.',
    idempotent: true,
    // The body has no fields. It is read so that an Idempotency-Key with a different body is refused.
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: [maybe('appointment.confirmed'), maybe('appointment.updated')] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, { appointment_id: id, expand }) {
    const { tx, organization } = context
    const asked = await lockAppointment(tx, organization.id, id)
    requireAction('start', asked, organization, context.now())
    // The client is here, and needs no message that says that the appointment is confirmed.
    const silent = noticing(context, { notify_client: false })
    const before =
      asked.status === 'PENDING' ? await takeStatusStep(silent, asked, CONFIRMING) : asked
    const moment = new Date(context.now())
    const row = await writeUpdate(context, before, {
      startedAt: before.startedAt ?? moment,
      arrivedAt: before.arrivedAt ?? before.startedAt ?? moment,
    })
    return { outcome: 'ok', reply: await appointmentReply(tx, context, row, expand) }
  },
})
