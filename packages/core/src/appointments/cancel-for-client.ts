import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { typedReason } from '../contract/cancelled-unpaid.ts'
import { LIMITS } from '../contract/limits.ts'
import { maybe } from '../events/emissions.ts'
import { Id, nullableText, notifyClient, TellReason } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { cancelAsAsked } from './cancel-booked.ts'
import { appointmentReply } from './load.ts'

/** Notes that a client called an appointment off with the team. It becomes `CANCELLED_CLIENT`. */
export const cancelForClient = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({
    appointment_id: Id,
    reason: nullableText(LIMITS.reasonCharacters).optional(),
    notify_client: notifyClient('a message about this'),
    tell_reason: TellReason,
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: ['appointment.cancelled', maybe('deposit.expired')] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed'],
  async run(context, input) {
    const reason = typedReason(input.reason)
    const row = await cancelAsAsked(noticing(context, input), input.appointment_id, reason)
    return appointmentReply(context.tx, context, row, input.expand)
  },
})
