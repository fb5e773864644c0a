import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { noticing } from '../change/write-context.ts'
import { procedure } from '../procedure/define.ts'
import { Id, nullableText, notifyClient, TellReason } from '../ground/fields.ts'
import { ExpectedStart } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { cancelForTeam } from './cancel-booked.ts'
import { appointmentReply } from './load.ts'

/** `POST /v1/appointments/{appointment_id}/cancel` */
export const cancelAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/cancel',
    tag: 'Appointments',
    summary: 'Cancel an appointment',
    description:
      'The time becomes free again, and the status becomes `CANCELLED_PROFESSIONAL`, or `CANCELLED_CLIENT` with `cancelled_by: client`. An unpaid deposit is withdrawn. An API key cannot take a cancellation back; the team can, in the dashboard.',
    idempotent: true,
    body: 'optional',
  },
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Stored as `cancellation_reason`.',
    }),
    notify_client: notifyClient('a message about this'),
    tell_reason: TellReason,
    cancelled_by: z.enum(['professional', 'client']).default('professional').meta({
      description:
        'Who called it off. With `client` the status becomes `CANCELLED_CLIENT`, as if the client had cancelled; the notice that clients need does not count.',
    }),
    expected_start: ExpectedStart,
    expand: AppointmentExpand,
  }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: ['appointment.cancelled', maybe('deposit.expired')] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed'],
  async run(context, input) {
    const work = noticing(context, input)
    const row = await cancelForTeam(work, input.appointment_id, {
      reason: input.reason ?? null,
      isAsked: input.cancelled_by === 'client',
      expectedStart: input.expected_start,
    })
    return {
      outcome: 'ok',
      reply: await appointmentReply(context.tx, context, row, input.expand),
    }
  },
})
