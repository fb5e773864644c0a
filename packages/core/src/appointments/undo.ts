import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { Id, notifyClient } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply } from './load.ts'
import { undoEnd } from './undo-end.ts'

/** Takes back the last completion, no-show or cancellation, where it was pressed by mistake or the client comes after all. */
export const undoAppointment = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    notify_client: notifyClient('a message that the appointment stands again'),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: ['appointment.updated'] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed', 'slot_unavailable'],
  async run(context, { appointment_id: id, notify_client, expand }) {
    const row = await undoEnd(context, id, (before) =>
      // A client who called it off would not come.
      noticing(context, { notify_client: notify_client || before.status === 'CANCELLED_CLIENT' }),
    )
    return appointmentReply(context.tx, context, row, expand)
  },
})
