import { requestedHold } from '../holds/take-hold.ts'
import { HoldId } from '../holds/hold-id.ts'
import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { noticing } from '../change/write-context.ts'
import { procedure } from '../procedure/define.ts'
import { Id, nullableText, notifyClient } from '../ground/fields.ts'
import { ExpectedStart, StartInput } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply } from './load.ts'
import { MOVE_PROBLEMS, moveAppointment } from './move.ts'
import { isOfTeam } from './service-selection.ts'

export const Reschedule = z
  .object({
    start: StartInput.optional().meta({
      description: 'If you leave it out, the start stays the same.',
    }),
    professional_id: Id.nullable().optional().meta({
      description:
        'If you leave it out, the professional stays the same. If null, any professional who is free, the current one if possible.',
    }),
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Stored in the history only.',
    }),
    hold_id: HoldId,
    expected_start: ExpectedStart,
    notify_client: notifyClient('a message about this'),
  })
  .meta({ id: 'Reschedule' })

/** `POST /v1/appointments/{appointment_id}/reschedule` */
export const rescheduleAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/reschedule',
    tag: 'Appointments',
    summary: 'Reschedule an appointment',
    description:
      'Moves the appointment to another start, another professional, or both. Its id, status, price, services and duration stay the same. The time that the appointment itself occupies counts as free. Notice and booking horizon apply only to a new start: it is never too late to change the professional alone. If start and professional stay the same, nothing changes.',
    idempotent: true,
  },
  scope: 'write',
  access: 'everybody',
  input: Reschedule.extend({ appointment_id: Id, expand: AppointmentExpand }).refine(
    (input) =>
      input.start !== undefined || input.professional_id !== undefined || input.hold_id != null,
    {
      path: ['start'],
      params: { code: 'required' },
      message: 'Send `start`, `professional_id` or both, or `hold_id`.',
    },
  ),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: [maybe('appointment.rescheduled')] },
  problems: MOVE_PROBLEMS,
  async run(context, input) {
    const { tx } = context
    const hold = input.hold_id == null ? null : await requestedHold(context, input.hold_id, input)
    const start = hold?.startsAt.getTime() ?? input.start
    // A message about what has begun would be of no use.
    const isPast = start !== undefined && start < context.now()
    const work = noticing(context, isPast ? { notify_client: false } : input)
    const row = await moveAppointment(work, input.appointment_id, {
      start,
      isByTeam: isOfTeam(context),
      professionalId: hold?.professionalId ?? input.professional_id,
      hold,
      reason: input.reason,
      expectedStart: input.expected_start,
    })
    return { outcome: 'ok', reply: await appointmentReply(tx, context, row, input.expand) }
  },
})
