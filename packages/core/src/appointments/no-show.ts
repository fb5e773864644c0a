import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { changeStatus } from './change-status.ts'
import { appointmentReply } from './load.ts'

/** `POST /v1/appointments/{appointment_id}/no-show` */
export const markNoShow = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/no-show',
    tag: 'Appointments',
    summary: 'Record that the client did not attend',
    description:
      'The time becomes free again. A no-show can be recorded at any time, unless the organization has the rule `no_show_only_after_start`.',
    idempotent: true,
    // The body has no fields. It is read so that an Idempotency-Key with a different body is refused.
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  input: z.object({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: ['appointment.no_show'] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed'],
  async run(context, input) {
    const row = await changeStatus(context, input.appointment_id, {
      action: 'no_show',
      to: 'NO_SHOW',
      event: 'appointment.no_show',
      columns: (now) => ({ noShowAt: now }),
    })
    return {
      outcome: 'ok',
      reply: await appointmentReply(context.tx, context, row, input.expand),
    }
  },
})
