import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

/** `POST /v1/appointments/{appointment_id}/arrive` */
export const markArrived = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/arrive',
    tag: 'Appointments',
    summary: 'Record that the client arrived',
    description:
      'Sets `arrived_at` to this moment. If the client has arrived already, nothing changes. A move clears it.',
    idempotent: true,
    // The body has no fields. It is read so that an Idempotency-Key with a different body is refused.
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, { appointment_id: id, expand }) {
    const { tx, organization, now } = context
    const before = await lockAppointment(tx, organization.id, id)
    requireAction('arrive', before, organization, now())
    const row = await writeUpdate(context, before, {
      arrivedAt: before.arrivedAt ?? new Date(now()),
    })
    return { outcome: 'ok', reply: await appointmentReply(tx, context, row, expand) }
  },
})
